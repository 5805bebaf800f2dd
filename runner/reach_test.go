package runner_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestReached: a state that can be shown and not set is reached by the program's own
// operations, and so is one that could be set where that is asked for.
func TestReached(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault string
		all   bool
	}{{"fixed", false}, {"", true}, {"begins-fixed", false}} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			r := run(t, planStack(t, c.fault), runner.Options{Reach: c.all})
			if len(r.Results) < 20 || len(r.Machinery) > 0 {
				t.Errorf("%d results, %q", len(r.Results), r.Machinery)
			}
			for _, x := range r.Results {
				if x.Verdict != result.Pass {
					t.Errorf("%s: %s", line(x), x.Message)
				}
				list, _ := x.Values.Lookup("s")
				if c.fault != "begins-fixed" && list.Len() != len(x.Way) {
					t.Errorf("%s: %d steps lead to %s", x.Case, len(x.Way), x.Values)
				}
			}
		})
	}
}

// TestWrongOnTheWay: what goes wrong on the way to a state is charged to the unit that has it
// wrong, in the step in which it does, and not to the unit of the case.
func TestWrongOnTheWay(t *testing.T) {
	t.Parallel()
	for fault, verdict := range map[string]result.Verdict{"third": result.Fail, "panics": result.Error,
		"exits": result.Error} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			checkOnTheWay(t, fault, verdict, runner.Options{Units: []string{"push", "size"}})
		})
	}
}

// TestHangsOnTheWay: so is a step that does not return.
func TestHangsOnTheWay(t *testing.T) {
	t.Parallel()
	checkOnTheWay(t, "hangs", result.Error, runner.Options{Units: []string{"size"}, Timeout: 4 * time.Second})
}

// checkOnTheWay runs cases of a stack whose push has a fault where the stack has two elements.
func checkOnTheWay(t *testing.T, fault string, verdict result.Verdict, o runner.Options) {
	t.Helper()
	r := run(t, planStack(t, fault+"-fixed"), o)
	charged := 0
	for _, x := range r.Results {
		list, _ := x.Values.Lookup("s")
		_, of, charge := strings.Cut(x.Case, "@")
		switch {
		case charge:
			charged++
			if x.Verdict != verdict || strings.Join(x.Blame, " ") != "push" || x.Unit != "push" ||
				list.Len() != 2 {
				t.Errorf("%s on %s, of %s: %s", line(x), x.Values, of, x.Message)
			}
		case x.Unit == "push" && list.Len() == 2:
			if x.Verdict != verdict || strings.Join(x.Blame, " ") != "push" {
				t.Errorf("%s on %s: %s", line(x), x.Values, x.Message)
			}
		case list.Len() <= 2 && x.Verdict != result.Pass && x.Unit != "push":
			t.Errorf("%s on %s: %s", line(x), x.Values, x.Message)
		case list.Len() > 2 && x.Verdict != result.Blocked:
			t.Errorf("%s on %s: %s", line(x), x.Values, x.Message)
		}
	}
	if charged == 0 {
		t.Error("nothing was charged to push")
	}
}

// TestRoutes: what shows only in one of the shapes that stand for a state is found where the
// state is reached in several ways, the same ones each time.
func TestRoutes(t *testing.T) {
	t.Parallel()
	var before []string
	for _, routes := range []int{1, 8, 8} {
		r := run(t, planStack(t, "popped-fixed"), runner.Options{Units: []string{"size"}, Routes: routes})
		var found []string
		for _, x := range r.Results {
			if x.Verdict == result.Pass {
				continue
			}
			text := ""
			for _, s := range x.Way {
				text += " " + s.Unit
			}
			if x.Verdict != result.Fail || strings.Join(x.Blame, " ") != "size" || !strings.Contains(text, " pop") &&
				!strings.Contains(text, " pick") && !strings.Contains(text, " again") {
				t.Errorf("%s after%s: %s", line(x), text, x.Message)
			}
			found = append(found, x.Case+text)
		}
		slices.Sort(found)
		if (len(found) > 0) != (routes > 1) || len(before) > 0 && !slices.Equal(found, before) {
			t.Errorf("with %d ways: %q, before %q", routes, found, before)
		}
		before = found
	}
}
