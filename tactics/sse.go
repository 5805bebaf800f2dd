package tactics

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// sse returns the tactic that divides by the subsets of a set extension (Fastest:
// subset of set extension).
func sse() Tactic {
	return Tactic{
		Name: "sse", Label: "SSE", Argument: "v ⊆ {e1, …, en}, as the operation has it", Covers: true, Disjoint: true,
		Doc: "one condition v = A per subset A of a set that is spelled out",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			atom, left, elems, err := b.choice(entry, zed.SubsetEq, "v ⊆ {e1, …, en}")
			if err != nil {
				return nil, err
			}
			parts, err := b.subsets(left, elems, entry.Arg.Span)
			if err != nil {
				return nil, err
			}
			return b.divideWhere(atom, parts), nil
		},
	}
}
