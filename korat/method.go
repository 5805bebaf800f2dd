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
	// Views are functions of the receiver that say what it is, or of a parameter that is named behind them, as in
	// Set(other), for a specification that is judged by whoever asks for the tests.
	Views []string
	// Independent are parameters whose structures are found for themselves, and combined with all of the others.
	Independent []string
	// Uses are the labels of methods that it uses: where it fails, the calls of these within it are judged, by what is
	// specified of them.
	Uses []string
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
	views      []view
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
	if err := listViews(&out, m); err != nil {
		return nil, err
	}
	if err := checkIndependent(m); err != nil {
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

// checkIndependent looks whether the parameters that are independent are parameters.
func checkIndependent(m *method) error {
	var known []string
	for _, in := range m.inputs[1:] {
		known = append(known, in.name)
	}
	for _, name := range m.spec.Independent {
		if !slices.Contains(known, name) {
			return fmt.Errorf("independent: %s has no parameter %s%s", m.spec.Name, name,
				source.DidYouMean(name, known))
		}
	}
	return nil
}

// lookUp finds a method of the type, or a function of its package.
func (s *Subject) lookUp(name, what string) (*types.Func, error) {
	if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(s.typ), true, s.pkg.Types, name); o != nil {
		if f, is := o.(*types.Func); is {
			return f, nil
		}
	}
	if f, is := s.pkg.Types.Scope().Lookup(name).(*types.Func); is {
		if one := instanceOf(s, f); one != nil {
			return one, nil
		}
		return nil, fmt.Errorf("%s: %s has type parameters that are not those of %s", what, name, s.Name)
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
	out := []*types.Func{originOf(s, s.predicate)}
	eachKnown(s, func(f *types.Func, _ string, _ []string) { out = append(out, f) })
	if s.method == nil {
		return out
	}
	for _, f := range s.method.invariants {
		if f != nil {
			out = append(out, originOf(s, f))
		}
	}
	for _, b := range s.method.behaviours {
		if b.when != nil {
			out = append(out, originOf(s, b.when.function))
		}
	}
	return out
}
