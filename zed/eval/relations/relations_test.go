package relations_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

const document = `
C ::= red | box⟪ℤ⟫
│ dbl : ℤ → ℤ
├
│ ∀ n : ℤ • dbl n = 2 * n
`

// endless is a relation of integers in two ways: the text, and which pairs are in it. What it
// relates to a number of the window lies in the wide one.
type endless struct {
	text string
	has  func(x, y int64) bool
}

// window is the numbers that are asked about; wide has what a step or two lead to.
const window, wide = 5, 30

// listBasic returns relations without end, the images of each number of which are few.
func listBasic() []endless {
	return []endless{
		{"succ", func(x, y int64) bool { return y == x+1 }},
		{"(λ n : ℤ • n - 2)", func(x, y int64) bool { return y == x-2 }},
		{"(λ n : ℕ | n ≠ 1 • 3 - n)", func(x, y int64) bool { return x >= 0 && x != 1 && y == 3-x }},
		{"id ℤ", func(x, y int64) bool { return x == y }},
		{"id ℕ₁", func(x, y int64) bool { return x == y && x > 0 }},
		{"dbl", func(x, y int64) bool { return y == 2*x }},
		{"{n : ℤ • (n + 1, n)}", func(x, y int64) bool { return y == x-1 }},
		{"{x, y : ℤ | x - 1 ≤ y ∧ y ≤ x + 1 • (x, y)}", func(x, y int64) bool { return x-1 <= y && y <= x+1 }},
	}
}

// makeOfTwo returns relations that operators make of two; the second may be one that can be built.
func makeOfTwo(a, b endless) []endless {
	text := func(format string) string { return fmt.Sprintf(format, a.text, b.text) }
	through := func(x, y int64, r, s endless) bool {
		for z := int64(-wide); z <= wide; z++ {
			if r.has(x, z) && s.has(z, y) {
				return true
			}
		}
		return false
	}
	some := func(x int64, r endless) bool {
		for z := int64(-wide); z <= wide; z++ {
			if r.has(x, z) {
				return true
			}
		}
		return false
	}
	return []endless{
		{text("%s ⨾ %s"), func(x, y int64) bool { return through(x, y, a, b) }},
		{text("%[2]s ∘ %[1]s"), func(x, y int64) bool { return through(x, y, a, b) }},
		{text("%s ∪ %s"), func(x, y int64) bool { return a.has(x, y) || b.has(x, y) }},
		{text("%s ⊕ %s"), func(x, y int64) bool { return b.has(x, y) || !some(x, b) && a.has(x, y) }},
		{text("%s ∖ (%s)"), func(x, y int64) bool { return a.has(x, y) && !b.has(x, y) }},
		{text("(%s) ∩ (%s)"), func(x, y int64) bool { return a.has(x, y) && b.has(x, y) }},
	}
}

// makeOfOne returns relations that operators make of one.
func makeOfOne(a endless) []endless {
	return []endless{
		{"(" + a.text + ") ∼", func(x, y int64) bool { return a.has(y, x) }},
		{"ℕ ◁ " + a.text, func(x, y int64) bool { return x >= 0 && a.has(x, y) }},
		{"{1, 2} ⩤ " + a.text, func(x, y int64) bool { return x != 1 && x != 2 && a.has(x, y) }},
		{a.text + " ▷ ℕ₁", func(x, y int64) bool { return y > 0 && a.has(x, y) }},
		{a.text + " ⩥ {0}", func(x, y int64) bool { return y != 0 && a.has(x, y) }},
	}
}

// relations returns the relations of listBasic and those that operators make of them.
func relations() []endless {
	out := listBasic()
	finite := endless{"{0 ↦ 1, 0 ↦ 2, 3 ↦ 0}", func(x, y int64) bool {
		return x == 0 && (y == 1 || y == 2) ||
			x == 3 && y == 0
	}}
	for _, a := range listBasic() {
		out = append(out, makeOfOne(a)...)
		for _, b := range append(listBasic(), finite) {
			out = append(out, makeOfTwo(a, b)...)
		}
	}
	return out
}

// ask returns the images of a number, in order and each once.
func ask(w *evaltest.Whole, r machine.Images, x int64) ([]value.Value, *machine.Reason) {
	v, reason := w.Value(func(m *machine.Machine) (value.Value, bool) {
		ys, ok := r(m, value.OfInt(x))
		return value.OfSet(slices.Clone(ys)), ok
	})
	return v.Members(), reason
}

