package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// planOf returns a plan with the given cases, whose digests are their ids.
func planOf(ids ...string) *plan.Plan {
	u := &plan.Unit{Unit: &spec.Unit{Name: "u"}}
	for _, id := range ids {
		c := &plan.Case{Digest: id}
		c.ID = id
		u.Cases = append(u.Cases, c)
	}
	return &plan.Plan{Units: []*plan.Unit{u}, System: &spec.System{
		Machines: []*spec.Machine{{Name: "m", Units: []string{"u"}}, {Name: "only compared"}},
		Laws:     []*spec.Law{{Name: "l"}},
	}}
}

func TestUnsettled(t *testing.T) {
	t.Parallel()
	run := func(started string, verdicts map[string]result.Verdict) result.Past {
		p := result.Past{Started: started, Verdicts: verdicts, Digests: map[string]string{}}
		for id := range verdicts {
			if result.CaseOf(id) == id && id[:2] == "u/" {
				p.Digests[id] = id
			}
		}
		return p
	}
	past := []result.Past{
		run("1", map[string]result.Verdict{"u/a": result.Fail, "u/b": result.Pass, "u/c": result.Pass,
			"u/e": result.Pass, "machine m": result.Fail, "property l": result.Pass,
			"v@u/d": result.Fail, "u/d": result.Pass}),
		run("2", map[string]result.Verdict{"u/a": result.Pass, "u/b": result.Blocked, "v@u/e": result.Error,
			"u/e": result.Pass}),
		run("3", map[string]result.Verdict{"u/d": result.Pass}), // a part of it
	}
	past[0].Digests["u/c"] = "it was another case"
	s := Read(planOf("u/a", "u/b", "u/c", "u/d", "u/e", "u/f"), past)
	want := map[string]bool{"u/b": true, "u/c": true, "u/e": true, "u/f": true}
	if !cmp.Equal(Unsettled(s.Cases), want) {
		t.Errorf("cases that are not settled: %v, want %v", Unsettled(s.Cases), want)
	}
	want = map[string]bool{"m": true}
	if !cmp.Equal(Unsettled(s.Machines), want) || !cmp.Equal(Failed(s.Machines), want) {
		t.Errorf("machines: %v", s.Machines)
	}
	if len(Unsettled(s.Laws)) != 0 {
		t.Errorf("properties: %v", s.Laws)
	}
	if want := map[string]bool{"u/e": true}; !cmp.Equal(Failed(s.Cases), want) {
		t.Errorf("cases that failed: %v, want %v", Failed(s.Cases), want)
	}
}
