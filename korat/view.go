package korat

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// view is a function that says what an input of a method is.
type view struct {
	function *types.Func
	of       int // the number of the input
}

// listViews finds the functions that say what the inputs of a method are: the receiver, where no parameter is named
// behind a function, as in Set(other).
func listViews(s *Subject, m *method) error {
	for _, text := range m.spec.Views {
		name, rest, named := strings.Cut(text, "(")
		v := view{}
		if named {
			of := strings.TrimSpace(strings.TrimSuffix(rest, ")"))
			v.of = slices.IndexFunc(m.inputs, func(a argument) bool { return a.name == of })
			if v.of < 1 {
				return fmt.Errorf("abstraction: %s has no parameter %s%s", m.spec.Name, of,
					source.DidYouMean(of, namesOf(m.inputs[1:])))
			}
		}
		in := m.inputs[v.of].typ
		f, err := s.lookUp(strings.TrimSpace(name), "abstraction")
		if err != nil {
			return err
		}
		takes := f.Signature().Params()
		if recv := f.Signature().Recv(); recv != nil {
			takes = types.NewTuple(append([]*types.Var{types.NewVar(0, nil, "", types.NewPointer(s.typ))},
				slices.Collect(takes.Variables())...)...)
		}
		if takes.Len() != 1 || !types.AssignableTo(in, takes.At(0).Type()) || f.Signature().Results().Len() != 1 {
			return fmt.Errorf("abstraction: %s is not a method of %s without parameters, or a function of a %s, that "+
				"returns one value", name, s.Name, types.TypeString(in, types.RelativeTo(s.pkg.Types)))
		}
		v.function = f
		m.views = append(m.views, v)
	}
	return nil
}

// viewText returns the field of what the search is told of the method that says what its inputs are, or "".
func viewText(s *Subject) string {
	if len(s.method.views) == 0 {
		return ""
	}
	var calls []string
	for _, v := range s.method.views {
		calls = append(calls, callOf(v.function, []string{"(*" + s.inputName() + ")(p)." + s.method.inputs[v.of].name}))
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
