package cases

import (
	"iter"
	"math/big"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/suite"
)

// ShrinkValues yields pairs that have the operations of one and smaller values, with the same tag, which the axioms
// prove: integers closer to 0, by bisection, and strings that are shorter or that are there already. What changes a
// value wherever it stands comes first, so that values stay equal; then each place by itself. It is empty where no
// axiom stands behind the pair.
func (p *Prover) ShrinkValues(of *suite.Pair) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		first, second, give := p.shrinking(of, yield)
		if first == nil {
			return
		}
		was, and := of.Sequences()
		for _, change := range changesOf(of) {
			made := p.remakeOf(of, changeIn(of.First, change), changeIn(of.Second, change))
			if made == nil {
				continue
			}
			if one, other := made.Sequences(); (one != was || other != and) && !yield(made) {
				return
			}
		}
		_, texts := valuesOf(of)
		for i := range first {
			for _, one := range lessened(first[i], texts, false) {
				changed := slices.Clone(first)
				changed[i] = one
				if !give(changed, second) {
					return
				}
			}
		}
		for i := range second {
			for _, one := range lessened(second[i], texts, false) {
				changed := slices.Clone(second)
				if changed[i] = one; !of.Equivalent && !give(first, changed) {
					return
				}
			}
		}
	}
}

// maxTogether is up to how many integers it is tried to change two of them together.
const maxTogether = 6

// changesTogether returns changes of two integers by the same amount, so that their difference stays.
func changesTogether(numbers []*big.Int) (out []map[string]string) {
	for i := range numbers[:min(len(numbers), maxTogether)] {
		for j := range i {
			small, large := numbers[i], numbers[j]
			if small.CmpAbs(large) > 0 {
				small, large = large, small
			}
			if small.Sign() != large.Sign() {
				continue
			}
			for _, to := range closer(small) {
				by := new(big.Int).Sub(small, to)
				out = append(out, map[string]string{small.String(): to.String(),
					large.String(): new(big.Int).Sub(large, by).String()})
			}
		}
	}
	return out
}

// changesByOne returns changes of each integer to the next one that is closer to 0.
func changesByOne(p *suite.Pair) (out []map[string]string) {
	numbers, _ := valuesOf(p)
	for _, n := range numbers {
		if n.Sign() != 0 {
			less := new(big.Int).Sub(n, big.NewInt(int64(n.Sign())))
			out = append(out, map[string]string{n.String(): less.String()})
		}
	}
	return out
}

// closer returns integers closer to 0 than one, by bisection: 0, its opposite where that is positive, its half, and so
// on up to its neighbour.
func closer(n *big.Int) (out []*big.Int) {
	if n.Sign() == 0 {
		return nil
	}
	out = append(out, new(big.Int))
	if n.Sign() < 0 {
		out = append(out, new(big.Int).Neg(n))
	}
	less := new(big.Int).Quo(n, big.NewInt(2))
	for less.Sign() != 0 {
		out = append(out, new(big.Int).Sub(n, less))
		less = new(big.Int).Quo(less, big.NewInt(2))
	}
	return out
}

// shorterText returns shorter strings than one: its first half, and what is left without its last letter. Each of them
// is quoted.
func shorterText(quoted string) (out []string) {
	text, err := strconv.Unquote(quoted)
	letters := []rune(text)
	if n := len(letters); err == nil && n > 1 {
		out = append(out, strconv.Quote(string(letters[:n/2])))
		if n > 3 {
			out = append(out, strconv.Quote(string(letters[:n-1])))
		}
	}
	return out
}

// lessened returns an operation with one of the values in its arguments smaller: an integer, or a string that is the
// first of those that there are; with that of what it is sent to too, where inside is true.
func lessened(a *language.Apply, texts []string, inside bool) (out []*language.Apply) {
	for i, arg := range a.Args {
		change := func(to string) {
			out = append(out, a.WithArg(i, &language.Literal{Text: to, Sort: arg.(*language.Literal).Sort}))
		}
		switch arg := arg.(type) {
		case *language.Apply:
			if !inside && i == 0 && a.Op != language.Create {
				continue
			}
			for _, one := range lessened(arg, texts, true) {
				out = append(out, a.WithArg(i, one))
			}
		case *language.Literal:
			if n, ok := new(big.Int).SetString(arg.Text, 10); ok && arg.Sort == language.Integer {
				for _, to := range closer(n) {
					change(to.String())
				}
			}
			if arg.Sort == language.String && arg.Text != texts[0] {
				change(texts[0])
			}
		}
	}
	return out
}

// changesOf returns changes of the values in a pair, wherever they stand: of all strings to the first letters, and of
// all integers to the first numbers, in the same order; of each integer to the next smaller one and closer to 0, and
// of two of them together; and of each string to the first one and to shorter ones.
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
	one := func(from, to string) { out = append(out, map[string]string{from: to}) }
	for i, n := range numbers {
		if i > 0 && numbers[i-1].CmpAbs(n) < 0 {
			one(n.String(), numbers[i-1].String())
		}
		for _, to := range closer(n) {
			one(n.String(), to.String())
		}
	}
	out = append(out, changesTogether(numbers)...)
	for i, t := range texts {
		if i > 0 {
			one(t, texts[0])
		}
		for _, to := range shorterText(t) {
			one(t, to)
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
