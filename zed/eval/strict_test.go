package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// TestStrict: an extension with an element that has no value has none itself, and what
// is said of it is neither true nor false; n is 2.
func TestStrict(t *testing.T) {
	for _, text := range []string{
		"n ∈ {1 div 0, n}", "n ∈ {n, 1 div 0}", "n ∉ {1 div 0, n}", "n ∉ {1 div 0}", "n ∈ {1 div 0}",
		"n ∈ {1 div 0} ∪ {n}", "n ∈ {n} ∪ {1 div 0}", "n ∈ {} ∩ {1 div 0}", "n ∈ {n} ∖ {1 div 0}",
		"n ∉ {1 div 0} ∖ {n}",
		"{n} ⊆ {1 div 0, n}", "{} ⊆ {1 div 0}", "{1 div 0} ⊆ ℤ", "{1 div 0, n} ⊆ 3 .. 4", "{n} ⊂ {1 div 0, n}",
		"{1 div 0} = {1 div 0}", "{1 div 0, n} ≠ {}", "# {1 div 0, n} = 1", "(1 div 0, n) ≠ (n, n)",
		"(n, 1 div 0) = (3, n)",
		"⟨1 div 0, n⟩ ≠ ⟨⟩", "(1 div 0, 5) ∈ {(n, n)}", "(n, 5) ∈ {1 div 0} × {n}", "{n, 1 div 0} ∈ ℙ ℤ",
		"{n} ∈ ℙ {n, 1 div 0}",
		"⟨n⟩ ∈ seq {n, 1 div 0}", "{1 div 0} = {x : 0 .. 1 | true • 1 div x}", "{x : 0 .. 1 | true • 1 div x} = {1}",
		"{} ∩ {1 div 0} = {}", "{} ∖ {1 div 0} = {}", "{n} ∖ {n, 1 div 0} = {}", "{1 div 0} ◁ {n ↦ n} ≠ {n ↦ n}",
		"{} ⩤ {n ↦ 1} ▷ {1 div 0, 1} = {n ↦ 1}", "# (⟨n⟩ ↾ {1 div 0}) = 0", "# ({1 div 0} ↿ ⟨n⟩) = 0",
		"{1 div 0} ◁ {} = ∅[ℤ × ℤ]",
		"∀ k : {n} ∖ {n, 1 div 0} • true", "∃ k : {n} ∖ {1 div 0} • k = n", "# ({n} ∖ {1 div 0}) = 1",
		"∃ k : {1 div 0, n} • k = n", "∃ k : {1 div 0, n} • true", "∀ k : {1 div 0, n} • k = n + 1",
		"∀ k : {1 div 0, n} • true",
		"# {k : {1 div 0, n} | k = n} = 1", "n ∈ {k : {1 div 0, n} | k = n}", "n ∈ dom {n ↦ 1, 1 div 0 ↦ 1}",
		"n ∈ ran ⟨n, 1 div 0⟩",
	} {
		if got, _ := compile(t, text).Truth(frame()); "FTU?"[got] != 'U' {
			t.Errorf("%s is %s, want undefined", text, got)
		}
	}
	for _, text := range []string{"n ∈ {4 div 2, n}", "n ∉ {n + 1, 9 mod 8}", "{4 div 2} ⊆ {n, 3}",
		"n ∈ {4 div 2} ∪ {n}", "n = 2 ∨ n ∈ {1 div 0}"} {
		if got, _ := compile(t, text).Truth(frame()); "FTU?"[got] != 'T' {
			t.Errorf("%s is %s, want true", text, got)
		}
	}
}

// element is a member of an extension: whether it is n, or why it has no value. Of two
// without one, the graver says why their extension has none, and of equal ones the first.
type element struct {
	text    string
	is      bool
	truth   eval.Truth // True: it has a value
	gravity int
}

// elements are, on holed: n and another number, two without a value, one that no
// evaluation decides, and one that needs a hole.
var elements = []element{
	{"n", true, eval.True, 0}, {"7", false, eval.True, 0}, {"4 div 2", true, eval.True, 0},
	{"1 div 0", false, eval.Undefined, 1},
	{"2 div 0", false, eval.Undefined, 1}, {"# {k : ℤ | k = k}", false, eval.Undefined, 2},
	{"2 div s 2", false, eval.Unknown, 3},
}

