package korat

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/source"
)

// Method is what is specified of a method, by the names of Go functions, or of methods of the type. A name with an
// exclamation mark before it stands for the opposite. "" is a name that was left out.
type Method struct {
	Label    string // by which it is told from others that are specified for the same function
	Name     string // of a method, or of a function whose first parameter is of the type
	Requires string
	Ensures  string
	Panics   Exception
	Errors   Exception
}

// Exception is when a method panics, or returns an error, and what holds then.
type Exception struct{ When, Ensures string }

// method is a method with what is specified of it.
type method struct {
	spec       Method
	function   *types.Func
	inputs     []argument // of the method, the receiver first
	results    []argument
	invariants []*types.Func // of inputs, nil where one has none
	behaviours []behaviour
}

// argument is a place that has a type.
type argument struct {
	name string
	typ  types.Type
}

// behaviour is a behaviour with its conditions.
type behaviour struct {
	kind          string // as in search
	when, ensures *condition
}

// condition is a function that is asked about something.
type condition struct {
	name     string
	function *types.Func
	negated  bool
	places   []int // what it is handed, by numbers among what there is
}

// LoadMethod reads a type with its predicate, and what is specified of a method.
func LoadMethod(s *Subject, spec Method) (*Subject, error) {
	out := *s
	m := &method{spec: spec}
	f, err := out.lookUp(spec.Name, "method")
	if err != nil {
		return nil, err
	}
	m.function = f
	if err := out.listInputs(m); err != nil {
		return nil, err
	}
	if s.root != s.typ && s.predicate.Signature().Recv() != nil || s.predicate.Signature().Params().Len() > 1 {
		return nil, fmt.Errorf("the predicate %s is about more than a %s", s.predicate.Name(), s.Name)
	}
	if err := out.listBehaviours(m); err != nil {
		return nil, err
	}
	var fields []*types.Var
	for _, in := range m.inputs {
		fields = append(fields, types.NewField(f.Pos(), s.pkg.Types, in.name, in.typ, false))
		m.invariants = append(m.invariants, out.invariantOf(in.typ))
	}
	out.method = m
	obj := types.NewTypeName(f.Pos(), s.pkg.Types, out.inputName(), nil)
	out.root = types.NewNamed(obj, types.NewStruct(fields, nil), nil)
	return &out, nil
}

// lookUp finds a method of the type, or a function of its package.
func (s *Subject) lookUp(name, what string) (*types.Func, error) {
	if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(s.typ), true, s.pkg.Types, name); o != nil {
		if f, is := o.(*types.Func); is {
			return f, nil
		}
	}
	if f, is := s.pkg.Types.Scope().Lookup(name).(*types.Func); is {
		if f.Signature().TypeParams().Len() > 0 {
			return nil, fmt.Errorf("%s has type parameters", name)
		}
		return f, nil
	}
	var known []string
	for _, n := range s.pkg.Types.Scope().Names() {
		if _, is := s.pkg.Types.Scope().Lookup(n).(*types.Func); is {
			known = append(known, n)
		}
	}
	for i := range s.typ.NumMethods() {
		known = append(known, s.typ.Method(i).Name())
	}
	return nil, fmt.Errorf("%s: %s has no method and no function %s%s", what, s.Name, name,
		source.DidYouMean(name, known))
}

// listInputs finds the receiver, parameters and results of a method.
func (s *Subject) listInputs(m *method) error {
	sig := m.function.Signature()
	self := argument{bounds.Receiver, types.NewPointer(s.typ)}
	params := listOf(sig.Params(), "arg")
	if sig.Variadic() {
		return fmt.Errorf("method: %s has any number of arguments", m.spec.Name)
	}
	if sig.Recv() == nil {
		if len(params) == 0 || !types.Identical(params[0].typ, self.typ) {
			return fmt.Errorf("method: %s is a function whose first parameter is not a *%s", m.spec.Name, s.Name)
		}
		params = params[1:]
	}
	m.inputs = append([]argument{self}, params...)
	m.results = listOf(sig.Results(), "result")
	taken := map[string]bool{}
	for _, list := range [][]argument{m.inputs, m.results} {
		for i := range list {
			for taken[list[i].name] {
				list[i].name += "_"
			}
			taken[list[i].name] = true
		}
	}
	return nil
}

// listOf returns the names and types of parameters or results.
func listOf(t *types.Tuple, otherwise string) []argument {
	var out []argument
	for i := range t.Len() {
		a := argument{t.At(i).Name(), t.At(i).Type()}
		if a.name == "" || a.name == "_" {
			a.name = otherwise
			if t.Len() > 1 {
				a.name = fmt.Sprint(otherwise, i+1)
			}
		}
		out = append(out, a)
	}
	return out
}

// invariantOf returns the predicate of what a parameter points to, or nil where it has none.
func (s *Subject) invariantOf(t types.Type) *types.Func {
	p, is := t.Underlying().(*types.Pointer)
	if !is {
		return nil
	}
	if types.Identical(p.Elem(), s.typ) {
		return s.predicate
	}
	n, is := types.Unalias(p.Elem()).(*types.Named)
	if !is {
		return nil
	}
	for _, name := range predicateNames {
		o, _, _ := types.LookupFieldOrMethod(p, true, n.Obj().Pkg(), name)
		if f, is := o.(*types.Func); is && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 1 &&
			isVerdict(f.Signature().Results().At(0).Type()) && (f.Exported() || n.Obj().Pkg() == s.pkg.Types) {
			return f
		}
	}
	return nil
}