// TestImages: a relation without end is asked for what it relates to a number, and for what it
// relates a number to, and answers with exactly that, where it says that it can be asked. One that
// cannot be asked the one way round says so, when it is compiled or with a reason.
func TestImages(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	answered := map[string]int{}
	for _, rel := range relations() {
		e := w.Expr(rel.text)
		for _, way := range []struct {
			name string
			r    machine.Images
			has  func(x, y int64) bool
		}{
			{"images", w.Relations.ImagesOf(e), rel.has},
			{"sources", w.Relations.Sources(e), func(x, y int64) bool { return rel.has(y, x) }},
		} {
			if way.r == nil {
				continue
			}
			for x := int64(-window); x <= window; x++ {
				got, reason := ask(w, way.r, x)
				if reason != nil {
					if !reason.Infinite {
						t.Errorf("%s of %d in %s: %s", way.name, x, rel.text, reason)
					}
					continue
				}
				var want []value.Value
				for y := int64(-wide); y <= wide; y++ {
					if way.has(x, y) {
						want = append(want, value.OfInt(y))
					}
				}
				answered[way.name]++
				if !slices.EqualFunc(got, want, value.Value.Equal) {
					t.Errorf("%s of %d in %s are %s, want %s", way.name, x, rel.text, got, want)
				}
			}
		}
	}
	if answered["images"] < 3_000 || answered["sources"] < 500 {
		t.Errorf("few questions are answered: %v", answered)
	}
}

// TestByImages: operators make sets that can be built of a relation that cannot.
func TestByImages(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	for _, test := range []struct{ text, want string }{
		{"dbl ⦇ 1 .. 3 ⦈", "{2, 4, 6}"}, {"{1, 2} ◁ dbl", "{1 ↦ 2, 2 ↦ 4}"}, {"{5 ↦ 1} ⨾ dbl", "{5 ↦ 2}"},
		{"dbl ∘ {5 ↦ 1}", "{5 ↦ 2}"}, {"dbl ▷ {2, 3, 4}", "{1 ↦ 2, 2 ↦ 4}"}, {"dbl ⦇ 1 .. 0 ⦈", "∅"},
		{"dom (dbl ⊕ {1 ↦ 1})", ""}, {"ℕ ◁ dbl", ""}, {"dbl ⩥ {1}", ""}, {"ran dbl", ""}, {"{1 ↦ 2} ⨾ {2 ↦ 3}", ""},
		{"box ⦇ {1, 2} ⦈", "{box 1, box 2}"}, {"box ▷ {red, box 4}", "{4 ↦ box 4}"},
	} {
		e := w.Expr(test.text).(*zed.Op)
		x := w.Relations.ByImages(e)
		if x == nil {
			if test.want != "" {
				t.Errorf("%s is not made of images", test.text)
			}
			continue
		}
		v, reason := w.Value(x)
		if test.want == "" {
			if reason == nil || !reason.Infinite {
				t.Errorf("%s is built: %s", test.text, v)
			}
		} else if got := v.Text(e.Typ()); reason != nil || got != test.want {
			t.Errorf("%s is %s, want %s: %v", test.text, got, test.want, reason)
		}
	}
}

