package solve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// about are the numbers among which brute force looks: what the drawn predicates say of larger ones, they say of all.
const about = 400

// numbers has the values of variables by their names.
type numbers map[string]int

// drawn is a predicate or a term with its meaning.
type drawn[T any] struct {
	text string
	of   func(numbers) T
}

// bounds draws predicates on integers that bound a variable in one of many ways: in sums and products, in sets, in
// alternatives and below ∃.
type bounds struct{ *rand.Rand }

func literal(n int) string {
	if n < 0 {
		return fmt.Sprintf("(- %d)", -n)
	}
	return fmt.Sprint(n)
}

func (b bounds) term(v string, depth int) drawn[int] {
	alone := drawn[int]{v, func(e numbers) int { return e[v] }}
	a, n := alone, b.IntN(11)-4
	if depth < 2 && b.IntN(2) == 0 {
		a = b.term(v, depth+1)
	}
	switch b.IntN(7) {
	case 0:
		return drawn[int]{fmt.Sprintf("(%s + %s)", a.text, literal(n)), func(e numbers) int { return a.of(e) + n }}
	case 1:
		return drawn[int]{fmt.Sprintf("(%s - %s)", literal(n), a.text), func(e numbers) int { return n - a.of(e) }}
	case 2:
		k := []int{1, 2, 3, -2}[b.IntN(4)]
		return drawn[int]{fmt.Sprintf("(%s * %s)", literal(k), a.text), func(e numbers) int { return k * a.of(e) }}
	case 3:
		return drawn[int]{fmt.Sprintf("(%s * %[1]s)", v), func(e numbers) int { return e[v] * e[v] }}
	case 4:
		return drawn[int]{fmt.Sprintf("(- %s)", a.text), func(e numbers) int { return -a.of(e) }}
	}
	return alone
}

// set draws some numbers, and writes them as a set.
func (b bounds) set(from, to, most int) ([]int, string) {
	var all []int
	var texts []string
	for range 1 + b.IntN(most) {
		if n := from + b.IntN(to-from); !slices.Contains(all, n) {
			all, texts = append(all, n), append(texts, literal(n))
		}
	}
	return all, "{" + strings.Join(texts, ", ") + "}"
}

func (b bounds) atom(v string) drawn[bool] {
	a := b.term(v, 0)
	if b.IntN(5) < 2 {
		set, text := b.set(-6, 10, 4)
		return drawn[bool]{a.text + " ∈ " + text, func(e numbers) bool { return slices.Contains(set, a.of(e)) }}
	}
	n := b.IntN(21) - 9
	holds := []func(int) bool{func(x int) bool { return x == n }, func(x int) bool { return x < n },
		func(x int) bool { return x <= n }, func(x int) bool { return x > n }, func(x int) bool { return x >= n }}
	i := b.IntN(len(holds))
	return drawn[bool]{fmt.Sprintf("%s %s %s", a.text, []string{"=", "<", "≤", ">", "≥"}[i], literal(n)),
		func(e numbers) bool { return holds[i](a.of(e)) }}
}

func (b bounds) pred(v string, depth int) drawn[bool] {
	if depth == 2 || b.IntN(2) == 0 {
		return b.atom(v)
	}
	p, q := b.pred(v, depth+1), b.pred(v, depth+1)
	switch b.IntN(5) {
	case 0:
		return drawn[bool]{fmt.Sprintf("(%s ∨ %s)", p.text, q.text), func(e numbers) bool { return p.of(e) || q.of(e) }}
	case 1:
		return drawn[bool]{fmt.Sprintf("(%s ⇒ %s)", p.text, q.text),
			func(e numbers) bool { return !p.of(e) || q.of(e) }}
	case 2:
		return drawn[bool]{fmt.Sprintf("¬ (%s ∧ %s)", p.text, q.text),
			func(e numbers) bool { return !p.of(e) || !q.of(e) }}
	case 3:
		return drawn[bool]{fmt.Sprintf("(%s ∧ %s)", p.text, q.text), func(e numbers) bool { return p.of(e) && q.of(e) }}
	}
	w := v + "₁"
	set, text := b.set(-3, 6, 3)
	a, r := b.term(w, 0), b.pred(w, depth+1)
	return drawn[bool]{fmt.Sprintf("(∃ %s : %s • %s ≤ %s ∧ %s ∧ %s)", w, text, v, a.text, r.text, p.text),
		func(e numbers) bool {
			return slices.ContainsFunc(set, func(x int) bool {
				f := numbers{v: e[v], w: x}
				return e[v] <= a.of(f) && r.of(f) && p.of(e)
			})
		}}
}

