package korat

import (
	"fmt"
	"go/types"
	"strings"
)

// listViews finds the functions that say what the receiver of a method is.
func listViews(s *Subject, m *method) error {
	for _, name := range m.spec.Views {
		f, err := s.lookUp(name, "abstraction")
		if err != nil {
			return err
		}
		params := listOf(f.Signature().Params(), "arg")
		if f.Signature().Recv() == nil && (len(params) != 1 || !types.Identical(params[0].typ, m.inputs[0].typ)) ||
			f.Signature().Recv() != nil && len(params) > 0 || f.Signature().Results().Len() != 1 {
			return fmt.Errorf("abstraction: %s is not a method of %s without parameters, or a function of a *%s, that "+
				"returns one value", name, s.Name, s.Name)
		}
		m.views = append(m.views, f)
	}
	return nil
}

// viewText returns the field of what the search is told of the method that says what the receiver is, or "".
func viewText(s *Subject) string {
	if len(s.method.views) == 0 {
		return ""
	}
	var calls []string
	for _, f := range s.method.views {
		calls = append(calls, callOf(f, []string{"(*" + s.inputName() + ")(p)." + s.method.inputs[0].name}))
	}
	return ",\n\t\tView: func(p ttfunsafe.Pointer) []any { return []any{" + strings.Join(calls, ", ") + "} }"
}

// Inputs returns the names of what the method is called with, the receiver first.
func Inputs(s *Subject) []string { return namesOf(s.method.inputs) }

// Results returns the names of the method's results, and which of them is an error; -1: none.
func Results(s *Subject) (names []string, err int) {
	return namesOf(s.method.results), s.method.errorResult()
}

func namesOf(all []argument) []string {
	var out []string
	for _, a := range all {
		out = append(out, a.name)
	}
	return out
}
