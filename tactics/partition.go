package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// Partition is a standard partition: how the space of an operator's operands
// is divided. It is written in Z over the parameters.
type Partition struct {
	Op     zed.Operator
	Params []string // the operands, in order
	// Sorts are the operands' sorts, for the audit and to tell apart the
	// tables of an operator that has several.
	Sorts []Sort
	// Given is what holds of the operands: the atom itself where the operator
	// makes one, "true" where it is a function.
	Given string
	Rows  []string
}

// Sort is a sort of operands of standard partitions.
type Sort int

// The sorts.
const (
	Number Sort = iota
	Element
	SetOfElements
	SequenceOfElements
)

// Partitions returns the standard partitions. They are the published ones,
// corrected: each covers what Given leaves of the space, without overlap and
// without a row that nothing can satisfy.
func Partitions() []Partition {
	var out []Partition
	for _, o := range []zed.Operator{zed.Union, zed.Intersect, zed.Minus} {
		out = append(out, Partition{o, []string{"S", "T"}, []Sort{SetOfElements, SetOfElements}, "true", []string{
			"S = ∅ ∧ T = ∅",
			"S = ∅ ∧ T ≠ ∅",
			"S ≠ ∅ ∧ T = ∅",
			"S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅",
			"S ≠ ∅ ∧ S ⊂ T",
			"T ≠ ∅ ∧ T ⊂ S",
			"S ≠ ∅ ∧ S = T",
			"S ∩ T ≠ ∅ ∧ S ∖ T ≠ ∅ ∧ T ∖ S ≠ ∅",
		}})
	}
	members, numbers := []Sort{Element, SetOfElements}, []Sort{Number, Number}
	ab := []string{"A", "B"}
	return append(out,
		Partition{zed.In, []string{"x", "A"}, members, "x ∈ A", []string{"A = {x}", "x ∈ A ∧ A ≠ {x}"}},
		Partition{zed.NotIn, []string{"x", "A"}, members, "x ∉ A", []string{"A = ∅", "x ∉ A ∧ A ≠ ∅"}},
		Partition{zed.Card, []string{"A"}, []Sort{SetOfElements}, "true", []string{"#A = 0", "#A = 1", "#A > 1"}},
		Partition{zed.Less, ab, numbers, "A < B", []string{
			"A < B ∧ B < 0", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B > 0", "A > 0 ∧ A < B"}},
		Partition{zed.LessEq, ab, numbers, "A ≤ B", []string{
			"A < B ∧ B < 0", "A < 0 ∧ A = B", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0",
			"A = 0 ∧ B = 0", "A = 0 ∧ B > 0", "A > 0 ∧ A < B", "A > 0 ∧ A = B"}},
		Partition{zed.Greater, ab, numbers, "A > B", []string{
			"A < 0 ∧ A > B", "A = 0 ∧ B < 0", "A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0"}},
		Partition{zed.GreaterEq, ab, numbers, "A ≥ B", []string{
			"A < 0 ∧ A > B", "A < 0 ∧ A = B", "A = 0 ∧ B < 0", "A > 0 ∧ B < 0",
			"A = 0 ∧ B = 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0", "A > 0 ∧ A = B"}},
		Partition{zed.Equal, ab, numbers, "A = B", []string{"A = B ∧ A < 0", "A = 0 ∧ B = 0", "A = B ∧ A > 0"}},
		Partition{zed.NotEqual, ab, numbers, "A ≠ B", []string{
			"A < 0 ∧ B < 0 ∧ A ≠ B", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B < 0",
			"A = 0 ∧ B > 0", "A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > 0 ∧ B > 0 ∧ A ≠ B"}},
		Partition{zed.Plus, ab, numbers, "true", []string{
			"A < B ∧ B < 0", "A < 0 ∧ A = B", "B < A ∧ A < 0",
			"A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B < 0", "A = 0 ∧ B = 0", "A = 0 ∧ B > 0",
			"A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > 0 ∧ A < B", "A > 0 ∧ A = B", "B > 0 ∧ A > B"}},
		Partition{zed.Cat, []string{"s", "t"}, []Sort{SequenceOfElements, SequenceOfElements}, "true", catenation()},
	)
}

// catenation returns the rows of s ⌢ t: which of them are empty and, where
// neither is, which is longer and which repeat elements.
func catenation() []string {
	rows := []string{"#s = 0 ∧ #t = 0", "#s > 0 ∧ #t = 0", "#s = 0 ∧ #t > 0"}
	for _, order := range []string{"#s < #t", "#s = #t", "#s > #t"} {
		for _, s := range []string{"#(ran s) = #s", "#(ran s) < #s"} {
			for _, t := range []string{"#(ran t) = #t", "#(ran t) < #t"} {
				rows = append(rows, "#s > 0 ∧ #t > 0 ∧ "+order+" ∧ "+s+" ∧ "+t)
			}
		}
	}
	return rows
}

// partitionOf returns the table for an operator applied to checked operands.
func partitionOf(o zed.Operator, operands []zed.Expr) (Partition, bool) {
	for _, p := range Partitions() {
		if p.Op != o || len(p.Params) != len(operands) {
			continue
		}
		fits := true
		for i, sort := range p.Sorts {
			fits = fits && sort.admits(operands[i].Typ())
		}
		if fits {
			return p, true
		}
	}
	return Partition{}, false
}

func (s Sort) admits(t zed.Type) bool {
	switch s {
	case Number:
		return zed.Same(t, zed.IntType{})
	case Element:
		return true
	}
	_, set := t.(zed.PowerType)
	return set
}

// row parses a row of a table and puts the operands in the place of the
// parameters. The result is not checked yet.
func (p Partition) row(text string, operands []zed.Expr) (zed.Expr, error) {
	e, err := parse.Expr(source.NewFile("partition of "+string(p.Op), text).Whole())
	if err != nil {
		return nil, err
	}
	by := map[string]zed.Expr{}
	for i, name := range p.Params {
		by[name] = operands[i]
	}
	return fill(e, by), nil
}

// fill puts terms in the place of names in an unchecked row, which binds no
// variables.
func fill(e zed.Expr, by map[string]zed.Expr) zed.Expr {
	all := func(es []zed.Expr) []zed.Expr {
		out := make([]zed.Expr, len(es))
		for i, x := range es {
			out[i] = fill(x, by)
		}
		return out
	}
	switch e := e.(type) {
	case *zed.Ref:
		if x, ok := by[e.Name]; ok {
			return x
		}
	case *zed.Op:
		return &zed.Op{Info: e.Info, Op: e.Op, Args: all(e.Args)}
	case *zed.Logic:
		return &zed.Logic{Info: e.Info, Op: e.Op, Args: all(e.Args)}
	case *zed.SetExt:
		return &zed.SetExt{Info: e.Info, Elems: all(e.Elems)}
	case *zed.Apply:
		return &zed.Apply{Info: e.Info, Fn: fill(e.Fn, by), Arg: fill(e.Arg, by)}
	}
	return e
}
