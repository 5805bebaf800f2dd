package tactics

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// deriveTables returns tables for operators that are defined by others and have no table of
// their own. They divide by what the operands are, according to their types.
func deriveTables(tables []Partition) []Partition {
	named := map[string]bool{}
	for _, t := range tables {
		named[t.Name] = true
	}
	var out []Partition
	for _, r := range zed.Rows() {
		// A function with a name takes its second operand later: count b.
		if r.Means == "" || named[r.Symbol] || zed.IsCurried(r.Op) {
			continue
		}
		out = append(out, makeOperandTable(r))
	}
	return out
}

// makeOperandTable returns the table of an operator by what its operands are. For a predicate
// it divides only the first operand, since not every combination may satisfy the
// predicate.
func makeOperandTable(r zed.Row) Partition {
	p := Partition{Name: r.Symbol, Rows: []string{"true"}}
	var params, given []string
	generic := map[string]bool{}
	_, relation := r.Result.(zed.BoolType)
	for i, o := range r.Operands {
		x := zed.OperandNames[i]
		params = append(params, x+" : "+carrier(o, generic))
		if o.Needs == zed.IsFilled || o.Needs == zed.IsFilledSequence {
			given = append(given, x+" ≠ ∅")
		}
		if o.Needs == zed.IsNotZero {
			given = append(given, x+" ≠ 0")
		}
		if rows := kinds(x, o); i == 0 && len(rows) > 0 {
			p.Rows = rows
		} else if !relation && len(rows) > 0 {
			p.Rows = pairs(p.Rows, rows)
		}
	}
	p.Given = strings.Join(given, " ∧ ")
	p.Params = strings.Join(params, "; ")
	var types []string
	for _, name := range []string{"A", "B", "C"} {
		if generic[name] {
			types = append(types, name)
		}
	}
	if len(types) > 0 {
		p.Params = "[" + strings.Join(types, ", ") + "] " + p.Params
	}
	p.Of = strings.TrimSpace(strings.NewReplacer("_", "%").Replace(r.Template()))
	for i := range r.Operands {
		p.Of = strings.Replace(p.Of, "%", zed.OperandNames[i], 1)
	}
	if relation {
		p.Rows, p.Negation = pairs([]string{p.Of}, p.Rows), pairs([]string{"¬ (" + p.Of + ")"}, p.Rows)
	}
	return p
}

// kinds returns the predicates that divide the values of an operand.
func kinds(x string, o zed.Operand) []string {
	t, collection := o.Type.(zed.PowerType)
	filled := o.Needs == zed.IsFilled || o.Needs == zed.IsFilledSequence
	switch {
	case o.Needs == zed.IsNotZero:
		return []string{x + " < 0", x + " > 0"}
	case o.Needs == zed.IsNatural:
		return signs(x)[1:]
	case zed.SameType(o.Type, zed.IntType{}):
		return signs(x)
	case collection && t.List && filled:
		return []string{"#" + x + " = 1", "#" + x + " > 1"}
	case collection && t.List:
		return []string{"#" + x + " = 0", "#" + x + " = 1", "#" + x + " > 1"}
	case collection && !filled:
		return []string{x + " = ∅", x + " ≠ ∅"}
	}
	return nil
}

// carrier returns the set in which an operand is declared as text, and adds the generic
// types in it to `generic`.
func carrier(o zed.Operand, generic map[string]bool) string {
	switch t := o.Type.(type) {
	case zed.NamedType:
		name := strings.ToUpper(t.Name)
		generic[name] = true
		return name
	case zed.ProductType:
		var parts []string
		for _, e := range t.Elems {
			parts = append(parts, "("+carrier(zed.Operand{Type: e}, generic)+")")
		}
		return strings.Join(parts, " × ")
	case zed.PowerType:
		pair, relation := t.Elem.(zed.ProductType)
		of := func(i int) string { return "(" + carrier(zed.Operand{Type: pair.Elems[i]}, generic) + ")" }
		switch {
		case t.List && relation:
			return "seq " + of(1)
		case o.Needs == zed.IsBag && relation:
			return "bag " + of(0)
		case o.Needs == zed.IsFunction && relation:
			return of(0) + " ⇸ " + of(1)
		}
		return "ℙ (" + carrier(zed.Operand{Type: t.Elem}, generic) + ")"
	}
	return "ℤ"
}
