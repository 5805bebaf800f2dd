package runner_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var bindingsProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("bindings", "./testdata/bindings/sut")
})

// tryBindings runs the program that binds a variable in a way. The error is that of the run.
func tryBindings(t *testing.T, way string) (*result.Run, error) {
	t.Helper()
	return tryRun(t, planProject(t, "testdata/bindings", bindingsProgram,
		func(_ *spec.System, s *spec.SUT) { s.Env = []string{"BINDING=" + way} }))
}

// tryRun runs a plan, and returns the error of a run whose table is wrong.
func tryRun(t *testing.T, p *plan.Plan) (*result.Run, error) {
	t.Helper()
	r, err := runner.Run(t.Context(), p, runner.Options{Timeout: time.Minute, Guard: guard, Engine: engineOf(p)})
	if err != nil && !errors.As(err, new(*runner.Refusal)) {
		t.Fatal(err)
	}
	return r, err
}

// TestBindings: the same values are the same in whatever Go types they are held.
func TestBindings(t *testing.T) {
	for _, way := range []string{"", "colour-more", "s-nil", "q-map", "q-int64", "q-big", "f-set", "z-atom"} {
		t.Run("binding "+way, func(t *testing.T) {
			t.Parallel()
			if r, err := tryBindings(t, way); err != nil || r.Summary.Pass != len(r.Results) || len(r.Results) == 0 ||
				len(r.Machinery) > 0 {
				t.Errorf("%q\n%s", r.Machinery, lines(r))
			}
		})
	}
}

// TestWrongBindings: what is bound wrongly is an error before the first case, which says where the table has it. What
// only shows when a state is read back blocks the cases that have it, and no unit is blamed for it.
func TestWrongBindings(t *testing.T) {
	for i, c := range []struct{ way, mistake, message string }{
		{"answer-bool", "a! of flip wrongly: the constants of ANSWER are yes, no, and the program's are false, true", ""},
		{"colour-lacks", `c of flip wrongly: it has no value for the constant blue of COLOUR (it is bound at sut/main.go:`, ""},
		{"colour-misspelt", `bleu is not a constant of COLOUR: did you mean "blue"? (it is bound at sut/main.go:`, ""},
		{"colour-other", "the constants of COLOUR are red, green, blue, and the program's are one, two (it is bound at", ""},
		{"option-constructed", "it cannot hold nothing: \"nothing\" is not a constructor applied to an argument", ""},
		{"option-int", "its type is OPT, and the program has an integer (it is sent as sut/main.go:", ""},
		{"option-mute", "nothing cannot be shown: not written yet", ""},
		{"option-refuses", "it cannot hold nothing: what is nothing?", ""},
		{"option-panics", "", "reading o before the unit ran: panic: no form"},
		{"option-forgets", "some 2 comes back as nothing", ""},
		{"option-nil", "nothing cannot be shown: there is no value", ""},
		{"s-slice", "s of flip wrongly: its type is ℙ ℤ, and the program has a sequence: a set is a map[T]struct{} in Go", ""},
		{"s-strings", "s of flip wrongly: its type is ℤ, and the program has a string", ""},
		{"s-keeps", "", "s was set to {1, 2} and reads ∅ in the system under test bindings, which binds it at sut/main.go:"},
		{"q-string", "q of flip wrongly: its type is seq ℤ, and the program has a string", ""},
		{"q-reverse", "", "q was set to ⟨1, 2⟩ and reads ⟨2, 1⟩"},
		{"q-drops", "", "q was set to ⟨1, 2⟩ and reads ⟨1⟩"},
		{"f-pairs", "the program has a tuple", ""},
		{"p-tuple", "and the program has a tuple", ""},
		{"p-other", "its components are left, right, and the program's are Left, Right: a tag", ""},
		{"p-swaps", "", "p was set to ⦉left == 1, right == 2⦊ and reads ⦉left == 2, right == 1⦊"},
		{"t-three", "its type is ℤ × ℤ, and the program has a tuple", ""},
		{"w-lacks", "w of flip wrongly: it has no value for the constant blue of COLOUR (it is bound at sut/main.go:", ""},
		{"z-int", "its type is NAME, and the program has an integer: elements of a given type are strings", ""},
		{"z-case", "", "z was set to name1 and reads NAME1"},
		{"k-string", "k? of plain wrongly: its type is ℤ, and the program has a string", ""},
		{"k-result", "k! of plain wrongly: its type is ℤ, and the program has a string", ""},
		{"z-renamed", "title of flip wrongly: no schema has title, and the program does not bind z: one of the two", ""},
		{"unit-misspelt", `has the unit plian, which the project does not have: did you mean "plain"?`, ""},
	} {
		t.Run(c.way, func(t *testing.T) {
			sampleRows(t, i)
			t.Parallel()
			r, err := tryBindings(t, c.way)
			if (err != nil) != (c.mistake != "") {
				t.Fatalf("the run ends with %v", err)
			}
			all, blocked := lines(r), 0
			for _, x := range r.Results {
				if x.Verdict == result.Blocked {
					blocked++
				}
				if x.Verdict != result.Blocked && x.Verdict != result.Pass || len(x.Blame) > 0 || x.Class != nil {
					t.Errorf("%s: %s", line(x), x.Message)
				}
				if err == nil && x.Unit == "plain" && x.Verdict != result.Pass && c.way != "option-panics" {
					t.Errorf("%s: %s", line(x), x.Message)
				}
			}
			if err == nil {
				if blocked == 0 || !strings.Contains(all, c.message) {
					t.Errorf("want %s:\n%s", c.message, all)
				}
				return
			}
			mistakes := r.Machinery
			if blocked != len(r.Results) || !slices.ContainsFunc(mistakes, func(m string) bool {
				return strings.Contains(m, c.mistake)
			}) {
				t.Errorf("want %s:\n%s\n%s", c.mistake, strings.Join(mistakes, "\n"), all)
			}
			for _, m := range mistakes {
				if !regexp.MustCompile(`^sut/main\.go:\d+: `).MatchString(m) {
					t.Errorf("it has no place: %s", m)
				}
			}
		})
	}
}
