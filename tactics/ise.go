package tactics

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// ise returns the tactic that divides by the elements of a set extension (Fastest: in
// set extension).
func ise() Tactic {
	return Tactic{
		Name: "ise", Label: "ISE", Argument: "e ∈ {e1, …, en}, as the operation has it", Covers: true, Disjoint: true,
		Doc: "one condition e = ei per element of a set that is spelled out",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			atom, left, elems, err := b.choice(entry, zed.In, "e ∈ {e1, …, en}")
			if err != nil {
				return nil, err
			}
			var parts []Part
			for _, e := range elems {
				parts = append(parts, b.makePart(entry.Arg.Span, zed.Equal, left, e))
			}
			return b.divideWhere(atom, parts), nil
		},
	}
}