// listBehaviours finds what is specified of a method: the normal behaviour, which holds where the others do not when
// nobody says when, and the exceptional ones.
func (s *Subject) listBehaviours(m *method) error {
	self := m.inputs[0]
	before, after := argument{"before", self.typ}, argument{"after", self.typ}
	rest := slices.Concat(m.inputs[1:], m.results)
	thrown := append(slices.Clone(m.inputs[1:]), argument{"panicked", types.Universe.Lookup("any").Type()})
	var errs []error
	find := func(name, key string, have []argument, result bool) *condition {
		if name == "" {
			return nil
		}
		c, err := s.condition(name, key, have, result)
		errs = append(errs, err)
		return c
	}
	post := append([]argument{before, after}, rest...)
	m.behaviours = append(m.behaviours, behaviour{search.Returns, find(m.spec.Requires, "requires", m.inputs, false),
		find(m.spec.Ensures, "ensures", post, true)})
	if e := m.spec.Panics; e.When != "" {
		m.behaviours = append(m.behaviours, behaviour{search.Panics, find(e.When, "panics", m.inputs, false),
			find(e.Ensures, "panics: ensures", append([]argument{before, after}, thrown...), true)})
	}
	if e := m.spec.Errors; e.When != "" {
		m.behaviours = append(m.behaviours, behaviour{search.Fails, find(e.When, "errors", m.inputs, false),
			find(e.Ensures, "errors: ensures", post, true)})
		if m.errorResult() < 0 {
			errs = append(errs, fmt.Errorf("errors: %s returns no error", m.spec.Name))
		}
	}
	return errors.Join(errs...)
}

// errorResult returns which of the results is an error, or -1.
func (m *method) errorResult() int {
	for i := len(m.results) - 1; i >= 0; i-- {
		if types.Identical(m.results[i].typ, types.Universe.Lookup("error").Type()) {
			return i
		}
	}
	return -1
}

// condition finds a function that is asked about what there is: before and after, where it is about a result, or the
// receiver; then arguments and results, as many as it has parameters. A method of what is after may leave out what
// is before.
func (s *Subject) condition(text, key string, have []argument, result bool) (*condition, error) {
	name, negated := strings.CutPrefix(text, "!")
	f, err := s.lookUp(strings.TrimSpace(name), key)
	if err != nil {
		return nil, err
	}
	sig := f.Signature()
	if sig.Results().Len() != 1 || !isVerdict(sig.Results().At(0).Type()) {
		return nil, fmt.Errorf("%s: %s does not return a bool or an error alone", key, name)
	}
	var params []types.Type
	if sig.Recv() != nil {
		params = append(params, types.NewPointer(s.typ))
	}
	for i := range sig.Params().Len() {
		params = append(params, sig.Params().At(i).Type())
	}
	all := make([]int, len(have))
	for i := range all {
		all[i] = i
	}
	ways := [][]int{all}
	if result { // 0 is what is before, and 1 what is after
		swapped := append([]int{1, 0}, all[2:]...)
		ways = [][]int{all, all[1:]}
		if sig.Recv() != nil {
			ways = [][]int{swapped, all[1:]}
		}
	}
	for _, way := range ways {
		if fits(params, way, have) {
			return &condition{text, f, negated, way[:len(params)]}, nil
		}
	}
	return nil, fmt.Errorf("%s: %s has other parameters: expected %s", key, name, describe(have, result, s.pkg.Types))
}

// fits tells whether parameters can be handed what is at places, in their order.
func fits(params []types.Type, places []int, have []argument) bool {
	if len(params) > len(places) {
		return false
	}
	for i, p := range params {
		if !types.AssignableTo(have[places[i]].typ, p) {
			return false
		}
	}
	return true
}

// describe lists what a condition may be handed.
func describe(have []argument, result bool, own *types.Package) string {
	var out []string
	for _, a := range have {
		out = append(out, a.name+" "+types.TypeString(a.typ, types.RelativeTo(own)))
	}
	text := "(" + strings.Join(out, ", ") + "), or the first of these"
	if result {
		text += "; before may be left out"
	}
	return text
}

// HasParameter tells whether the method has a parameter of a name.
func (s *Subject) HasParameter(name string) bool {
	return slices.ContainsFunc(s.method.inputs[1:], func(a argument) bool { return a.name == name })
}

// Input returns the name of the struct that has a field for each input of the method.
func (s *Subject) Input() string { return s.inputName() }

// roots returns the functions whose reads the search has to see.
func (s *Subject) roots() []*types.Func {
	out := []*types.Func{s.predicate}
	eachKnown(s, func(f *types.Func, _ string, _ []string) { out = append(out, f) })
	if s.method == nil {
		return out
	}
	for _, f := range s.method.invariants {
		if f != nil {
			out = append(out, f)
		}
	}
	for _, b := range s.method.behaviours {
		if b.when != nil {
			out = append(out, b.when.function)
		}
	}
	return out
}

// call returns a call of a function on expressions.
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
	for i, f := range m.invariants {
		if f == nil {
			continue
		}
		text := verdict(f, false, args[i:i+1])
		if i > 0 {
			text = "(" + args[i] + " == nil || " + text + ")"
		}
		both = append(both, text)
	}
	for _, b := range m.behaviours {
		if b.when == nil {
			return strings.Join(both, " && ")
		}
		any = append(any, verdict(b.when.function, b.when.negated, b.when.of(args)))
	}
	return strings.Join(append(both, "("+strings.Join(any, " || ")+")"), " && ")
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
	b.WriteString("\t\t}}")
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
