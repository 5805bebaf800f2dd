package search

import (
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// truth evaluates the atom on the values of its free variables.
func (a *atom) truth(b *eval.Session, values []value.Value) assessment {
	if a.prog == nil {
		return assessment{truth: eval.Undefined, open: true}
	}
	t, reason := a.prog.TruthIn(b, values)
	v := assessment{truth: t}
	if reason != nil {
		v.hole, _ = holeOf(reason)
		v.open = t == eval.Undefined && isUndecided(reason)
	}
	return v
}

// findHole returns the first hole within a value.
func findHole(v value.Value) (int, bool) {
	switch v.Kind() {
	case value.Hole:
		return v.Hole(), true
	case value.Set:
		if !v.Open() {
			return 0, false
		}
	case value.Int, value.Atom, value.Str, value.Nothing:
		return 0, false
	}
	for i := range v.Len() {
		if h, ok := findHole(part(v, i)); ok {
			return h, true
		}
	}
	return 0, false
}

// put returns v with the part at the path replaced.
func put(v value.Value, path []int, x value.Value) value.Value {
	if len(path) == 0 {
		return x
	}
	parts := make([]value.Value, v.Len())
	for i := range parts {
		parts[i] = part(v, i)
	}
	parts[path[0]] = put(parts[path[0]], path[1:], x)
	return rebuild(v, parts)
}

// part returns the i-th direct part of a structured value: an item of a sequence, a
// member of a set, a component of a tuple or binding.
func part(v value.Value, i int) value.Value { return v.Elem(i) }

// rebuild returns a value like v with other parts.
func rebuild(v value.Value, parts []value.Value) value.Value {
	switch v.Kind() {
	case value.Seq:
		return value.OfSeq(parts)
	case value.Tuple:
		return value.OfTuple(parts...)
	case value.Binding:
		return value.OfBinding(v.Names(), parts)
	case value.Ctor:
		return value.OfCtor(v.Name(), parts[0])
	case value.Total:
		return value.OfTotal(v.Name(), parts[0])
	case value.Set:
		return value.OfFunction(parts)
	}
	return v
}

// holeOf returns the hole that an evaluation lacked, where it lacked one.
func holeOf(r *eval.Reason) (int, bool) { return r.Hole, r.Unset }

// isUndecided tells whether an evaluation failed because it would have enumerated too
// much. The term may have a value then.
func isUndecided(r *eval.Reason) bool { return r.Infinite }
