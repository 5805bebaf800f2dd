package tactics

import (
	"maps"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// Partition is a standard partition, written in Z: it divides the space of the operands
// of a term.
type Partition struct {
	Name string // the operator, as sp takes it
	// Params declares the operands, after the types that they may have: "[X] S, T : ℙ
	// X". The sets also determine what the audit enumerates.
	Params string
	Of     string // the term that is divided, over the operands
	// Given is the condition on the operands under which the term has a value; "":
	// none. Where the term is an atom, the atom itself is given.
	Given string
	Rows  []string
	// Negation divides the space in which an atom is false; nil where the table of
	// another atom does, which is the negation of this one.
	Negation []string
}

// Partitions returns the standard partitions: the published ones, corrected; our own
// for operators without a published one; and for operators that are defined by others
// and have neither, partitions by what the operands are. Each covers the given space of
// its operands, without overlaps and without rows that nothing can satisfy.
func Partitions() []Partition {
	var out []Partition
	for _, tables := range [][]Partition{numbers(), sets(), relations(), sequences(), bags()} {
		out = append(out, tables...)
	}
	return append(out, deriveTables(out)...)
}

// table is a parsed table of rows over parameters: a standard partition, or a tactic
// that a project defines. It is type-checked as far as that is possible without
// operands.
type table struct {
	name     string
	vars     []zed.Var
	of       zed.Expr // type-checked; nil where the rows divide no term
	given    []*source.Text
	rows     []*source.Text
	negation []*source.Text
	generic  map[string]bool // the types that operands may have
	names    *types.Spec     // the meanings of the names in it
	spec     *types.Spec     // the same together with the generic types
	language parse.Language  // the language in which the rows are written
}

// newTable reads a standard partition. Its words have the meanings of the toolkit, even
// where a specification declares one of them anew.
func newTable(p Partition) (*table, error) {
	empty, err := types.Check(nil)
	if err != nil {
		return nil, err
	}
	text := func(z string) *source.Text { return source.NewFile("the partition of "+p.Name, z).Whole() }
	t := &table{name: p.Name, language: parse.Toolkit()}
	for _, r := range p.Rows {
		t.rows = append(t.rows, text(r))
	}
	for _, r := range p.Negation {
		t.negation = append(t.negation, text(r))
	}
	if p.Given != "" {
		t.given = append(t.given, text(p.Given))
	}
	return t, t.read(text(p.Params), text(p.Of), empty)
}

// readOwnTable reads a tactic that a project defines.
func readOwnTable(own spec.OwnTactic, s *spec.System) (*table, error) {
	t := &table{name: own.Name, language: s.Language, rows: own.Rows, negation: own.Negation}
	if own.Given != nil {
		t.given = append(t.given, own.Given)
	}
	return t, t.read(own.Params, own.Of, s.Spec)
}

// read type-checks the parameters and the term.
func (t *table) read(params, of *source.Text, s *types.Spec) error {
	text, given, err := t.language.SchemaText(params)
	if err != nil {
		return err
	}
	t.names, t.generic = s, map[string]bool{}
	for _, g := range given {
		t.generic[g] = true
	}
	if t.vars, _, t.spec, err = s.Text(text, given); err != nil || of == nil {
		return err
	}
	term, err := t.language.Expr(of)
	if err != nil {
		return err
	}
	t.of, err = t.spec.Expr(term, t.vars)
	return err
}

// atom tells whether the table divides a predicate.
func (t *table) atom() bool { return t.of != nil && zed.SameType(t.of.Typ(), zed.BoolType{}) }

// match returns the operands, by parameter, with which a type-checked term is the
// table's term; nil where it is none.
func (t *table) match(e zed.Expr) map[string]zed.Expr {
	if t.of == nil {
		return nil
	}
	m := &matching{table: t, operands: map[string]zed.Expr{}, types: map[string]zed.Type{}}
	if !m.term(t.of, e) {
		return nil
	}
	return m.operands
}

// matching holds the terms for the parameters and the types for the generic types.
type matching struct {
	*table
	operands map[string]zed.Expr
	types    map[string]zed.Type
}

func (m *matching) term(pattern, e zed.Expr) bool {
	if r, ok := pattern.(*zed.Ref); ok {
		for _, v := range m.vars {
			if v.Name == r.Name {
				m.operands[v.Name] = e
				return m.typ(v.Type, e.Typ())
			}
		}
		return zed.Print(pattern, zed.Unicode) == zed.Print(e, zed.Unicode)
	}
	switch p := pattern.(type) {
	case *zed.Op:
		if x, ok := e.(*zed.Op); !ok || x.Op != p.Op {
			return false
		}
	case *zed.Apply:
		if _, ok := e.(*zed.Apply); !ok {
			return false
		}
	case *zed.SetExt:
		if _, ok := e.(*zed.SetExt); !ok {
			return false
		}
	case *zed.TupleExt:
		if _, ok := e.(*zed.TupleExt); !ok {
			return false
		}
	default:
		return zed.Print(pattern, zed.Unicode) == zed.Print(e, zed.Unicode)
	}
	parts, others := zed.Children(pattern), zed.Children(e)
	if len(parts) != len(others) {
		return false
	}
	for i, p := range parts {
		if !m.term(p, others[i]) {
			return false
		}
	}
	return true
}

// typ tells whether a type is an instance of a declared type. Only a sequence is an
// instance of a type that is declared as a sequence.
func (m *matching) typ(declared, t zed.Type) bool {
	switch d := declared.(type) {
	case zed.NamedType:
		if !m.generic[d.Name] {
			break
		}
		if known, ok := m.types[d.Name]; ok {
			return zed.SameType(known, t)
		}
		m.types[d.Name] = t
		return true
	case zed.PowerType:
		x, ok := t.(zed.PowerType)
		return ok && (x.List || !d.List) && m.typ(d.Elem, x.Elem)
	case zed.ProductType:
		x, ok := t.(zed.ProductType)
		if !ok || len(x.Elems) != len(d.Elems) {
			return false
		}
		for i := range d.Elems {
			if !m.typ(d.Elems[i], x.Elems[i]) {
				return false
			}
		}
		return true
	}
	return zed.SameType(declared, t)
}

// row returns a type-checked row, in which operands replace the parameters and their
// types the generic types. It checks the row with variables of these types, and puts
// the operands in afterwards. The type of an operand such as ∅ is known only in its
// place in the specification, and names in an operand may have other meanings in the
// table.
func (t *table) row(text *source.Text, operands map[string]zed.Expr) (zed.Expr, error) {
	e, err := t.language.Expr(text)
	if err != nil {
		return nil, err
	}
	vars := append([]zed.Var(nil), t.vars...)
	m := &matching{table: t, types: map[string]zed.Type{}}
	for i, v := range vars {
		if x := operands[v.Name]; x != nil && m.typ(v.Type, x.Typ()) {
			vars[i].Type = x.Typ()
		}
	}
	standing := map[string]zed.Expr{}
	maps.Copy(standing, operands)
	for name, typ := range m.types {
		vars = append(vars, zed.Var{Name: name, Type: zed.PowerType{Elem: typ}})
		standing[name] = zed.Carrier(typ)
	}
	checked, err := t.names.Pred(e, vars)
	if err != nil {
		return nil, err
	}
	return schema.Substitute(checked, standing), nil
}
