package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

func baseOf(path string) string { return filepath.Base(path) }

func dirOf(path string) string { return filepath.Dir(path) }

// constructor finds the function that makes an object, and what it is given.
func (r *reader) constructor(o *Object) {
	best := maker(r, o)
	if best == nil {
		r.clocks.set(o)
		return
	}
	sig := best.Signature()
	instance := r.instanceOf(best, o)
	c := Constructor{Func: best.Name() + instance, Fails: sig.Results().Len() == 2}
	_, c.Pointer = types.Unalias(sig.Results().At(0).Type()).(*types.Pointer)
	if sig.TypeParams().Len() > 0 {
		sig = r.instantiated(best, o)
	}
	r.calls.clocked = r.calls.clocked || takesClock(best)
	texts := textsGiven(r, best)
	c.First = firstOf(texts, sig, c.Fails)
	looks := func(f *types.Func) bool { return r.calls.looksAtTime(f) != nil }
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		give := func(arg, object string) {
			c.Args, c.Objects, c.types = append(c.Args, arg), append(c.Objects, object), append(c.types, p.Type())
		}
		if c.Rest = sig.Variadic() && i == sig.Params().Len()-1; c.Rest {
			if option := r.clocks.option(p.Type().(*types.Slice).Elem(), best.Pkg()); option != "" {
				give(option, "")
			}
			break
		}
		if to := r.given(p.Type(), o); to != nil {
			give("", to.Var)
			continue
		}
		if clock := r.clocks.given(p.Type()); clock != "" {
			give(clock, "")
			continue
		}
		if isNamed(p.Type(), "context", "Context") {
			give("context.Background()", "")
			continue
		}
		arg := r.example(p.Type())
		if len(texts) > 0 {
			arg = cmp.Or(texts[0][i], arg)
		}
		if isNamed(p.Type(), "time", "Duration") && (looks(best) || slices.ContainsFunc(o.methods(), looks)) {
			arg = "time.Hour" // on the clock of the machine nothing is over before a run is
		}
		give(arg, "")
		if c.First != nil {
			arg = "the first of " + strings.Join(c.First, ", ") + " that it accepts"
		}
		r.note(best.Pos(), "%s is called with %s for %s: choose what suits, or let sut.Setup take it from the state",
			best.Name(), arg, p.Name())
	}
	o.New = c
	r.clocks.set(o)
}

