package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// checker checks one specification, or one term in it.
type checker struct {
	spec    *Spec
	errs    source.Errors
	made    []*zed.Info           // of every node made, to fill in types that are found later
	memo    map[zed.Expr]zed.Expr // of what was expanded
	waiting []waiting
	inside  *zed.Axiom            // the description being checked
	middle  map[zed.Expr]zed.Expr // checked terms that a chain of relations has twice
	open    []undetermined
	places  map[string][]place // where variables were declared, by name
	path    []string           // the definitions being checked, for cycles
	partial bool               // some paragraphs were not read
	blind   bool               // and not even their names are known
	missing map[string]bool    // the names that the paragraph being checked lacks
	beside  [][]zed.Decl       // the lists of declarations of which a set is being checked, the innermost last
	// loud is the checker to which the definitions belong that this one, whose
	// errors nobody reads, meets first; nil where its own are read.
	loud *checker
	// sections is nil where a term is checked by itself.
	sections *sections
}

func (c *checker) errorf(at source.Span, format string, args ...any) zed.Type {
	c.errs = append(c.errs, source.Errorf(at, format, args...))
	return bad()
}

// undetermined is a term whose type may be left open by all that is said of it.
type undetermined struct {
	typ  zed.Type
	at   source.Span
	what string
}

// mayBeOpen has the type of a term looked at when everything is checked.
func (c *checker) mayBeOpen(e zed.Expr, t zed.Type, what string) {
	c.open = append(c.open, undetermined{t, e.At(), what})
}

// place is where a variable was declared.
type place struct {
	span source.Span
	typ  zed.Type
}

func (c *checker) declared(n zed.Ident, t zed.Type) {
	if c.places == nil {
		c.places = map[string][]place{}
	}
	c.places[n.Name] = append(c.places[n.Name], place{n.Span, t})
}

// mismatched reports that types do not fit, with the places where the variables
// among the terms got theirs.
func (c *checker) mismatched(at source.Span, terms []zed.Expr, format string, args ...any) zed.Type {
	err := source.Errorf(at, format, args...)
	seen := map[string]bool{}
	for _, e := range terms {
		r, ok := e.(*zed.Ref)
		if !ok || seen[r.Name] || r.Type == nil {
			continue
		}
		seen[r.Name] = true
		if span, ok := c.placeOf(r); ok {
			err = err.With(span, "%s is declared here", strings.TrimRight(r.Name, "'"))
		}
	}
	c.errs = append(c.errs, err)
	return bad()
}

// placeOf returns where the variable that a name stands for was declared: where
// one of that name and type was.
func (c *checker) placeOf(r *zed.Ref) (source.Span, bool) {
	if r.Kind == zed.Global {
		if e := c.spec.names[r.Name]; e != nil {
			return e.span, true
		}
	}
	want, use := shown(r.Type), r.Span.Pos()
	for _, name := range []string{r.Name, strings.TrimRight(r.Name, "'")} {
		var best *place
		for i, p := range c.places[name] {
			// The last before the use is the most likely of them.
			if shown(p.typ) == want && (best == nil || before(p.span.Pos(), use)) {
				best = &c.places[name][i]
			}
		}
		if best != nil {
			return best.span, true
		}
	}
	return source.Span{}, false
}

// before tells whether a place lies before another in one file.
func before(a, b source.Pos) bool {
	return a.File == b.File && (a.Line < b.Line || a.Line == b.Line && a.Column < b.Column)
}

// settle fills in the types that were found after their nodes were made.
func (c *checker) settle() {
	c.resume()
	fine := len(c.errs) == 0 && !c.partial // what an error leaves open is no other error
	for _, u := range c.open {
		if fine && unknown(u.typ) {
			c.errorf(u.at, "the type of %s is not determined here: expected more of it, or its parameters in brackets", u.what)
		}
	}
	c.open = nil
	for _, i := range c.made {
		if i.Type != nil {
			i.Type = c.full(i.Type)
		}
	}
	c.made = nil
}

