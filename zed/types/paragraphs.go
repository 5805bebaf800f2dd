package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// paragraphs checks the definitions and predicates in the paragraphs of a
// specification.
type paragraphs struct {
	spec     *Spec
	mistakes *mistakes
	types    *inference
	globals  *globals
	gaps     *gaps
	defs     *definitions
	schemas  *schemas
	terms    *expressions
}

// reportRepeated reports generic parameters that are declared twice.
func (ps *paragraphs) reportRepeated(params []zed.Ident) {
	for i, p := range params {
		for _, q := range params[:i] {
			if p.Name == q.Name {
				ps.mistakes.report(source.Errorf(p.Span, "the generic parameter %q is declared twice", p.Name).
					WithPlace(q.Span, "the other is here"))
			}
		}
	}
}

// declare enters the names that a paragraph introduces.
func (ps *paragraphs) declare(p zed.Paragraph) {
	switch p := p.(type) {
	case *zed.Given:
		for _, n := range p.Names {
			e := &entry{kind: zed.GivenSet, state: 2}
			if ps.globals.enter(n, e) {
				e.typ = power(zed.NamedType{Name: e.name})
				ps.spec.Given = append(ps.spec.Given, e.name)
			}
		}
	case *zed.Free:
		set := &entry{kind: zed.FreeType, state: 2}
		ps.globals.enter(p.Name, set)
		t := zed.NamedType{Name: set.name, Free: true}
		if slices.ContainsFunc(p.Branches, func(b zed.Branch) bool { return b.Arg != nil }) {
			t.Constructors = &zed.Constructors{Args: map[string]zed.Type{}}
		}
		set.typ = power(t)
		for _, b := range p.Branches {
			e := &entry{kind: zed.Constant, typ: t, state: 2}
			if b.Arg != nil {
				e.typ = relation(&variable{}, t)
			}
			ps.globals.enter(b.Name, e)
		}
	case *zed.Define:
		ps.reportRepeated(p.Params)
		ps.globals.enter(p.Name, &entry{def: p, params: p.Params})
	case *zed.Conjecture:
		ps.reportRepeated(p.Params)
	case *zed.Axiom:
		ps.reportRepeated(p.Params)
		for _, d := range p.Text.Decls {
			for _, n := range d.Names {
				ps.globals.enter(n, &entry{kind: zed.Global, axiom: p, params: p.Params, typ: &variable{}})
			}
		}
	}
}

// paragraph checks the contents of a paragraph.
func (ps *paragraphs) paragraph(p zed.Paragraph) {
	defer ps.gaps.reportApart()()
	switch p := p.(type) {
	case *zed.Free:
		ps.checkFree(p)
	case *zed.Section:
		ps.globals.reportAmbiguous(p)
	case *zed.Define:
		if e := ps.globals.lookup(p.Name.Name); e != nil && e.def == p {
			ps.defs.define(e)
		}
	case *zed.Axiom:
		ps.axiom(p)
	case *zed.Conjecture:
		ps.spec.Conjectures = append(ps.spec.Conjectures, Conjecture{Name: p.Name, Params: idents(p.Params),
			Pred: ps.terms.predicate(p.Pred, formals(p.Params)), Span: p.Span})
	}
}

func (ps *paragraphs) checkFree(p *zed.Free) {
	f := Free{Name: ps.globals.knownAs(p.Name.Name)}
	t := zed.NamedType{Name: f.Name, Free: true}
	if e := ps.globals.lookup(p.Name.Name); e != nil && e.kind == zed.FreeType {
		t = e.typ.(zed.PowerType).Elem.(zed.NamedType)
	}
	for _, b := range p.Branches {
		name := ps.globals.knownAs(b.Name.Name)
		if b.Arg == nil {
			f.Constants = append(f.Constants, name)
			continue
		}
		set, elem := ps.terms.set(b.Arg, nil)
		if e := ps.globals.lookup(b.Name.Name); e != nil {
			unify(e.typ, relation(elem, t))
		}
		arg := settle(elem)
		f.Ctors = append(f.Ctors, Ctor{Name: name, Arg: arg, Set: set})
		if t.Constructors != nil {
			t.Constructors.Args[name] = arg
		}
	}
	ps.spec.Free = append(ps.spec.Free, f)
}

