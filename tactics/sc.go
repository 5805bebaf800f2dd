package tactics

import (
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// maxCardinality is the largest k of the tactic sc. No sensible scope has larger
// collections.
const maxCardinality = 64

// sc returns the tactic that divides by the size of a set or sequence.
func sc() Tactic {
	return Tactic{
		Name: "sc", Label: "SC", Argument: "a set or sequence, or [set or sequence, k]", Covers: true, Disjoint: true,
		Doc:  "one condition per size 0, 1, …, k − 1, and one for k and more (k = 2)",
		Read: readSC,
	}
}

func readSC(b *Basis, entry spec.Tactic) (Divider, error) {
	args, err := fields(entry, "of", "k")
	if err != nil {
		return nil, err
	}
	text, err := readScalar(entry, args["of"], "a set or a sequence")
	if err != nil {
		return nil, err
	}
	_, set, err := b.Term(text)
	if err != nil {
		return nil, err
	}
	if _, ok := set.Typ().(zed.PowerType); !ok {
		return nil, source.Errorf(text.FullSpan(), "the tactic sc expects a set or a sequence; %s has type %s",
			text.Value,
			set.Typ())
	}
	k := 2
	if arg := args["k"]; arg != nil {
		written, err := readScalar(entry, arg, "a number")
		if err != nil {
			return nil, err
		}
		if k, err = strconv.Atoi(written.Value); err != nil || k < 1 || k > maxCardinality {
			return nil, source.Errorf(arg.Span, "expected a number from 1 to %d, found %q", maxCardinality,
				written.Value)
		}
	}
	size := op(zed.Card, zed.IntType{}, set)
	var parts []Part
	for i := range k {
		parts = append(parts, b.makePart(text.FullSpan(), zed.Equal, size, num(i)))
	}
	parts = append(parts, b.makePart(text.FullSpan(), zed.GreaterEq, size, num(k)))
	return func(*suite.Condition) ([]Part, error) { return parts, nil }, nil
}