// endless draws a set that may be infinite.
func (b bounds) endless(depth int) drawn[bool] {
	positive := func(least int) func(numbers) bool { return func(e numbers) bool { return e["y"] >= least } }
	n := 7
	if depth == 2 {
		n = 5
	}
	switch b.IntN(n) {
	case 0:
		return drawn[bool]{"ℕ", positive(0)}
	case 1:
		return drawn[bool]{"ℕ₁", positive(1)}
	case 2:
		return drawn[bool]{"ℤ", positive(-about)}
	case 5:
		p, q := b.endless(depth+1), b.endless(depth+1)
		return drawn[bool]{fmt.Sprintf("(%s ∪ %s)", p.text, q.text), func(e numbers) bool { return p.of(e) || q.of(e) }}
	case 6:
		p, q := b.endless(depth+1), b.endless(depth+1)
		return drawn[bool]{fmt.Sprintf("(%s ∖ %s)", p.text, q.text),
			func(e numbers) bool { return p.of(e) && !q.of(e) }}
	}
	p := b.pred("y", 1)
	return drawn[bool]{fmt.Sprintf("{y : ℤ | %s}", p.text), p.of}
}

// members returns which numbers a predicate on y holds of.
func (d drawn[T]) members(holds func(T) bool) map[int]bool {
	out := map[int]bool{}
	for y := -about; y <= about; y++ {
		if holds(d.of(numbers{"y": y})) {
			out[y] = true
		}
	}
	return out
}

func isTrue(b bool) bool { return b }

// TestBounded: a set of numbers that a predicate bounds is found as it is, however the predicate bounds it.
func TestBounded(t *testing.T) {
	t.Parallel()
	b, found := bounds{rand.New(rand.NewPCG(*crossSeed, 1))}, 0
	for range count(400) {
		p, q := b.pred("y", 0), b.pred("y", 0)
		text := fmt.Sprintf("s : ℙ ℤ | s = {y : ℤ | %s ∧ %s}", p.text, q.text)
		_, r := ask(t, text)
		both := drawn[bool]{of: func(e numbers) bool { return p.of(e) && q.of(e) }}
		want := both.members(isTrue)
		switch r.Outcome {
		case solve.Unsatisfiable:
			t.Errorf("%s: %s", text, r.Reason)
		case solve.Case:
			found++
			s := r.Model["s"]
			wrong := s.Len() != len(want)
			for i := 0; i < s.Len() && !wrong; i++ {
				y, _ := s.Member(i).Int()
				wrong = !want[int(y)]
			}
			if wrong {
				t.Errorf("%s: %s, expected %d members", text, s, len(want))
			}
		}
	}
	if 3*found < count(400) {
		t.Errorf("only %d sets were found", found)
	}
}

// TestEndless: relations between sets that may be infinite are what they are among small numbers.
func TestEndless(t *testing.T) {
	t.Parallel()
	b, found := bounds{rand.New(rand.NewPCG(*crossSeed, 2))}, 0
	for range count(300) {
		p, q := b.endless(0), b.endless(0)
		i := b.IntN(3)
		related := fmt.Sprintf("%s %s %s", p.text, []string{"⊆", "⊂", "="}[i], q.text)
		text := fmt.Sprintf("n : 0..1 | (n = 1 ∧ %s) ∨ (n = 0 ∧ ¬ (%[1]s))", related)
		has, in := p.members(isTrue), q.members(isTrue)
		both := 0
		for y := range has {
			if in[y] {
				both++
			}
		}
		within := both == len(has)
		holds := within && []bool{true, len(in) > len(has), len(in) == len(has)}[i]
		_, r := ask(t, text)
		switch {
		case r.Outcome == solve.Unsatisfiable:
			t.Errorf("%s: %s", text, r.Reason)
		case r.Outcome == solve.Case:
			found++
			if r.Model["n"].Equal(value.OfInt(1)) != holds {
				t.Errorf("%s: %s, expected %v", related, r.Model["n"], holds)
			}
		}
	}
	if 3*found < 2*count(300) {
		t.Errorf("only %d relations were decided", found)
	}
}
