package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxPieces is the largest number of pieces for which a concatenation is compared piece
// by piece. Longer ones are rare; the sequence is built for them.
const maxPieces = 8

// piece is a part of a concatenation: a sequence, or one item.
type piece struct {
	part machine.Term
	item bool
}

// compileJoinedEqual compiles s = t ⌢ u without building the right side. It returns
// nil for other equations.
func (c *comparisons) compileJoinedEqual(e *zed.Op) machine.Predicate {
	for i := range 2 {
		joined, ok := e.Args[1-i].(*zed.Op)
		if !ok || joined.Op != zed.Cat {
			continue
		}
		if other, ok := e.Args[i].(*zed.Op); ok && other.Op == zed.Cat {
			return nil
		}
		if pieces := c.pieces(joined); len(pieces) <= maxPieces {
			return joins(c.root.Term(e.Args[i]), pieces, joined, e.Op == zed.NotEqual)
		}
	}
	return nil
}

func (c *comparisons) pieces(e zed.Expr) []piece {
	switch e := e.(type) {
	case *zed.Op:
		if e.Op == zed.Cat {
			return append(c.pieces(e.Args[0]), c.pieces(e.Args[1])...)
		}
	case *zed.SeqExt:
		var out []piece
		for _, x := range e.Elems {
			out = append(out, piece{c.root.Term(x), true})
		}
		return out
	}
	return []piece{{c.root.Term(e), false}}
}

func joins(whole machine.Term, pieces []piece, at zed.Expr, negated bool) machine.Predicate {
	return func(m *machine.Machine) machine.Truth {
		var parts [maxPieces]value.Value
		length := 0
		for i, p := range pieces {
			v, ok := p.part(m)
			if !p.item {
				v, ok = m.Shell(v, ok)
				length += v.Len() - 1
			}
			if !ok {
				return m.Fail
			}
			if !p.item && v.Kind() == value.Set && v.Len() > 0 {
				m.Undefined(at, "%s is not a sequence", v)
				return m.Fail
			}
			parts[i], length = v, length+1
		}
		v, ok := m.Shell(whole(m))
		if !ok {
			return m.Fail
		}
		equal := machine.TruthOf(v.Len() == length && (length == 0 || v.Kind() == value.Seq))
		if equal == machine.True {
			equal = compareItems(m, v.Items(), pieces, parts[:len(pieces)])
		}
		if negated {
			return machine.Not(equal)
		}
		return equal
	}
}

// compareItems compares the items of a sequence with those of the parts, which are of the
// same number.
func compareItems(m *machine.Machine, items []value.Value, pieces []piece, parts []value.Value) machine.Truth {
	at := 0
	var open machine.Undecided
	for i, p := range pieces {
		count := 1
		if !p.item {
			count = parts[i].Len()
		}
		for j := range count {
			x := parts[i]
			if !p.item {
				x = x.Elem(j)
			}
			t := m.Equal(items[at], x)
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
			at++
		}
	}
	return open.Else(m, machine.True)
}
