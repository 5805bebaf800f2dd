package adequacy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/mutation"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// TestJudge: what a run says of a mutant in a function of the unit u.
func TestJudge(t *testing.T) {
	t.Parallel()
	fails := func(id, unit string, blame ...string) *result.Result {
		return &result.Result{Case: id, Unit: unit, Verdict: result.Fail, Blame: blame}
	}
	for _, test := range []struct {
		name    string
		run     *result.Run
		refused error
		want    string
	}{
		{"all pass", &result.Run{Results: []*result.Result{{Case: "u/1", Verdict: result.Pass}}}, nil, "survived   "},
		{"a case fails", &result.Run{Results: []*result.Result{{Verdict: result.Pass}, fails("u/2", "u", "u"),
			fails("u/3", "u", "v")}}, nil, "killed u/2 right "},
		{"others are blamed", &result.Run{Results: []*result.Result{fails("v/1", "v", "v", "w")}}, nil,
			"killed v/1 wrong "},
		{"nobody is blamed", &result.Run{Results: []*result.Result{fails("v/1", "v")}}, nil, "killed v/1  "},
		{"one that counts goes first", &result.Run{Results: []*result.Result{
			{Case: "u/1", Verdict: result.Fail, Blame: []string{"v"}, Support: true}, fails("u/2", "u", "u"),
		}}, nil, "killed u/2 right "},
		{"it does not end", &result.Run{Results: []*result.Result{
			{Case: "u/1", Verdict: result.Error, Blame: []string{"u"}, Message: "u did not return within 5s"},
		}}, nil, "hung u/1 right "},
		{"it does not start", &result.Run{Machinery: []string{"no"}}, nil, "broken   "},
		{"it is refused", nil, errors.New("another constant"), "broken   "},
		{"a case is not judged",
			&result.Run{Results: []*result.Result{{Case: "u/1", Verdict: result.Undecided, Message: "why"}}}, nil,
			"survived   u/1 is undecided: why"},
		{"as it is before", &result.Run{Results: []*result.Result{{Case: "u/9", Verdict: result.Blocked}}}, nil,
			"survived   "},
	} {
		m := &measurement{unclear: map[string]bool{"u/9": true}}
		o := &Outcome{Units: []string{"u"}, Status: NotRun}
		m.judge(o, test.run, test.refused)
		right := ""
		if o.Right != nil {
			right = map[bool]string{true: "right", false: "wrong"}[*o.Right]
		}
		if got := fmt.Sprintf("%s %s %s %s", o.Status, o.Case, right, o.Doubt); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestUnreached: drawn inputs are not run against mutants to which none comes, and are run
// against all others, those of which that is not known among them.
func TestUnreached(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		place   int
		reached map[int]bool
		want    bool
	}{
		{2, map[int]bool{1: true}, true},
		{2, map[int]bool{1: true, 2: true}, false},
		{2, nil, false},
		{0, map[int]bool{1: true}, false},
	} {
		if got := isUnreached(test.place, test.reached); got != test.want {
			t.Errorf("place %d, reached %v: got %v, want %v", test.place, test.reached, got, test.want)
		}
	}
}

// TestMove: what is built is taken away, and what was there before is there again, with
// its mode and its time; where nothing was there is nothing.
func TestMove(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"", "before"} {
		dir := t.TempDir()
		m := &move{from: filepath.Join(dir, "program"), to: filepath.Join(dir, "taken"),
			kept: filepath.Join(dir, "kept")}
		then := time.Now().Add(-time.Hour).Truncate(time.Second)
		if before != "" {
			check(t, os.WriteFile(m.from, []byte(before), 0o750))
			check(t, os.Chtimes(m.from, then, then))
		}
		check(t, m.keep())
		check(t, os.WriteFile(m.from, []byte("built"), 0o700))
		check(t, copyFile(m.from, m.to))
		check(t, m.restore())
		if got, err := os.ReadFile(m.to); string(got) != "built" {
			t.Errorf("taken: %q, %v", got, err)
		}
		got, err := os.ReadFile(m.from)
		if before == "" {
			if !errors.Is(err, os.ErrNotExist) {
				t.Errorf("there is %q where nothing was, %v", got, err)
			}
			continue
		}
		info, err := os.Stat(m.from)
		if check(t, err); string(got) != before || info.Mode().Perm() != 0o750 || !info.ModTime().Equal(then) {
			t.Errorf("there is %q of %v, %v", got, info.ModTime(), info.Mode())
		}
	}
}

// TestPrograms: a system has the programs with mutants in them where these were built,
// and what it was made from stays as it is.
func TestPrograms(t *testing.T) {
	t.Parallel()
	p := &programs{files: map[string]string{"a": "/d/program0"}, seen: filepath.Join(t.TempDir(), "reached")}
	was := &spec.System{SUTs: map[string]*spec.SUT{
		"a": {Name: "a", Command: []string{"bin/a", "-x"}, Build: []string{"make"}, Env: []string{"E"}, SHA256: "1"},
		"b": {Name: "b", Command: []string{"bin/b"}},
	}}
	got := p.systemFor(was, 7).SUTs
	if a := got["a"]; !slices.Equal(a.Command, []string{"/d/program0", "-x"}) || a.Build != nil || a.SHA256 != "" ||
		!slices.Equal(a.Env, []string{"E", mutation.Variable + "=7"}) {
		t.Errorf("a is %+v", a)
	}
	if got["b"] != was.SUTs["b"] || was.SUTs["a"].Command[0] != "bin/a" || len(was.SUTs["a"].Env) != 1 {
		t.Errorf("b is %+v, and a was %+v", got["b"], was.SUTs["a"])
	}
	if env := p.systemFor(was, 0).SUTs["a"].Env; !slices.Equal(env, []string{"E", mutation.Variable + "=0",
		mutation.Reached + "=" + p.seen}) {
		t.Errorf("the program as it was written has the environment %v", env)
	}
	if reached, err := p.reachedPlaces(); len(reached) > 0 || err != nil {
		t.Errorf("reached: %v, %v", reached, err)
	}
	check(t, os.WriteFile(p.seen, []byte("3\n12\n3\n"), 0o600))
	if reached, err := p.reachedPlaces(); err != nil || len(reached) != 2 || !reached[3] || !reached[12] {
		t.Errorf("reached: %v, %v", reached, err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