// TestFinite: closures, compositions, iterations and images of all relations on three numbers.
func TestFinite(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "[G]", "r, s : G ↔ G")
	all := []value.Value{value.OfAtom("a"), value.OfAtom("b"), value.OfAtom("c")}
	w.Globals.Given["G"] = all
	op := func(text string) *zed.Op { return w.Expr(text).(*zed.Op) }
	first := all[0]
	terms := map[string]machine.Term{
		"r ⁺": w.Relations.CompileClosure(op("r ⁺")), "r ⁎": w.Relations.Reflexive(op("r ⁎")),
		"r ⨾ s": w.Relations.CompileComposition(op("r ⨾ s")), "r ∘ s": w.Relations.CompileComposition(op("r ∘ s")),
		"iter 0 r": w.Relations.Iteration(op("iter 0 r")), "iter 5 r": w.Relations.Iteration(op("iter 5 r")),
		"iter (-3) r": w.Relations.Iteration(op("iter (-3) r")),
		"r ⦇ dom s ⦈": w.Relations.Image(op("r ⦇ dom s ⦈")), "r ⁺ ⦇ dom s ⦈": w.Relations.Image(op("r ⁺ ⦇ dom s ⦈")),
		"(dom s ⩤ r) ⁺ ⦇ dom s ⦈": w.Relations.Image(op("(dom s ⩤ r) ⁺ ⦇ dom s ⦈")),
		"(r ∪ s) ⦇ dom s ⦈":       w.Relations.Image(op("(r ∪ s) ⦇ dom s ⦈")),
	}
	inClosure := w.Relations.MemberOfClosure(op("r ⁺"))
	for mask := range 512 {
		r, s := selectPairs(all, mask), selectPairs(all, (mask*37+mask/9)%512)
		domain := func(x value.Value) bool {
			return slices.ContainsFunc(s.Members(), func(p value.Value) bool { return p.Elem(0).Equal(x) })
		}
		rs, ss := pairing(r), pairing(s)
		imaged := func(r pairs) value.Value {
			var out []value.Value
			for _, x := range all {
				for _, y := range all {
					if domain(x) && r(x, y) {
						out = append(out, y)
					}
				}
			}
			return value.OfSet(out)
		}
		want := map[string]value.Value{
			"r ⁺": rs.close(all).set(all), "r ⁎": rs.close(all).or(value.Value.Equal).set(all),
			"r ⨾ s": rs.compose(ss, all).set(all), "r ∘ s": ss.compose(rs, all).set(all),
			"iter 0 r": pairs(value.Value.Equal).set(all), "iter 5 r": rs.compose(rs, all).compose(rs, all).compose(rs,
				all).compose(rs, all).set(all),
			"iter (-3) r": rs.invert().compose(rs.invert(), all).compose(rs.invert(), all).set(all),
			"r ⦇ dom s ⦈": imaged(rs), "r ⁺ ⦇ dom s ⦈": imaged(rs.close(all)),
			"(dom s ⩤ r) ⁺ ⦇ dom s ⦈": imaged(pairs(func(x, y value.Value) bool {
				return !domain(x) &&
					rs(x, y)
			}).close(all)),
			"(r ∪ s) ⦇ dom s ⦈": imaged(rs.or(ss)),
		}
		for name, x := range terms {
			if got, reason := w.Value(x, r, s); reason != nil || !got.Equal(want[name]) {
				t.Errorf("%s with r = %s, s = %s is %s, want %s: %v", name, r, s, got, want[name], reason)
			}
		}
		for _, y := range all {
			got, reason := w.IsIn(inClosure, value.OfTuple(first, y), r, s)
			if got != machine.TruthOf(rs.close(all)(first, y)) {
				t.Errorf("(%s, %s) ∈ %s ⁺ is %s: %v", first, y, r, got, reason)
			}
		}
	}
}

// pairs tells which pairs a relation has.
type pairs func(x, y value.Value) bool

func pairing(r value.Value) pairs {
	return func(x, y value.Value) bool { return slices.ContainsFunc(r.Members(), value.OfTuple(x, y).Equal) }
}

// selectPairs returns the relation of the pairs whose bits are set.
func selectPairs(all []value.Value, mask int) value.Value {
	var out []value.Value
	for i, x := range all {
		for j, y := range all {
			if mask>>(i*len(all)+j)&1 != 0 {
				out = append(out, value.OfTuple(x, y))
			}
		}
	}
	return value.OfSet(out)
}

func (r pairs) set(all []value.Value) value.Value {
	var out []value.Value
	for _, x := range all {
		for _, y := range all {
			if r(x, y) {
				out = append(out, value.OfTuple(x, y))
			}
		}
	}
	return value.OfSet(out)
}

// keep looks the pairs up in what they are now, so that a long chain of relations is asked once.
func (r pairs) keep(all []value.Value) pairs {
	table := map[string]bool{}
	for _, x := range all {
		for _, y := range all {
			table[x.Name()+" "+y.Name()] = r(x, y)
		}
	}
	return func(x, y value.Value) bool { return table[x.Name()+" "+y.Name()] }
}

func (r pairs) compose(s pairs, all []value.Value) pairs {
	return pairs(func(x, z value.Value) bool {
		return slices.ContainsFunc(all, func(y value.Value) bool { return r(x, y) && s(y, z) })
	}).keep(all)
}

func (r pairs) or(s pairs) pairs { return func(x, y value.Value) bool { return r(x, y) || s(x, y) } }

func (r pairs) invert() pairs { return func(x, y value.Value) bool { return r(y, x) } }

// close returns the transitive closure: it allows one number after the other on the way.
func (r pairs) close(all []value.Value) pairs {
	for _, y := range all {
		before := r
		r = pairs(func(x, z value.Value) bool { return before(x, z) || before(x, y) && before(y, z) }).keep(all)
	}
	return r
}