// maker returns the function that makes an object, nil where there is none: of the exported functions New,
// New… and Make… that give one those that take most of what is there to be given, a clock and other objects; of these
// NewT for a type T, and otherwise the first in the order of the text.
func maker(r *reader, o *Object) *types.Func {
	var best *types.Func
	scope := o.named.Obj().Pkg().Scope()
	var all []*types.Func
	for _, fits := range []func(*types.Func) bool{isNew, isTried} {
		for _, name := range scope.Names() {
			if f, ok := scope.Lookup(name).(*types.Func); ok && r.reaches(f) && isGivenBy(f, o) && fits(f) {
				all = append(all, f)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	sortByPlace(all)
	most := 0
	for _, f := range all {
		taken := r.takes(f, o)
		if best == nil || taken > most || taken == most && strings.EqualFold(f.Name(), "new"+o.Name) &&
			!strings.EqualFold(best.Name(), "new"+o.Name) {
			best, most = f, taken
		}
	}
	return best
}

// firstOf returns the texts of which a constructor is given the first that it accepts: where it takes just one, may
// fail, and several are known.
func firstOf(texts []map[int]string, sig *types.Signature, fails bool) []string {
	n := sig.Params().Len()
	if sig.Variadic() {
		n--
	}
	if n != 1 || !fails || len(texts) < 2 {
		return nil
	}
	var out []string
	for _, given := range texts {
		out = append(out, given[0])
	}
	return out
}

// takes returns how many parameters of a constructor are clocks, without which the time would be that of the machine,
// or other objects.
func (r *reader) takes(f *types.Func, o *Object) int {
	n := 0
	for p := range f.Signature().Params().Variables() {
		if isClock(p.Type()) || r.given(p.Type(), o) != nil {
			n++
		}
	}
	return n
}

// makes tells whether a function gives an object, or one and an error, and says so by its name.
func makes(f *types.Func, o *Object) bool { return isNew(f) && isGivenBy(f, o) }

// isNew tells whether a function has the name of one that makes an object.
func isNew(f *types.Func) bool {
	begins := func(s string) bool { return strings.HasPrefix(f.Name(), s) }
	return slices.ContainsFunc([]string{"New", "Make", "new"}, begins)
}

// isTried tells whether a function that is not named so, as Parse, can be called to make an object: with texts, numbers
// and truth values, of which there is one.
func isTried(f *types.Func) bool {
	sig := f.Signature()
	for p := range sig.Params().Variables() {
		b, ok := p.Type().Underlying().(*types.Basic)
		if !ok || b.Info()&(types.IsString|types.IsInteger|types.IsBoolean) == 0 {
			return false
		}
	}
	return sig.Params().Len() > 0 && !sig.Variadic() && f.Exported()
}

// isGivenBy tells whether a function gives an object, or one and an error.
func isGivenBy(f *types.Func, o *Object) bool {
	results := f.Signature().Results()
	if results.Len() == 0 || results.Len() > 2 || results.Len() == 2 && !isNamed(results.At(1).Type(), "", "error") {
		return false
	}
	t := types.Unalias(results.At(0).Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if of, is := o.iface.(*types.Named); is {
		return ok && named.Origin() == of.Origin()
	}
	return ok && named.Origin() == o.named.Origin()
}

// instanceOf returns the type arguments of a generic constructor, as [int].
func (r *reader) instanceOf(f *types.Func, o *Object) string {
	if f.Signature().TypeParams().Len() == 0 {
		return ""
	}
	var args []string
	for t := range o.typ.(*types.Named).TypeArgs().Types() {
		args = append(args, r.types.show(t))
	}
	return "[" + strings.Join(args, ", ") + "]"
}

// instantiated returns the signature of a generic constructor with the object's type
// arguments.
func (r *reader) instantiated(f *types.Func, o *Object) *types.Signature {
	var args []types.Type
	for t := range o.typ.(*types.Named).TypeArgs().Types() {
		args = append(args, t)
	}
	made, err := types.Instantiate(types.NewContext(), f.Signature(), args, false)
	if err != nil || len(args) != f.Signature().TypeParams().Len() {
		return f.Signature()
	}
	return made.(*types.Signature)
}

// given returns the object that a constructor of another one is given for a parameter of a
// type, which is a pointer to it or an interface; nil where there is none.
func (r *reader) given(t types.Type, not *Object) *Object {
	for _, o := range r.pkg.Objects {
		if o != not && isObject(o, t) {
			return o
		}
	}
	return r.implementer(t, not)
}

// implementer returns another object that implements an interface of the package, or
// nil.
func (r *reader) implementer(t types.Type, not *Object) *Object {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	for _, o := range r.pkg.Objects {
		if o != not && types.Implements(types.NewPointer(o.typ), iface) {
			return o
		}
	}
	return nil
}

// state finds what the state variables of an object are bound to: its fields, where all
// of them can be, and otherwise what its methods show, and those fields that can be.
func (r *reader) state(o *Object) {
	fields, rest, hides := r.fields(o)
	if len(rest) == 0 && len(fields) > 0 {
		for i := range fields {
			fields[i].Name = r.variable(o, cmp.Or(strings.Trim(fields[i].Field, "*"), o.Name))
		}
		o.State = fields
		return
	}
	o.State = r.observers(o, fields)
	for _, f := range fields {
		f.Name, f.Seen = r.variable(o, f.Field), hides
		o.State = append(o.State, f)
	}
	for _, why := range rest {
		r.note(posOf(o), "%s", why)
	}
	r.hintAtContents(o)
	if len(rest) > 0 && len(o.State) == 0 {
		r.note(posOf(o), "%s has no state that is shown: add what its operations depend on, as sut.Property",
			o.Name)
	}
}

// hintAtContents says which methods may show what an object holds, where nothing that is bound does: they
// want a place to write it to, as Bytes(dst []byte) []byte does.
func (r *reader) hintAtContents(o *Object) {
	isCollection := func(z string) bool { return strings.ContainsAny(z, "⇸ℙ") || strings.HasPrefix(z, "seq ") }
	if slices.ContainsFunc(o.State, func(v Variable) bool { return isCollection(v.Z) }) {
		return
	}
	for _, f := range o.methods() {
		sig := signatureOf(o, f)
		if !f.Exported() || sig.Params().Len() != 1 || sig.Variadic() || sig.Results().Len() != 1 {
			continue
		}
		_, place := sig.Params().At(0).Type().Underlying().(*types.Slice)
		back := sig.Results().At(0).Type()
		if z, err := r.types.translate(back); err == nil && isCollection(z) && place {
			r.note(f.Pos(), "%s of %s may show what it holds: bind it by hand, as sut.Property(%q, func(u *%s) %s "+
				"{ return u.%s(nil) }, nil)", f.Name(), o.Name, lower(f.Name()), r.types.show(o.typ),
				r.types.show(back), f.Name())
		}
	}
}

// variable returns a name for a state variable that no other has.
func (r *reader) variable(o *Object, name string) string {
	return r.vars.take(lower(name), lower(o.Name)+upper(lower(name)))
}

// fields returns the fields that can be bound, without names, and why others cannot; hides tells whether some of these
// are not exported. Locks, functions and interfaces through which the object calls others are not state.
func (r *reader) fields(o *Object) (bound []Variable, rest []string, hides bool) {
	s, ok := o.typ.Underlying().(*types.Struct)
	if !ok && o.iface != nil {
		return nil, []string{o.Name + " is an interface: its methods show the state"}, true
	} else if !ok {
		z, err := r.types.translate(o.typ.Underlying())
		if err != nil {
			return nil, []string{fmt.Sprintf("%s is not bound: %v", o.Name, err)}, false
		}
		return []Variable{{Z: z, Go: r.types.show(o.typ.Underlying()), Field: "*"}}, nil, false
	}
	var hidden []string
	for i := range s.NumFields() {
		f := s.Field(i)
		if isSeam(f.Type()) || f.Name() == "_" {
			continue
		}
		if !r.reaches(f) || o.iface != nil {
			hidden = append(hidden, f.Name())
			continue
		}
		z, err := r.types.translate(f.Type())
		if err != nil {
			rest = append(rest, fmt.Sprintf("the field %s of %s is not bound: %v", f.Name(), o.Name, err))
			continue
		}
		v := Variable{Z: z, Go: r.types.show(f.Type()), Field: f.Name()}
		if a, ok := f.Type().Underlying().(*types.Array); ok {
			v.Size = a.Len()
			v.Z, _ = r.types.power("seq", a.Elem())
		}
		bound = append(bound, v)
	}
	if len(hidden) > 0 {
		rest = append(rest, fmt.Sprintf("the fields of %s that are not exported (%s) cannot be bound: its methods show the state",
			o.Name, strings.Join(hidden, ", ")))
	}
	return bound, rest, len(hidden) > 0
}

// isSeam tells whether what a type holds is not state: locks, functions, and interfaces
// with methods.
func isSeam(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() > 0
	}
	return false
}

// items is the state variable that holds all elements of a collection.
const items = "items"

// observers returns what methods show that leave the object as it is: all elements, where
// one of them gives these one by one; otherwise the collections that methods without
// parameters give; with either, the fields of basic types that such methods give as they
// are; and where there are no elements or collections, all values that such methods give that
// do not say that they panic. What shows one of the given fields is left out.
func (r *reader) observers(o *Object, bound []Variable) []Variable {
	var elements, collections, linkedOnes, fields, values []Variable
	for _, f := range o.methods() {
		if !f.Exported() || !r.calls.observes(f) || f.Name() == "String" || f.Name() == "GoString" ||
			strings.HasPrefix(f.Name(), "Try") { // what is tried is done, where it can be
			continue
		}
		if all, ok := r.showsLinked(f, signatureOf(o, f)); ok {
			linkedOnes = append(linkedOnes, all)
			continue
		}
		v, ok := r.shows(f, signatureOf(o, f))
		if !ok || r.calls.dependsOnTime(f) { // what changes by itself is no state
			continue
		}
		v.Observer, v.Stops = f.Name(), v.Collects == callback && r.calls.stops(f, 0)
		switch {
		case v.Collects != result:
			elements = append(elements, v)
		case strings.ContainsAny(v.Z, "⇸ℙ") || strings.HasPrefix(v.Z, "seq "):
			collections = append(collections, v)
		case !r.calls.mayPanic(f):
			field := r.calls.gives(f)
			if slices.ContainsFunc(bound, func(b Variable) bool { return b.Field == field }) {
				continue
			}
			values = append(values, v)
			if field != "" && !isLength(f) {
				fields = append(fields, v)
			}
		}
	}
	if len(elements) > 0 {
		values = append(elements[:1], fields...)
	} else if len(collections) > 0 {
		values = append(collections, fields...)
	} else if len(linkedOnes) > 0 {
		values = append(linkedOnes[:1], fields...)
	}
	for i := range values {
		name := values[i].Observer
		if values[i].Collects != result {
			name = items
		}
		values[i].Name = r.variable(o, name)
	}
	return values
}

// isLength tells whether a method has a name by which the number of elements is given.
func isLength(f *types.Func) bool {
	return slices.Contains([]string{"Len", "Length", "Size", "Count"}, f.Name())
}

// signatureOf returns the signature of a method of an object's type, instantiated.
func signatureOf(o *Object, f *types.Func) *types.Signature {
	if o.typ == nil {
		return cmp.Or(o.instances[f], f.Signature())
	}
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(o.typ), true, f.Pkg(), f.Name())
	if m, ok := found.(*types.Func); ok {
		return m.Signature()
	}
	return f.Signature()
}

// shows tells how a method shows a value, if it does.
func (r *reader) shows(f *types.Func, sig *types.Signature) (Variable, bool) {
	var elems []types.Type
	v := Variable{}
	switch {
	case sig.Params().Len() == 0 && sig.Results().Len() == 1:
		t := sig.Results().At(0).Type()
		if elems = elementsOfIterator(t); elems == nil {
			z, err := r.types.given(t)
			return Variable{Z: z, Go: r.types.show(t)}, err == nil && !isNamed(t, "", "error")
		}
		v.Collects = iterator
	case sig.Params().Len() == 1 && sig.Results().Len() == 0:
		give, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
		if !ok || give.Params().Len() < 1 || give.Params().Len() > 2 || give.Results().Len() > 1 {
			return v, false
		}
		for p := range give.Params().Variables() {
			elems = append(elems, p.Type())
		}
		v.Collects = callbackAll
		if give.Results().Len() == 1 {
			if b, ok := give.Results().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
				return v, false
			}
			v.Collects = callback
		}
	default:
		return v, false
	}
	return v, r.collect(&v, elems)
}

// collect sets the type of a variable that collects elements that a method gives one by one, or
// pairs of them. It tells whether there is one.
func (r *reader) collect(v *Variable, elems []types.Type) bool {
	var zs []string
	r.types.giving = true
	defer func() { r.types.giving = false }()
	for _, t := range elems {
		z, err := r.types.operand(t)
		if err != nil {
			return false
		}
		zs, v.Elems = append(zs, z), append(v.Elems, r.types.show(t))
	}
	if v.Z, v.Go = "seq "+zs[0], v.Elems[0]; len(zs) == 2 {
		v.Z, v.Go = fmt.Sprintf("seq (%s × %s)", zs[0], zs[1]), "sut.Tuple2["+strings.Join(v.Elems, ", ")+"]"
	}
	return true
}

// elementsOfIterator returns the types of what an iterator of the package iter gives one
// by one, or nil.
func elementsOfIterator(t types.Type) []types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "iter" || !strings.HasPrefix(n.Obj().Name(), "Seq") {
		return nil
	}
	return slices.Collect(n.TypeArgs().Types())
}
