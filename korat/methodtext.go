package korat

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/korat/search"
)

// callOf returns a call of a function on expressions.
func callOf(f *types.Func, args []string) string {
	if f.Signature().Recv() == nil {
		return f.Name() + "(" + strings.Join(args, ", ") + ")"
	}
	return args[0] + "." + f.Name() + "(" + strings.Join(args[1:], ", ") + ")"
}

// verdict returns an expression that tells whether a function accepts.
func verdict(f *types.Func, negated bool, args []string) string {
	text := callOf(f, args)
	if _, is := f.Signature().Results().At(0).Type().Underlying().(*types.Basic); !is {
		if negated {
			return text + " != nil"
		}
		return text + " == nil"
	}
	if negated {
		return "!" + text
	}
	return text
}

// of returns the arguments of a condition.
func (c *condition) of(all []string) []string {
	var out []string
	for _, i := range c.places {
		out = append(out, all[i])
	}
	return out
}

// resultsName is the name of the struct that has a field for each result.
func (s *Subject) resultsName() string { return s.inputName() + "_results" }

// checkText returns the complete precondition of section 4 as an expression about the root object x.
func (s *Subject) checkText() string {
	m := s.method
	var args, both, any []string
	for _, in := range m.inputs {
		args = append(args, "ttfsearch.GetAll(&x."+in.name+")")
	}
	for i := range m.inputs {
		if text := m.invariantText(i, args[i]); text != "" && !m.isIndependent(i) {
			both = append(both, text)
		}
	}
	for _, b := range m.behaviours {
		if b.when == nil || slices.ContainsFunc(b.when.places, m.isIndependent) { // which is asked of each combination
			return strings.Join(both, " && ")
		}
		any = append(any, verdict(b.when.function, b.when.negated, b.when.of(args)))
	}
	return strings.Join(append(both, "("+strings.Join(any, " || ")+")"), " && ")
}

// isIndependent tells whether an input is searched for itself.
func (m *method) isIndependent(i int) bool {
	return slices.Contains(m.spec.Independent, m.inputs[i].name)
}

// invariantText returns what the invariant says of an input as an expression, or "" where it has none.
func (m *method) invariantText(i int, arg string) string {
	f := m.invariants[i]
	if f == nil {
		return ""
	}
	text := verdict(f, false, []string{arg})
	if i > 0 {
		text = "(" + arg + " == nil || " + text + ")"
	}
	return text
}

// apartText returns what the search is told of the inputs that are searched for themselves.
func apartText(s *Subject) string {
	m := s.method
	var b strings.Builder
	for i, in := range m.inputs {
		if !m.isIndependent(i) {
			continue
		}
		text := cmp.Or(m.invariantText(i, "ttfsearch.GetAll(&x."+in.name+")"), "true")
		fmt.Fprintf(&b, "\t\t%q: func(p ttfunsafe.Pointer) bool {\n\t\t\tx := (*%s)(p)\n\t\t\t_ = x\n\t\t\treturn %s\n\t\t},\n",
			in.name, s.inputName(), text)
	}
	if b.Len() == 0 {
		return ""
	}
	return ", Apart: map[string]func(ttfunsafe.Pointer) bool{\n" + b.String() + "\t\t}"
}

// methodText returns the expression for what the search is told of the method.
func (s *Subject) methodText() string {
	m := s.method
	var in, now, was, results []string
	for _, a := range m.inputs {
		in, now, was = append(in, "x."+a.name), append(now, "now."+a.name), append(was, "was."+a.name)
	}
	for _, r := range m.results {
		results = append(results, "out."+r.name)
	}
	var b strings.Builder
	cast := func(name, from, typ string) {
		fmt.Fprintf(&b, "\t\t\t%s := (*%s)(%s)\n\t\t\t_ = %s\n", name, typ, from, name)
	}
	fmt.Fprintf(&b, "&ttfsearch.Method{\n\t\tResults: ttfreflect.TypeFor[%s](),\n", s.resultsName())
	b.WriteString("\t\tCall: func(p, o ttfunsafe.Pointer) {\n")
	cast("x", "p", s.inputName())
	cast("out", "o", s.resultsName())
	if len(results) > 0 {
		b.WriteString("\t\t\t" + strings.Join(results, ", ") + " = ")
	}
	b.WriteString(callOf(m.function, in) + "\n\t\t},\n")
	if i := m.errorResult(); i >= 0 {
		fmt.Fprintf(&b, "\t\tError: func(o ttfunsafe.Pointer) error { return (*%s)(o).%s },\n", s.resultsName(),
			m.results[i].name)
	}
	b.WriteString("\t\tInvariant: func(p ttfunsafe.Pointer) string {\n")
	cast("x", "p", s.inputName())
	for i, f := range m.invariants {
		if f != nil {
			asked := s.askText(f, false, in[i:i+1], f.Name(), " after the call")
			fmt.Fprintf(&b, "\t\t\tif %s != nil {\n%s\t\t\t}\n", in[i], asked)
		}
	}
	b.WriteString("\t\t\treturn \"\"\n\t\t},\n\t\tBehaviours: []ttfsearch.Behaviour{\n")
	for _, each := range m.behaviours {
		name := ""
		if each.when != nil {
			name = each.when.name
		}
		fmt.Fprintf(&b, "\t\t{Kind: %q, Name: %q", each.kind, name)
		if w := each.when; w != nil {
			b.WriteString(", When: func(p ttfunsafe.Pointer) bool {\n")
			cast("x", "p", s.inputName())
			fmt.Fprintf(&b, "\t\t\treturn %s\n\t\t}", verdict(w.function, w.negated, w.of(in)))
		}
		if e := each.ensures; e != nil {
			b.WriteString(", Ensures: func(b, a, o ttfunsafe.Pointer, panicked any) string {\n")
			cast("was", "b", s.inputName())
			cast("now", "a", s.inputName())
			cast("out", "o", s.resultsName())
			all := append([]string{was[0], now[0]}, now[1:]...)
			if each.kind == search.Panics {
				all = append(all, "panicked")
			} else {
				all = append(all, results...)
			}
			b.WriteString(s.askText(e.function, e.negated, e.of(all), e.name, ""))
			b.WriteString("\t\t\treturn \"\"\n\t\t}")
		}
		b.WriteString("},\n")
	}
	b.WriteString("\t\t}" + viewText(s) + "}")
	return b.String()
}

// askText returns statements that return what a function has to say, where that is not yes.
func (s *Subject) askText(f *types.Func, negated bool, args []string, name, rest string) string {
	if _, is := f.Signature().Results().At(0).Type().Underlying().(*types.Basic); is || negated {
		return fmt.Sprintf("\t\t\tif !(%s) {\n\t\t\t\treturn %q\n\t\t\t}\n", verdict(f, negated, args),
			name+" is false"+rest)
	}
	return fmt.Sprintf("\t\t\tif err := %s; err != nil {\n\t\t\t\treturn %q + err.Error()\n\t\t\t}\n", callOf(f, args),
		name+rest+": ")
}

// structText returns the declaration of a struct type with a field for each of some places.
func structText(name string, fields []argument, qualify types.Qualifier) string {
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n", name)
	for _, f := range fields {
		fmt.Fprintf(&b, "\t%s %s\n", f.name, types.TypeString(f.typ, qualify))
	}
	b.WriteString("}\n\n")
	return b.String()
}