// axiom checks an axiomatic description. The components of an included schema are
// declared as global variables.
func (ps *paragraphs) axiom(p *zed.Axiom) {
	ps.defs.inside = p
	defer func() { ps.defs.inside = nil }()
	outer := formals(p.Params)
	out := Axiom{Params: idents(p.Params)}
	for _, d := range p.Text.Decls {
		if len(d.Names) == 0 {
			out.Preds = append(out.Preds, ps.include(d, p, &out, outer))
			continue
		}
		set, elem := ps.terms.set(d.Type, outer)
		for _, n := range d.Names {
			if e := ps.globals.lookup(n.Name); e != nil && e.axiom == p {
				ps.types.unify(n.Span, e.typ, elem, "the type of "+n.Name+" is used as %s and declared as %s")
				e.state = 2
				out.Vars = append(out.Vars, zed.Var{Name: e.name, Type: elem, Decl: set, Span: n.Span})
			}
		}
	}
	if p.Text.Pred != nil {
		out.Preds = append(out.Preds, ps.terms.predicate(p.Text.Pred, outer))
	}
	ps.spec.Axioms = append(ps.spec.Axioms, out)
}

// include declares the components of a schema as global variables.
func (ps *paragraphs) include(d zed.Decl, p *zed.Axiom, out *Axiom, outer *scope) zed.Expr {
	x, t, _ := ps.schemas.operand(d.Type, outer)
	for _, f := range t.Fields {
		n := zed.Ident{Name: f.Name, Span: d.Type.At()}
		e := ps.globals.lookup(f.Name)
		if e == nil || e.axiom != p {
			if !ps.globals.enter(n, &entry{kind: zed.Global, axiom: p, params: p.Params, typ: f.Type, state: 2}) {
				continue
			}
		}
		set := &zed.Universe{Info: zed.Info{Span: n.Span, Type: power(f.Type)}}
		ps.types.keep(&set.Info)
		out.Vars = append(out.Vars, zed.Var{Name: ps.globals.knownAs(f.Name), Type: f.Type, Decl: set, Span: n.Span})
	}
	return ps.schemas.holdsPred(x, t, outer)
}

func idents(params []zed.Ident) []string {
	var out []string
	for _, p := range params {
		out = append(out, p.Name)
	}
	return out
}

// finish sets the final types and terms of the specification.
func (ps *paragraphs) finish() {
	s := ps.spec
	for _, e := range s.names {
		if e.typ != nil {
			e.typ = settle(e.typ)
		}
		e.value = ps.types.expand(e.value)
	}
	for _, schema := range s.Schemas {
		schema.Type = settle(schema.Type).(zed.SchemaType)
		schema.Body = ps.types.expand(schema.Body)
	}
	for i := range s.Axioms {
		a := &s.Axioms[i]
		for j := range a.Vars {
			a.Vars[j].Type, a.Vars[j].Decl = settle(a.Vars[j].Type), ps.types.expand(a.Vars[j].Decl)
		}
		for j := range a.Preds {
			a.Preds[j] = ps.types.expand(a.Preds[j])
		}
	}
	for i := range s.Conjectures {
		s.Conjectures[i].Pred = ps.types.expand(s.Conjectures[i].Pred)
	}
	for i := range s.Free {
		for j := range s.Free[i].Ctors {
			ctor := &s.Free[i].Ctors[j]
			ctor.Arg, ctor.Set = settle(ctor.Arg), ps.types.expand(ctor.Set)
		}
	}
}
