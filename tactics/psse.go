package tactics

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// psse returns the tactic that divides by the proper subsets of a set extension
// (Fastest: proper subset of set extension).
func psse() Tactic {
	return Tactic{
		Name: "psse", Label: "PSSE", Argument: "e ⊂ {e1, …, en}, as the operation has it", Covers: true, Disjoint: true,
		Doc: "one condition e = A per proper subset A of a set that is spelled out",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			atom, left, elems, err := b.choice(entry, zed.Subset, "e ⊂ {e1, …, en}")
			if err != nil {
				return nil, err
			}
			parts, err := b.subsets(left, elems, entry.Arg.Span)
			if err != nil {
				return nil, err
			}
			return b.divideWhere(atom, parts[:len(parts)-1]), nil
		},
	}
}
