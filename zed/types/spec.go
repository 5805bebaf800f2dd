package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Spec is a type-checked specification.
type Spec struct {
	Given []string // the given types, in order
	Free  []Free
	// by name, or name@section where an earlier section has a schema of that name
	Schemas     map[string]*Schema
	Axioms      []Axiom
	Defined     map[string]*zed.Definition // the definitions that axioms give to global variables
	Conjectures []Conjecture

	names     map[string]*entry
	sectioned map[string][]string // the names name@section of Schemas, by the name before the section
}

// Axiom is an axiomatic description: global variables and the predicates on them. With
// parameters it is a generic description.
type Axiom struct {
	Params []string
	Vars   []zed.Var
	Preds  []zed.Expr
}

// Conjecture is a predicate that is claimed to hold.
type Conjecture struct {
	Name   string // "" where it has none
	Params []string
	Pred   zed.Expr
	Span   source.Span
}

// Globals returns the variables of the axiomatic descriptions that are not
// generic.
func (s *Spec) Globals() []zed.Var {
	var out []zed.Var
	for _, a := range s.Axioms {
		if len(a.Params) == 0 {
			out = append(out, a.Vars...)
		}
	}
	return out
}

// Free is a free type.
type Free struct {
	Name      string
	Constants []string
	Ctors     []Ctor
}

// Ctor is a constructor of a free type that takes an argument.
type Ctor struct {
	Name string
	Arg  zed.Type
	Set  zed.Expr // the set that the argument ranges over
}

// Schema is a named schema.
type Schema struct {
	Name   string
	Params []string // its formal generic parameters
	Type   zed.SchemaType
	// Body is the type-checked schema expression, in which a reference to another
	// schema is a Ref of kind SchemaName.
	Body zed.Expr
	Span source.Span
}

// entry is the meaning of a name of the specification.
type entry struct {
	section string // the section that introduces it, or ""
	name    string
	span    source.Span
	kind    zed.Kind
	typ     zed.Type // the type of a value; nil until it is known
	value   zed.Expr // the type-checked term of an abbreviation
	params  []zed.Ident
	def     *zed.Define
	axiom   *zed.Axiom
	state   int  // of a definition: 0 not begun, 1 being checked, 2 checked
	unread  bool // whether a paragraph that was not read may introduce it
}

// Check checks the paragraphs of a specification, in any order. The error is a
// source.Errors with all errors, apart from those that paragraphs which were not read
// may explain. Where there are such paragraphs, the result may contain errors that are
// not reported.
func Check(paragraphs []zed.Paragraph) (*Spec, error) {
	s := &Spec{Schemas: map[string]*Schema{}, sectioned: map[string][]string{}, names: map[string]*entry{}}
	c := newChecker(s, sectionsOf(paragraphs))
	c.globals.checkSections(paragraphs)
	for _, p := range paragraphs {
		c.globals.sections.enter(p)
		c.paragraphs.declare(p)
	}
	truth := s.enterTruthValues()
	for _, p := range paragraphs {
		c.gaps.enterUnread(p)
	}
	for _, p := range paragraphs {
		c.globals.sections.enter(p)
		c.paragraphs.paragraph(p)
	}
	c.types.settle()
	c.paragraphs.finish()
	for name := range s.Schemas {
		if base, _, sectioned := strings.Cut(name, "@"); sectioned {
			s.sectioned[base] = append(s.sectioned[base], name)
		}
	}
	s.Free = append(s.Free, truth...)
	s.Defined = findDefinitions(s.Axioms)
	return s, c.mistakes.errs.Err()
}

// Expr checks an expression, a predicate or a schema expression over the given
// variables.
func (s *Spec) Expr(e zed.Expr, vars []zed.Var) (zed.Expr, error) {
	c := newChecker(s, nil)
	env := scopeOf(vars)
	var out zed.Expr
	if isPredicate(e) && !c.schemas.isSchema(e, env) {
		out = c.terms.predicate(e, env)
	} else {
		out = c.terms.expr(e, env)
	}
	c.types.settle()
	if err := c.mistakes.errs.Err(); err != nil {
		return nil, err
	}
	return c.types.expand(out), nil
}

// Schema returns the schema with a name, or name@section, or nil. Where several
// sections have a schema of a name that is given without a section, it also returns
// their full names.
func (s *Spec) Schema(name string) (found *Schema, several []string) {
	base, section, named := strings.Cut(name, "@")
	first := s.Schemas[base]
	switch {
	case first == nil:
		return nil, nil
	case named && s.sectionOf(first) == section:
		return first, nil
	case named:
		return s.Schemas[name], nil
	}
	for _, other := range s.sectioned[base] {
		several = append(several, base+"@"+s.sectionOf(s.Schemas[other]))
	}
	if len(several) > 0 {
		several = append(several, base+"@"+s.sectionOf(first))
		slices.Sort(several)
	}
	return first, several
}