// expanded returns a term, whose types are settled, without what only the
// checker knows.
func (c *checker) expanded(e zed.Expr) zed.Expr {
	if c.memo == nil {
		c.memo = map[zed.Expr]zed.Expr{}
	}
	return zed.Expanded(e, c.memo)
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

// distinct reports generic parameters that are declared twice.
func (c *checker) distinct(params []zed.Ident) {
	for i, p := range params {
		for _, q := range params[:i] {
			if p.Name == q.Name {
				c.errs = append(c.errs, source.Errorf(p.Span, "the generic parameter %q is declared twice", p.Name).With(q.Span, "the other is here"))
			}
		}
	}
}

// declare enters the names that a paragraph defines.
func (c *checker) declare(p zed.Paragraph) {
	switch p := p.(type) {
	case *zed.Given:
		for _, n := range p.Names {
			e := &entry{kind: zed.GivenSet, state: 2}
			if c.enter(n, e) {
				e.typ = power(zed.NamedType{Name: e.name})
				c.spec.Given = append(c.spec.Given, e.name)
			}
		}
	case *zed.Free:
		set := &entry{kind: zed.FreeType, state: 2}
		c.enter(p.Name, set)
		t := zed.NamedType{Name: set.name, Free: true}
		set.typ = power(t)
		for _, b := range p.Branches {
			e := &entry{kind: zed.Constant, typ: t, state: 2}
			if b.Arg != nil {
				e.typ = relation(&variable{}, t)
			}
			c.enter(b.Name, e)
		}
	case *zed.Define:
		c.distinct(p.Params)
		c.enter(p.Name, &entry{def: p, params: p.Params})
	case *zed.Conjecture:
		c.distinct(p.Params)
	case *zed.Axiom:
		c.distinct(p.Params)
		for _, d := range p.Text.Decls {
			for _, n := range d.Names {
				c.enter(n, &entry{kind: zed.Global, axiom: p, params: p.Params, typ: &variable{}})
			}
		}
	}
}

func (c *checker) enter(n zed.Ident, e *entry) bool {
	e.name, e.span = n.Name, n.Span
	if c.sections != nil {
		e.section = c.sections.here
	}
	if other, ok := c.spec.names[n.Name]; ok {
		if e.axiom != nil && e.axiom == other.axiom {
			return false // its types are held against each other
		}
		if e.axiom != nil && slices.ContainsFunc(c.homes(n.Name), func(h *entry) bool { return h.axiom == e.axiom }) {
			return false
		}
		if c.share(n, e, other) {
			return true
		}
		c.errs = append(c.errs, source.Errorf(n.Span, "%q is defined twice", n.Name).With(other.span, "the other definition is here"))
		return false
	}
	c.spec.names[n.Name] = e
	return true
}

// apart has a paragraph's errors reported by themselves, until the function
// that it returns is called.
func (c *checker) apart() func() {
	outer := c.missing
	c.missing = map[string]bool{}
	return func() { c.missing = outer }
}

// paragraph checks what the paragraph defines.
func (c *checker) paragraph(p zed.Paragraph) {
	defer c.apart()()
	switch p := p.(type) {
	case *zed.Free:
		c.free(p)
	case *zed.Section:
		c.ambiguous(p)
	case *zed.Define:
		if e := c.lookup(p.Name.Name); e != nil && e.def == p {
			c.define(e)
		}
	case *zed.Axiom:
		c.axiom(p)
	case *zed.Conjecture:
		c.spec.Conjectures = append(c.spec.Conjectures, Conjecture{Name: p.Name, Params: idents(p.Params), Pred: c.predicate(p.Pred, formals(p.Params)), Span: p.Span})
	}
}

func (c *checker) free(p *zed.Free) {
	f := Free{Name: c.known(p.Name.Name)}
	for _, b := range p.Branches {
		name := c.known(b.Name.Name)
		if b.Arg == nil {
			f.Constants = append(f.Constants, name)
			continue
		}
		set, elem := c.set(b.Arg, nil)
		if e := c.lookup(b.Name.Name); e != nil {
			unify(e.typ, relation(elem, zed.NamedType{Name: f.Name, Free: true}))
		}
		f.Ctors = append(f.Ctors, Ctor{Name: name, Arg: c.full(elem), Set: set})
	}
	c.spec.Free = append(c.spec.Free, f)
}

// axiom checks an axiomatic description. What it includes is declared as if it
// stood there.
func (c *checker) axiom(p *zed.Axiom) {
	c.inside = p
	defer func() { c.inside = nil }()
	outer := formals(p.Params)
	out := Axiom{Params: idents(p.Params)}
	for _, d := range p.Text.Decls {
		if len(d.Names) == 0 {
			out.Preds = append(out.Preds, c.included(d, p, &out, outer))
			continue
		}
		set, elem := c.set(d.Type, outer)
		for _, n := range d.Names {
			if e := c.lookup(n.Name); e != nil && e.axiom == p {
				c.same(n.Span, e.typ, elem, "the type of "+n.Name+" is used as %s and declared as %s")
				e.state = 2
				out.Vars = append(out.Vars, zed.Var{Name: e.name, Type: elem, Decl: set, Span: n.Span})
			}
		}
	}
	if p.Text.Pred != nil {
		out.Preds = append(out.Preds, c.predicate(p.Text.Pred, outer))
	}
	c.spec.Axioms = append(c.spec.Axioms, out)
}

// included declares the components of a schema as global variables.
func (c *checker) included(d zed.Decl, p *zed.Axiom, out *Axiom, outer *scope) zed.Expr {
	x, t, _ := c.operand(d.Type, outer)
	for _, f := range t.Fields {
		n := zed.Ident{Name: f.Name, Span: d.Type.At()}
		e := c.lookup(f.Name)
		if e == nil || e.axiom != p {
			if !c.enter(n, &entry{kind: zed.Global, axiom: p, params: p.Params, typ: f.Type, state: 2}) {
				continue
			}
		}
		set := &zed.Universe{Info: zed.Info{Span: n.Span, Type: power(f.Type)}}
		c.keep(&set.Info)
		out.Vars = append(out.Vars, zed.Var{Name: c.known(f.Name), Type: f.Type, Decl: set, Span: n.Span})
	}
	return c.holding(x, t, outer)
}

func idents(params []zed.Ident) []string {
	var out []string
	for _, p := range params {
		out = append(out, p.Name)
	}
	return out
}

// define checks a definition, once.
func (c *checker) define(e *entry) {
	if c.loud != nil {
		c.loud.define(e)
		return
	}
	switch e.state {
	case 2:
		return
	case 1:
		i := 0
		for c.path[i] != e.name {
			i++
		}
		c.errorf(e.span, "the definition of %q goes in a circle: %s", e.name, strings.Join(append(c.path[i:len(c.path):len(c.path)], e.name), " needs "))
		e.typ, e.state = bad(), 2
		return
	}
	e.state = 1
	defer c.apart()()
	defer func(before *zed.Axiom) { c.inside = before }(c.inside)
	c.inside = nil
	c.path = append(c.path, e.name)
	defer func() {
		c.path = c.path[:len(c.path)-1]
		e.state = 2
	}()
	var value zed.Expr
	c.within(e, func() { value = c.expr(e.def.Value, formals(e.params)) })
	if e.typ != nil {
		return // a circle was found on the way
	}
	if size(value.Typ(), MaxType) > MaxType {
		e.typ = c.errorf(e.span, "the type of %q is too large: it has more than %d parts", e.name, MaxType)
		return
	}
	e.typ, e.value = value.Typ(), value
	if t, ok := schemaOf(value.Typ()); ok {
		e.kind = zed.SchemaName
		c.spec.Schemas[e.name] = &Schema{Name: e.name, Params: idents(e.params), Type: t, Body: value, Span: e.span}
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
