package runner_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var bindingsProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("bindings", "./testdata/bindings/sut")
})

// runBindings runs the program that binds a variable in a way.
func runBindings(t *testing.T, way string) *result.Run {
	t.Helper()
	return run(t, planProject(t, "testdata/bindings", bindingsProgram,
		func(_ *spec.System, s *spec.SUT) { s.Env = []string{"BINDING=" + way} }),
		runner.Options{Timeout: time.Minute})
}

// TestBindings: the same values are the same in whatever Go types they are held.
func TestBindings(t *testing.T) {
	for _, way := range []string{"", "colour-more", "s-nil", "q-map", "q-int64", "q-big", "f-set", "z-atom"} {
		t.Run("binding "+way, func(t *testing.T) {
			t.Parallel()
			if r := runBindings(t, way); r.Summary.Pass != len(r.Results) || len(r.Results) == 0 ||
				len(r.Machinery) > 0 {
				t.Errorf("%q\n%s", r.Machinery, lines(r))
			}
		})
	}
}

// TestWrongBindings: what is bound wrongly is found before the first case, or
// where the state is read back, and no unit is blamed for it.
func TestWrongBindings(t *testing.T) {
	for i, c := range []struct{ way, machine, message string }{
		{"answer-bool", "a! of flip wrongly: the constants of ANSWER are yes, no, and the program's are false, true",
			"a! is bound wrongly"},
		{"colour-lacks", `c of flip wrongly, at sut/main.go:`, "is not the name of a main.colour"},
		{"colour-misspelt", `it cannot hold blue: "blue" is not the name of a main.colour`,
			"is not the name of a main.colour"},
		{"colour-other", "the constants of COLOUR are red, green, blue, and the program's are one, two",
			"c is bound wrongly"},
		{"option-constructed", "it cannot hold nothing: \"nothing\" is not a constructor applied to an argument",
			"o: \"nothing\" is not a constructor"},
		{"option-int", "its type is OPT, and the program has an integer", "o is bound wrongly"},
		{"option-mute", "nothing cannot be shown: not written yet", "o is bound wrongly"},
		{"option-refuses", "it cannot hold nothing: what is nothing?", "o is bound wrongly"},
		{"option-panics", "nothing cannot be converted: panic: no form",
			"reading o before the unit ran: panic: no form"},
		{"option-forgets", "some 0 comes back as nothing", "o is bound wrongly"},
		{"option-nil", "nothing cannot be shown: there is no value", "o is bound wrongly"},
		{"s-slice", "s of flip wrongly", "its type is ℙ ℤ, and the program has a sequence"},
		{"s-strings", "its type is ℤ, and the program has a string", "s is bound wrongly"},
		{"s-keeps", "", "s was set to {1, 2} and reads ∅ in the system under test bindings, which binds it at sut/main.go:"},
		{"q-string", "the program has a string", "q is bound wrongly"},
		{"q-reverse", "", "q was set to ⟨1, 2⟩ and reads ⟨2, 1⟩"},
		{"q-drops", "", "q was set to ⟨1, 2⟩ and reads ⟨1⟩"},
		{"f-pairs", "the program has a tuple", "f is bound wrongly"},
		{"p-tuple", "and the program has a tuple", "p is bound wrongly"},
		{"p-other", "its components are left, right, and the program's are Left, Right", "p is bound wrongly"},
		{"p-swaps", "", "p was set to ⦉left == 1, right == 2⦊ and reads ⦉left == 2, right == 1⦊"},
		{"t-three", "its type is ℤ × ℤ, and the program has a tuple", "t is bound wrongly"},
		{"z-int", "its type is NAME, and the program has an integer", "z is bound wrongly"},
		{"z-case", "", "z was set to name1 and reads NAME1"},
		{"k-string", "k? of plain wrongly: its type is ℤ, and the program has a string", "k? is bound wrongly"},
	} {
		t.Run(c.way, func(t *testing.T) {
			sampleRows(t, i)
			t.Parallel()
			r := runBindings(t, c.way)
			all, blocked := lines(r), 0
			for _, x := range r.Results {
				if x.Verdict == result.Blocked {
					blocked++
				}
				if x.Verdict != result.Blocked && x.Verdict != result.Pass || len(x.Blame) > 0 || x.Class != nil {
					t.Errorf("%s: %s", line(x), x.Message)
				}
				if x.Unit == "plain" && x.Verdict != result.Pass && c.way != "k-string" && c.way != "option-panics" {
					t.Errorf("%s: %s", line(x), x.Message)
				}
			}
			machinery := strings.Join(r.Machinery, "\n")
			if blocked == 0 || !strings.Contains(machinery, c.machine) || (c.machine == "") != (machinery == "") ||
				!strings.Contains(all, c.message) {
				t.Errorf("want %s\nand %s:\n%s\n%s", c.machine, c.message, machinery, all)
			}
		})
	}
}