func (s *Spec) sectionOf(schema *Schema) string {
	if e := s.names[schema.Name]; e != nil {
		return e.section
	}
	return ""
}

// Definition returns the type-checked term that a name is defined as, and its formal
// generic parameters; ok is false where there is none.
func (s *Spec) Definition(name string) (params []string, body zed.Expr, ok bool) {
	if schema := s.Schemas[name]; schema != nil {
		return schema.Params, schema.Body, true
	}
	if e := s.names[name]; e != nil && e.value != nil {
		return idents(e.params), e.value, true
	}
	return nil, nil, false
}

// Terms returns the type-checked terms of the paragraphs: what names are defined as, the declared sets and
// predicates of axioms, and conjectures, in no particular order. They hold all terms that were written
// and could be checked; a term that could not may have no type.
func (s *Spec) Terms() []zed.Expr {
	var out []zed.Expr
	for _, e := range s.names {
		if e.value != nil && s.Schemas[e.name] == nil {
			out = append(out, e.value)
		}
	}
	for _, schema := range s.Schemas {
		out = append(out, schema.Body)
	}
	for _, a := range s.Axioms {
		for _, v := range a.Vars {
			out = append(out, v.Decl)
		}
		out = append(out, a.Preds...)
	}
	for _, f := range s.Free {
		for _, c := range f.Ctors {
			out = append(out, c.Set)
		}
	}
	for _, c := range s.Conjectures {
		out = append(out, c.Pred)
	}
	return slices.DeleteFunc(out, func(e zed.Expr) bool { return e == nil })
}

// Pred checks a predicate over the given variables. A schema is a predicate.
func (s *Spec) Pred(e zed.Expr, vars []zed.Var) (zed.Expr, error) {
	c := newChecker(s, nil)
	out := c.terms.predicate(e, scopeOf(vars))
	c.types.settle()
	if err := c.mistakes.errs.Err(); err != nil {
		return nil, err
	}
	return c.types.expand(out), nil
}

// Text checks declarations and a predicate. The given types are added to those of the
// specification, in the specification that it returns; s is unchanged.
func (s *Spec) Text(t zed.Text, given []string) ([]zed.Var, zed.Expr, *Spec, error) {
	extended := *s
	extended.names = map[string]*entry{}
	for k, v := range s.names {
		extended.names[k] = v
	}
	extended.Given = append([]string(nil), s.Given...)
	for _, g := range given {
		extended.Given = append(extended.Given, g)
		extended.names[g] = &entry{name: g, kind: zed.GivenSet, typ: zed.PowerType{Elem: zed.NamedType{Name: g}},
			state: 2}
	}
	c := newChecker(&extended, nil)
	text, env := c.texts.text(t, nil)
	c.types.settle()
	if err := c.mistakes.errs.Err(); err != nil {
		return nil, nil, nil, err
	}
	var vars []zed.Var
	for _, d := range text.Decls {
		for _, n := range d.Names {
			vars = append(vars, zed.Var{Name: n.Name, Type: settle(env.names[n.Name]),
				Decl: c.types.expand(d.Type), Span: n.Span})
		}
	}
	pred := c.types.expand(text.Pred)
	if pred == nil {
		pred = &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: true}
	}
	return vars, pred, &extended, nil
}

func scopeOf(vars []zed.Var) *scope {
	env := &scope{names: map[string]zed.Type{}}
	for _, v := range vars {
		env.names[v.Name] = v.Type
	}
	return env
}

// scope has the local variables that are in scope.
type scope struct {
	names  map[string]zed.Type
	formal bool // whether the names are generic parameters
	outer  *scope
}

func (s *scope) lookup(name string) (zed.Type, bool) {
	for ; s != nil; s = s.outer {
		if t, ok := s.names[name]; ok {
			return t, true
		}
	}
	return nil, false
}

// kind returns what a local name stands for.
func (s *scope) kind(name string) zed.Kind {
	for ; s != nil; s = s.outer {
		if _, ok := s.names[name]; ok {
			if s.formal {
				return zed.Formal
			}
			return zed.Local
		}
	}
	return zed.Unresolved
}

func (s *scope) allNames() []string {
	var out []string
	for ; s != nil; s = s.outer {
		for n := range s.names {
			out = append(out, n)
		}
	}
	return out
}