// TestStrictOutcomes holds what is said of two extensions, or of one with two elements,
// against truth tables, and why it is neither true nor false against the elements.
func TestStrictOutcomes(t *testing.T) {
	for text, says := range map[string]func(p, q bool) bool{
		"n ∈ {P, Q}":              func(p, q bool) bool { return p || q },
		"n ∉ {P, Q}":              func(p, q bool) bool { return !p && !q },
		"n ∈ {P} ∪ {Q}":           func(p, q bool) bool { return p || q },
		"n ∈ {P} ∩ {Q}":           func(p, q bool) bool { return p && q },
		"n ∈ {P} ∖ {Q}":           func(p, q bool) bool { return p && !q },
		"n ∉ {P} ∖ {Q}":           func(p, q bool) bool { return !p || q },
		"(1, n) ∈ ⟨P⟩ ∪ ⟨Q⟩":      func(p, q bool) bool { return p || q },
		"{n} ⊆ {P, Q}":            func(p, q bool) bool { return p || q },
		"{} ⊆ {P, Q}":             func(bool, bool) bool { return true },
		"{P, Q} ⊆ {n}":            func(p, q bool) bool { return p && q },
		"{P} ⊆ {Q, 7}":            func(p, q bool) bool { return !p || q },
		"{P} ⊂ {Q, 7}":            func(_, q bool) bool { return q },
		"{n} ⊆ {P} ∪ {Q}":         func(p, q bool) bool { return p || q },
		"n ∈ {P, Q} ∧ n = 2":      func(p, q bool) bool { return p || q },
		"{n} ∈ ℙ {P, Q}":          func(p, q bool) bool { return p || q },
		"n ∈ {k : {P, Q} | true}": func(p, q bool) bool { return p || q },
	} {
		for _, p := range elements {
			for _, q := range elements {
				checkStrict(t, strings.NewReplacer("P", p.text, "Q", q.text).Replace(text), p, q, says)
			}
		}
	}
}

func checkStrict(t *testing.T, text string, p, q element, says func(p, q bool) bool) {
	t.Helper()
	worst := p
	if q.gravity > p.gravity {
		worst = q
	}
	want := worst.truth
	if want == eval.True && !says(p.is, q.is) {
		want = eval.False
	}
	got, reason := compile(t, text).Truth(frameWithHoles())
	if got != want {
		t.Errorf("%s is %s, want %s", text, got, want)
		return
	}
	if got <= eval.True {
		return
	}
	if reason.Infinite != (worst.gravity == 2) || reason.Unset != (got == eval.Unknown) {
		t.Errorf("%s is %s with the reason %+v", text, got, reason)
	}
	if worst.gravity == 1 && zed.Print(reason.Term, zed.Unicode) != worst.text {
		t.Errorf("%s is undefined because of %s, want %s", text, zed.Print(reason.Term, zed.Unicode), worst.text)
	}
}

// TestStrictBeside: what stands beside an extension without a value may be graver than
// that, and then it is the outcome.
func TestStrictBeside(t *testing.T) {
	for text, want := range map[string]string{
		"n ∈ {1 div 0} ∪ {k : ℤ | k = s 2}":                   "unknown: its value is not chosen yet",
		"n ∈ {k : ℤ | k = s 2} ∪ {1 div 0}":                   "unknown: its value is not chosen yet",
		"n ∉ {1 div 0} ∩ {k : ℤ | k = s 2}":                   "unknown: its value is not chosen yet",
		"n ∈ {1 div 0} ∪ {k : ℤ | ∃ j : ℤ • j = j}":           "undefined: ℤ: it cannot be enumerated",
		"n ∈ {1 div 0} ∪ {k : ℤ | k = n}":                     "undefined: 1 div 0: division by zero",
		"n ∈ {1 div 0} ∩ {k : ℤ | k ≠ n}":                     "undefined: 1 div 0: division by zero",
		"{n} ⊆ {1 div 0} ∪ {k : ℤ | k = s 2}":                 "undefined: 1 div 0: division by zero",
		"{k : {n} | k = s 2} ⊆ {1 div 0}":                     "undefined: 1 div 0: division by zero",
		"{n, 2 div s 2} ⊆ {1 div 0}":                          "unknown: its value is not chosen yet",
		"n ∈ {1 div 0, 2 div 0, # {k : ℤ | k = k}, 3 div 0}":  "undefined: ℤ: it cannot be enumerated",
		"(1, n) ∈ ⟨n, 1 div 0, 2 div s 2⟩ ∪ ⟨n, # (ℕ ∖ {1})⟩": "undefined: ℕ: it cannot be enumerated",
	} {
		got, reason := compile(t, text).Truth(frameWithHoles())
		if reason == nil || got.String()+": "+reason.String() != want {
			t.Errorf("%s is %s, because %v; want %s", text, got, reason, want)
		}
	}
}

// What bounds a variable need not have a value where a conjunct beside it is false.
func TestBoundsBesideFalse(t *testing.T) {
	for _, text := range []string{
		"{k : ℤ | %s ∧ k = 1 div 0} = {}", "¬ (∃ k : ℤ • %s ∧ k < 1 div 0 ∧ k > 0)",
		"∀ k : ℤ | %s ∧ k < 1 div 0 ∧ k > 0 • k = n",
		"# {k : ℤ | k ∈ {1 div 0} ∧ %s} = 0", "∀ j : 0 .. 2 • ¬ (∃ k : ℤ • j > 2 ∧ k ∈ j .. 1 div 0 ∧ %s)",
	} {
		for beside, want := range map[string]byte{"n ≠ n": 'T', "n = n": 'U'} {
			if strings.Contains(text, "j > 2") {
				want = 'T'
			}
			if got, _ := compile(t, fmt.Sprintf(text, beside)).Truth(frame()); "FTU?"[got] != want {
				t.Errorf("%s with %s is %s", text, beside, got)
			}
		}
	}
}
