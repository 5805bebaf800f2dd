package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// definitions checks the terms that names are defined as, each once, when it is first
// needed.
type definitions struct {
	spec     *Spec
	mistakes *mistakes
	globals  *globals
	gaps     *gaps
	up       recursion
	inside   *zed.Axiom // the axiomatic description that is being checked
	path     []string   // the definitions that are being checked, to find cycles
	// loud are the definitions of the checker for which this one was made, whose errors
	// are discarded; nil in a checker whose errors are reported.
	loud *definitions
}

// formals returns the scope in which generic parameters stand for sets.
func formals(params []zed.Ident) *scope {
	if len(params) == 0 {
		return nil
	}
	env := &scope{names: map[string]zed.Type{}, formal: true}
	for _, p := range params {
		env.names[p.Name] = power(zed.NamedType{Name: p.Name, Formal: true})
	}
	return env
}

// define checks a definition, once.
func (ds *definitions) define(e *entry) {
	if ds.loud != nil {
		ds.loud.define(e)
		return
	}
	switch e.state {
	case 2:
		return
	case 1:
		i := 0
		for ds.path[i] != e.name {
			i++
		}
		ds.mistakes.errorf(e.span, "the definition of %q goes in a circle: %s", e.name,
			strings.Join(append(ds.path[i:len(ds.path):len(ds.path)], e.name), " needs "))
		e.typ, e.state = newBad(), 2
		return
	}
	e.state = 1
	defer ds.gaps.reportApart()()
	defer func(before *zed.Axiom) { ds.inside = before }(ds.inside)
	ds.inside = nil
	ds.path = append(ds.path, e.name)
	defer func() {
		ds.path = ds.path[:len(ds.path)-1]
		e.state = 2
	}()
	var value zed.Expr
	ds.globals.checkIn(e, func() { value = ds.up.expr(e.def.Value, formals(e.params)) })
	if e.typ != nil {
		return // a circle was found on the way
	}
	if size(value.Typ(), maxType) > maxType {
		e.typ = ds.mistakes.errorf(e.span, "the type of %q is too large: it has more than %d parts", e.name, maxType)
		return
	}
	e.typ, e.value = value.Typ(), value
	if t, ok := schemaOf(value.Typ()); ok {
		e.kind = zed.SchemaName
		ds.spec.Schemas[e.name] = &Schema{Name: e.name, Params: idents(e.params), Type: t, Body: value, Span: e.span}
	}
}

// schemaOf returns the schema type of a schema's type.
func schemaOf(t zed.Type) (zed.SchemaType, bool) {
	p, ok := prune(t).(zed.PowerType)
	if !ok {
		return zed.SchemaType{}, false
	}
	s, ok := prune(p.Elem).(zed.SchemaType)
	return s, ok
}

// axiomType finds the type of a variable of an axiomatic description before the
// description is checked.
func (ds *definitions) axiomType(e *entry) {
	e.state = 1
	for _, d := range e.axiom.Text.Decls {
		for _, n := range d.Names {
			if n.Name == e.name || e.name == n.Name+"@"+e.section {
				silent := ds.silentChecker()
				silent.globals.checkIn(e, func() {
					_, elem := silent.terms.set(d.Type, formals(e.params))
					unify(e.typ, elem)
				})
			}
		}
	}
	e.state = 0
}

// silentChecker returns a checker of the same specification whose errors are discarded.
// Definitions that it needs are checked by ds.
func (ds *definitions) silentChecker() *checker {
	c := newChecker(ds.spec, ds.globals.sections)
	c.defs.path, c.defs.loud = ds.path, ds
	c.gaps.partial, c.gaps.blind = ds.gaps.partial, ds.gaps.blind
	return c
}

// variable returns the type and the kind of the local or global variable with a name;
// nil where none is in scope.
func (ds *definitions) variable(name string, env *scope) (zed.Type, zed.Kind) {
	if t, ok := env.lookup(name); ok {
		return t, zed.Local
	}
	e := ds.globals.lookup(name)
	if (e == nil || e.unread) && ds.gaps.isExcused(name, env) {
		return newBad(), zed.Local
	}
	if e == nil || e.axiom == nil || len(e.params) > 0 {
		return nil, zed.Unresolved
	}
	if e.state == 0 {
		ds.axiomType(e)
	}
	return e.typ, zed.Global
}
