package cases

import (
	"iter"
	"math/big"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/suite"
)

// chainOf returns the operations of a sequence in their order, create first.
func chainOf(t language.Term) []*language.Apply {
	var out []*language.Apply
	for {
		a, is := t.(*language.Apply)
		if !is {
			return nil
		}
		out = append(out, a)
		if a.Op == language.Create {
			slices.Reverse(out)
			return out
		}
		if len(a.Args) == 0 {
			return nil
		}
		t = a.Args[0]
	}
}

// link makes a sequence of operations.
func link(chain []*language.Apply) language.Term {
	var t language.Term
	for i, a := range chain {
		one := *a
		if i > 0 {
			one.Args = append([]language.Term{t}, a.Args[1:]...)
		}
		t = &one
	}
	return t
}

// Prefixes returns the pairs of the beginnings of the first sequence of an equivalent pair, each with its
// normal form, from create to the whole; nil where the axioms do not stand behind the pair. The pair at
// index k has k operations after create.
func (p *Prover) Prefixes(of *suite.Pair) []*suite.Pair {
	chain := chainOf(of.First)
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

// Smaller yields pairs that are smaller than one, with the same tag, which the axioms prove: with operations
// left out, many first, and with integers closer to 0. It is empty where no axiom stands behind the pair.
func (p *Prover) Smaller(of *suite.Pair) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		first, second := chainOf(of.First), chainOf(of.Second)
		if first == nil || !of.Equivalent && second == nil || p.Check(of) != nil {
			return
		}
		give := func(one, other []*language.Apply) bool {
			made := p.remake(of, one, other)
			return made == nil || yield(made)
		}
		for size := (len(first) - 1) / 2; size >= 1; size /= 2 {
			for from := 1; from+size <= len(first); from += size {
				if !give(slices.Delete(slices.Clone(first), from, from+size), second) {
					return
				}
			}
		}
		for from := 1; from < len(second) && !of.Equivalent; from++ {
			if !give(first, slices.Delete(slices.Clone(second), from, from+1)) {
				return
			}
		}
		for _, change := range changesOf(of) {
			if !give(changeAll(first, change), changeAll(second, change)) {
				return
			}
		}
	}
}

// remake returns a pair of the first sequence with the tag of another pair; the second sequence is the
// normal form of the first where that is equivalent. It is nil where the axioms do not prove the tag.
func (p *Prover) remake(of *suite.Pair, first, second []*language.Apply) *suite.Pair {
	out := &suite.Pair{ID: of.ID, First: link(first), Equivalent: of.Equivalent, Original: of.Original, Own: of.Own}
	if out.Equivalent {
		normal, err := p.Normalize(out.First)
		if err != nil {
			return nil
		}
		out.Second = normal
		return out
	}
	if out.Second = link(second); p.Check(out) != nil {
		return nil
	}
	return out
}

// changesOf returns changes of the integers in a pair: of all at once to the first numbers in the same order,
// and of each to a smaller one.
func changesOf(p *suite.Pair) []map[string]string {
	var numbers []*big.Int
	var visit func(t language.Term)
	visit = func(t language.Term) {
		if l, is := t.(*language.Literal); is && l.Sort == language.Integer {
			n, ok := new(big.Int).SetString(l.Text, 10)
			if ok && !slices.ContainsFunc(numbers, func(o *big.Int) bool { return o.Cmp(n) == 0 }) {
				numbers = append(numbers, n)
			}
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	visit(p.First)
	visit(p.Second)
	slices.SortFunc(numbers, (*big.Int).Cmp)
	var out []map[string]string
	all, same := map[string]string{}, true
	for i, n := range numbers {
		all[n.String()] = strconv.Itoa(i)
		same = same && n.Cmp(big.NewInt(int64(i))) == 0
	}
	if !same {
		out = append(out, all)
	}
	for i, n := range numbers {
		to := big.NewInt(0)
		if i > 0 {
			to = numbers[i-1]
		}
		if new(big.Int).Abs(to).Cmp(new(big.Int).Abs(n)) < 0 {
			out = append(out, map[string]string{n.String(): to.String()})
		}
	}
	return out
}

func changeAll(chain []*language.Apply, change map[string]string) []*language.Apply {
	if chain == nil {
		return nil
	}
	return chainOf(changeIn(link(chain), change))
}

// changeIn returns a term with other integers.
func changeIn(t language.Term, change map[string]string) language.Term {
	switch t := t.(type) {
	case *language.Literal:
		if to, is := change[t.Text]; is && t.Sort == language.Integer {
			return &language.Literal{Text: to, Sort: t.Sort}
		}
	case *language.Apply:
		out := *t
		out.Args = make([]language.Term, len(t.Args))
		for i, a := range t.Args {
			out.Args[i] = changeIn(a, change)
		}
		return &out
	}
	return t
}
