package cases

import (
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/suite"
)

// Prefixes returns the pairs of the beginnings of the first sequence of an equivalent pair, each with its
// normal form, from create to the whole; nil where the axioms do not stand behind the pair. The pair at
// index k has k operations after create.
func (p *Prover) Prefixes(of *suite.Pair) []*suite.Pair {
	chain := language.Chain(of.First)
	if !of.Equivalent || chain == nil || p.Check(of) != nil {
		return nil
	}
	var out []*suite.Pair
	for k := range chain {
		one := p.remake(of, chain[:k+1], nil)
		if one == nil {
			return nil
		}
		out = append(out, one)
	}
	return out
}

// shrinking returns the operations of both sequences of a pair, and what yields the pair that is remade of others; no
// operations where no axiom stands behind the pair.
func (p *Prover) shrinking(of *suite.Pair, yield func(*suite.Pair) bool) (first, second []*language.Apply,
	give func(one, other []*language.Apply) bool) {
	if first = language.Chain(of.First); first == nil || p.Check(of) != nil {
		return nil, nil, nil
	}
	return first, language.Chain(of.Second), func(one, other []*language.Apply) bool {
		made := p.remake(of, one, other)
		return made == nil || yield(made)
	}
}

// ShrinkOperations yields pairs that have fewer operations than one, with the same tag, which the axioms prove:
// operations are left out, many first, those of objects in arguments too. Last, one is left out and an integer comes
// closer to 0 by one, as what fills something and its capacity. It is empty where no axiom stands behind the pair.
func (p *Prover) ShrinkOperations(of *suite.Pair) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		first, second, give := p.shrinking(of, yield)
		if first == nil {
			return
		}
		for size := (len(first) - 1) / 2; size >= 1; size /= 2 {
			for from := 1; from+size <= len(first); from += size {
				shorter := slices.Delete(slices.Clone(first), from, from+size)
				if !of.Equivalent && !give(shorter, without(second, first[from:from+size])) || !give(shorter, second) {
					return
				}
			}
		}
		for from := 1; from < len(second) && !of.Equivalent; from++ {
			if !give(first, slices.Delete(slices.Clone(second), from, from+1)) {
				return
			}
		}
		for _, one := range simplerInside(of.First) {
			if chain := language.Chain(one); chain != nil && !give(chain, second) {
				return
			}
		}
		for _, change := range changesByOne(of) {
			for i := 1; i < len(first); i++ {
				shorter := changeAll(slices.Delete(slices.Clone(first), i, i+1), change)
				if !give(shorter, changeAll(without(second, first[i:i+1]), change)) {
					return
				}
			}
		}
	}
}

// without returns a sequence that lacks operations, each once, with the arguments that they have in another one.
func without(chain, operations []*language.Apply) []*language.Apply {
	out := slices.Clone(chain)
	for _, o := range operations {
		same := func(a *language.Apply) bool { return textOf(a) == textOf(o) }
		if i := slices.IndexFunc(out, same); i > 0 {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}

// textOf returns what is written of an operation without what it is sent to.
func textOf(a *language.Apply) string {
	alone := *a
	if a.Op != language.Create {
		alone.Args = append([]language.Term{&language.Variable{}}, a.Args[1:]...)
	}
	return language.FormatTerm(&alone, language.LOBAS)
}

// remake returns a pair of the first sequence with the tag of another pair; the second sequence is the
// normal form of the first where that is equivalent, and that of the other pair where there is none. It is nil where
// the axioms do not prove the tag.
func (p *Prover) remake(of *suite.Pair, first, second []*language.Apply) *suite.Pair {
	if second == nil {
		return p.remakeOf(of, language.Link(first), of.Second)
	}
	return p.remakeOf(of, language.Link(first), language.Link(second))
}

// remakeOf returns what remake does, of terms.
func (p *Prover) remakeOf(of *suite.Pair, first, second language.Term) *suite.Pair {
	out := &suite.Pair{ID: of.ID, First: first, Equivalent: of.Equivalent, Original: of.Original, Own: of.Own}
	if out.Equivalent {
		normal, err := p.Normalize(out.First)
		if err != nil {
			return nil
		}
		out.Second = normal
		return out
	}
	out.Second = second
	if p.Check(out) != nil {
		return nil
	}
	return out
}
