package oracle_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestHints: where a specification has no truth value for an outcome, the conjunct that is named makes the outcome
// wrong that was undecided, and changes nothing else.
func TestHints(t *testing.T) {
	t.Parallel()
	atoms := []string{"s (r! + 1) = x?", "x? = s r!", "last ((1 .. r!) ◁ s) = x?", "head (tail s) = r!",
		"x? div r! = 1",
		"x? mod (r! - 1) = 0", "max {i : dom s | i < r!} = x?", "# (s (r! + 1) .. 3) = x?", "s~ x? = r!",
		"(front s) (r! + 1) = x?", "(s ⊕ {0 ↦ 7}) r! = x?", "∃ i : 0 .. 1 • i = r! ∧ s i = x?"}
	text, documents := "", ""
	unit := func(name, atom string) {
		text += fmt.Sprintf("%s == [s : seq ℤ; x?, r! : ℤ | x? > 0 ∧ %s ∨ x? ≤ 0 ∧ r! = 0]\n\n", name, atom)
		documents += fmt.Sprintf("---\nunit: %s\nz: m.zed\nschema: %s\n", strings.ToLower(name), name)
	}
	load := func() func(string) *oracle.Unit {
		system := configtest.Load(t, map[string]string{"m.zed": text, "units.yaml": documents,
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n"})
		o := oracle.New(system, embedded.New(solve.Options{}))
		return func(name string) *oracle.Unit { return o.Unit(system.Unit(strings.ToLower(name))) }
	}
	frames := func(u *oracle.Unit, f func(frame []value.Value, shown string)) {
		for _, s := range [][]int64{{}, {1}, {2, 1}, {1, 1, 2}} {
			var items []value.Value
			for _, n := range s {
				items = append(items, value.OfInt(n))
			}
			for x := range int64(3) {
				for r := range int64(5) {
					frame := make([]value.Value, len(u.Vars))
					for i, v := range u.Vars {
						frame[i] = map[string]value.Value{"s": value.OfSeq(items), "x?": value.OfInt(x),
							"r!": value.OfInt(r - 2)}[v.Name]
					}
					f(frame, fmt.Sprint(s, x, r-2))
				}
			}
		}
	}
	for i, atom := range atoms {
		unit(fmt.Sprint("Bare", i), atom)
	}
	bare, hints := load(), map[int]string{}
	for i, atom := range atoms {
		u := bare(fmt.Sprint("Bare", i))
		frames(u, func(frame []value.Value, shown string) {
			j := u.Judge(t.Context(), frame)
			_, hint, ok := strings.Cut(j.Reason, "; a conjunct ")
			hint, _, _ = strings.Cut(hint, " before it makes")
			if ok != (j.Compliance == oracle.Undecided) {
				t.Errorf("%s, %s: %v: %s", atom, shown, j.Compliance, j.Reason)
			}
			if len(hint) > len(hints[i]) { // a part of the term may be what has no value
				hints[i] = hint
			}
		})
		if hints[i] == "" {
			continue
		}
		with := "(" + hints[i] + ") ∧ " + atom
		if within := "∃ i : 0 .. 1 • "; strings.HasPrefix(atom, within) {
			with = within + "i = r! ∧ " + hints[i] + strings.TrimPrefix(atom, within+"i = r!")
		}
		unit(fmt.Sprint("Guarded", i), with)
	}
	guarded, changed := load(), 0
	for i := range hints {
		u, other := bare(fmt.Sprint("Bare", i)), guarded(fmt.Sprint("Guarded", i))
		frames(u, func(frame []value.Value, shown string) {
			is, want := other.Judge(t.Context(), frame), u.Judge(t.Context(), frame).Compliance
			if want == oracle.Undecided {
				want, changed = oracle.Violated, changed+1
			}
			if is.Compliance != want {
				t.Errorf("%s with %s, %s: %v, want %v (%s)", atoms[i], hints[i], shown, is.Compliance, want, is.Reason)
			}
		})
	}
	if t.Logf("%v", hints); len(hints) < 8 || changed == 0 {
		t.Errorf("%d hints, %d outcomes", len(hints), changed)
	}
}
