package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"
)

// any returns the free type for what is held as any: a constant for nil, and a constructor that is applied to a
// value of the one type that it is taken to hold.
func (tr *translator) any() (string, error) {
	const name = "any"
	if known := tr.known[name]; known != nil {
		return spell(known.Name), nil
	}
	held := types.Universe.Lookup(tr.held).Type()
	of, err := tr.translate(held)
	if err != nil {
		return "", err
	}
	made := &ZType{Name: tr.names.take("ANY"), Go: name, Pointed: tr.held, Of: of, None: tr.names.take("noValue"),
		Some: tr.names.take("value", "someValue"), Any: true}
	tr.add(made)
	return spell(made.Name), nil
}

// noInterface says why an interface has no counterpart.
func noInterface(name string) error {
	return fmt.Errorf("an interface has no counterpart in Z: a sut.Codec can send the values of %s that the program has",
		name)
}

// behind returns the free type for what is held as an interface that has a type of numbers or texts behind it in its
// package: a constant for nil, and a constructor that is applied to a value of that type, before others to one that is
// named after the type that any holds, as Int.
func (tr *translator) behind(t *types.Named) (string, error) {
	name, pkg := tr.show(t), t.Obj().Pkg()
	if known := tr.known[name]; known != nil {
		return spell(known.Name), nil
	}
	methods := t.Underlying().(*types.Interface)
	if pkg == nil || methods.NumMethods() == 0 || t.TypeArgs().Len() > 0 {
		return "", noInterface(name)
	}
	var best *types.TypeName
	for _, of := range pkg.Scope().Names() {
		o, ok := pkg.Scope().Lookup(of).(*types.TypeName)
		if !ok || o.IsAlias() || !o.Exported() || !types.Implements(o.Type(), methods) {
			continue
		}
		if b, ok := o.Type().Underlying().(*types.Basic); ok && natural[b.Kind()] != "" {
			if best == nil || strings.EqualFold(of, tr.held) {
				best = o
			}
		}
	}
	if best == nil {
		return "", noInterface(name)
	}
	z, err := tr.translate(best.Type())
	if err != nil {
		return "", err
	}
	word := t.Obj().Name()
	made := &ZType{Name: tr.names.take(capitalize(word), "MAYBE"+capitalize(word)), Go: name, Interface: name, Of: z,
		Pointed: tr.show(best.Type()), None: tr.names.take("no" + word), Some: tr.names.take(lower(word), "some"+word)}
	tr.add(made)
	return spell(made.Name), nil
}

// given returns the type of Z for a Go type of which the program gives values, and is given none.
func (tr *translator) given(t types.Type) (string, error) {
	tr.giving = true
	defer func() { tr.giving = false }()
	return tr.translate(t)
}

// view returns the free type for pointers to an object that a unit gives: a constant for nil, and a constructor that is
// applied to what the object shows, in its exported fields and by methods that leave it as it is. It is "" where the
// object shows nothing.
func (tr *translator) view(n *types.Named) string {
	name := tr.show(n)
	if known := tr.shown[name]; known != nil {
		return known.Name
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok || tr.calls == nil || changes(n) == "" && !hides(s) {
		return ""
	}
	word := upper(n.Obj().Name())
	before := len(tr.pkg.Types)
	made := ZType{Go: "*" + name, Pointed: name}
	tr.shown[name] = &ZType{} // what shows another of its kind is left out
	tr.fieldsShown(&made, s)
	tr.methodsShown(&made, n)
	if delete(tr.shown, name); len(made.Fields) == 0 {
		tr.forget(tr.pkg.Types[before:])
		tr.pkg.Types = tr.pkg.Types[:before]
		return ""
	}
	shown := ZType{Name: tr.names.take(word, word+"Shown"), Fields: made.Fields}
	made.View, made.Of, made.Name = "shown"+word, spell(shown.Name), tr.names.take("MAYBE"+capitalize(word))
	made.None, made.Some = tr.names.take("no"+word), tr.names.take("some"+word)
	tr.pkg.Types = append(tr.pkg.Types, shown, made)
	made.Name = spell(made.Name)
	tr.shown[name] = &made
	return made.Name
}

// hides tells whether a struct has a field that is not exported.
func hides(s *types.Struct) bool {
	for f := range s.Fields() {
		if !f.Exported() {
			return true
		}
	}
	return false
}

// fieldsShown enters the exported fields of what is shown.
func (tr *translator) fieldsShown(made *ZType, s *types.Struct) {
	for f := range s.Fields() {
		if f.Exported() && !f.Embedded() {
			tr.showOne(made, f.Name(), f.Name(), f.Type())
		}
	}
}

// methodsShown enters the methods by which something is shown.
func (tr *translator) methodsShown(made *ZType, n *types.Named) {
	for _, f := range methodsOf(n.Origin(), false) {
		sig := signatureOf(&Object{named: n.Origin(), typ: n}, f)
		if f.Exported() && sig.Params().Len() == 0 && sig.Results().Len() == 1 && tr.calls.observes(f) &&
			tr.calls.isPlain(f) && !tr.calls.dependsOnTime(f) && f.Name() != "String" && f.Name() != "GoString" {
			tr.showOne(made, strings.TrimPrefix(f.Name(), "Get"), f.Name()+"()", sig.Results().At(0).Type())
		}
	}
}

// showOne enters one value that is shown, under a name that is not taken.
func (tr *translator) showOne(made *ZType, name, from string, t types.Type) {
	for _, f := range made.Fields {
		if f.Name == name {
			return
		}
	}
	if z, err := tr.translate(t); err == nil && z != "" {
		made.Fields = append(made.Fields, Slot{Name: cmp.Or(name, "Value"), Z: z, Go: tr.show(t)})
		made.Shows = append(made.Shows, from)
	}
}
