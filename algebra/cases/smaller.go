package cases

import (
	"iter"
	"math/big"
	"slices"
	"strconv"

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

// Smaller yields pairs that are smaller than one, with the same tag, which the axioms prove: with operations
// left out, many first, those of objects in arguments too, and with other values: integers closer to 0, and strings of
// one letter. It is empty where no axiom stands behind the pair.
func (p *Prover) Smaller(of *suite.Pair) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		first, second := language.Chain(of.First), language.Chain(of.Second)
		if first == nil || p.Check(of) != nil {
			return
		}
		give := func(one, other []*language.Apply) bool {
			made := p.remake(of, one, other)
			return made == nil || yield(made)
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
		for _, change := range changesOf(of) {
			if !give(changeAll(first, change), changeAll(second, change)) {
				return
			}
		}
		for i := range first {
			for _, one := range lessened(first[i], false) {
				changed := slices.Clone(first)
				changed[i] = one
				if !give(changed, second) {
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

// lessened returns an operation with one of the integers in its arguments closer to 0; with that of what it is sent to
// too, where inside is true.
func lessened(a *language.Apply, inside bool) (out []*language.Apply) {
	for i, arg := range a.Args {
		switch arg := arg.(type) {
		case *language.Apply:
			if !inside && i == 0 && a.Op != language.Create {
				continue
			}
			for _, one := range lessened(arg, true) {
				out = append(out, a.WithArg(i, one))
			}
		case *language.Literal:
			n, ok := new(big.Int).SetString(arg.Text, 10)
			for to := range int64(2) {
				if less := big.NewInt(to); ok && arg.Sort == language.Integer && less.CmpAbs(n) < 0 {
					out = append(out, a.WithArg(i, &language.Literal{Text: less.String(), Sort: arg.Sort}))
				}
			}
		}
	}
	return out
}

// remake returns a pair of the first sequence with the tag of another pair; the second sequence is the
// normal form of the first where that is equivalent, and that of the other pair where there is none. It is nil where
// the axioms do not prove the tag.
func (p *Prover) remake(of *suite.Pair, first, second []*language.Apply) *suite.Pair {
	out := &suite.Pair{ID: of.ID, First: language.Link(first), Equivalent: of.Equivalent, Original: of.Original,
		Own: of.Own}
	if out.Equivalent {
		normal, err := p.Normalize(out.First)
		if err != nil {
			return nil
		}
		out.Second = normal
		return out
	}
	out.Second = of.Second
	if second != nil {
		out.Second = language.Link(second)
	}
	if p.Check(out) != nil {
		return nil
	}
	return out
}

// changesOf returns changes of the values in a pair: of all strings to the first letters, and of all integers to the
// first numbers, in the same order; and of each integer to a smaller one.
func changesOf(p *suite.Pair) []map[string]string {
	numbers, texts := valuesOf(p)
	var out []map[string]string
	all := map[string]string{}
	for i, t := range texts[:min(len(texts), 26)] {
		if to := strconv.Quote(string(rune('a' + i))); to != t {
			all[t] = to
		}
	}
	if len(all) > 0 {
		out = append(out, all)
	}
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
		if to.CmpAbs(n) < 0 {
			out = append(out, map[string]string{n.String(): to.String()})
		}
	}
	return out
}

// valuesOf returns the integers and the strings in a pair, each once and in their order; those of a normal form follow
// from those of its sequence.
func valuesOf(p *suite.Pair) (numbers []*big.Int, texts []string) {
	var visit func(t language.Term)
	visit = func(t language.Term) {
		if l, is := t.(*language.Literal); is {
			switch n, ok := new(big.Int).SetString(l.Text, 10); {
			case l.Sort == language.String:
				texts = append(texts, l.Text)
			case l.Sort == language.Integer && ok:
				numbers = append(numbers, n)
			}
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	visit(p.First)
	if !p.Equivalent {
		visit(p.Second)
	}
	slices.SortFunc(numbers, (*big.Int).Cmp)
	numbers = slices.CompactFunc(numbers, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
	slices.Sort(texts)
	return numbers, slices.Compact(texts)
}

func changeAll(chain []*language.Apply, change map[string]string) []*language.Apply {
	if chain == nil {
		return nil
	}
	return language.Chain(changeIn(language.Link(chain), change))
}

// changeIn returns a term with other values; a string has its quotes.
func changeIn(t language.Term, change map[string]string) language.Term {
	switch t := t.(type) {
	case *language.Literal:
		if to, is := change[t.Text]; is {
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
