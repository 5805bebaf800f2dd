package runner_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// runShards runs a plan in parts.
func runShards(t *testing.T, p *plan.Plan, o runner.Options, count int) []*result.Run {
	t.Helper()
	var out []*result.Run
	for i := range count {
		o.Shard = &result.Shard{Index: i + 1, Count: count}
		out = append(out, run(t, p, o))
	}
	return out
}

var seconds = regexp.MustCompile(`"(seconds|started)": [^,\n]+`)

// timeless returns the document of a run without what differs from run to run.
func timeless(t *testing.T, r *result.Run) string {
	t.Helper()
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return seconds.ReplaceAllString(string(data), "$1")
}

// planSeveral returns plans of programs that are right and of such that are wrong in different layers.
func planSeveral(t *testing.T) map[string]*plan.Plan {
	return map[string]*plan.Plan{
		"list": planSortedList(t, ""), "list, sort loses": planSortedList(t, "sort-nonempty"),
		"list, insert forgets": planSortedList(t, "insert-forgets"), "stack": planStack(t, ""),
		"stack, third": planStack(t, "third-fixed"), "push": planPush(t, ""),
	}
}

// TestShards: however many parts a run has, together they say what one run says.
func TestShards(t *testing.T) {
	t.Parallel()
	for name, p := range planSeveral(t) {
		o := runner.Options{Machines: &runner.Machines{Sequences: 20}}
		whole := timeless(t, run(t, p, o))
		for _, count := range []int{1, 2, 5} {
			shards := runShards(t, p, o, count)
			joined, err := runner.Join(p, shards)
			if err != nil {
				t.Errorf("%s, %d shards: %v", name, count, err)
				continue
			}
			counted := 0
			for _, s := range shards {
				counted += result.Count(s.All()).Pass
			}
			if all := joined.Summary.Pass; counted != all || count > 3 && shards[0].Summary.Pass == all {
				t.Errorf("%s: %d shards counted %d cases that pass, the first %d, and there are %d", name, count, counted,
					shards[0].Summary.Pass, all)
			}
			if got := timeless(t, joined); got != whole {
				t.Errorf("%s, %d shards: %s", name, count, firstDifference(whole, got))
			}
		}
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return strings.Join(b[max(0, i-6):i+1], "\n") + "\nexpected\n" + a[i]
		}
	}
	return "one is longer"
}

// TestShardsOfTimeZones: a merged run began when the first of its shards did, wherever their clocks are.
func TestShardsOfTimeZones(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	shards := runShards(t, p, runner.Options{}, 3)
	shards[0].Started, shards[1].Started = "2026-05-01T01:30:00+02:00", "2026-04-30T23:10:00Z"
	shards[2].Started = "2026-04-30T20:00:00.5-04:00"
	joined, err := runner.Join(p, shards)
	if err != nil || joined.Started != shards[1].Started {
		t.Errorf("it began at %s (%v)", joined.Started, err)
	}
}

// TestWrongShards: documents that do not belong together are refused.
func TestWrongShards(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	shards := runShards(t, p, runner.Options{}, 3)
	changed := func(i int, change func(*result.Run)) []*result.Run {
		out := slices.Clone(shards)
		one := *out[i]
		shard := *one.Shard
		one.Shard = &shard
		change(&one)
		out[i] = &one
		return out
	}
	for want, list := range map[string][]*result.Run{
		"there are no shards":                              {},
		"of 3 shards there is no document of 2":            {shards[0], shards[2]},
		"of 3 shards there is no document of 1, 3":         {shards[1]},
		"shard 3 of 3 is there twice":                      append(slices.Clone(shards), shards[2]),
		"document 2 is not that of a shard":                changed(1, func(r *result.Run) { r.Shard = nil }),
		"document 1 is that of shard 0 of 3":               changed(0, func(r *result.Run) { r.Shard.Index = 0 }),
		"shard 1 is of 3 shards, and shard 3 of 4":         changed(2, func(r *result.Run) { r.Shard.Count = 4 }),
		"shard 1 ran under --seed 0, and shard 2 under 5":  changed(1, func(r *result.Run) { r.Seed = 5 }),
		"shard 2 is of the project \"other\", and this is": changed(1, func(r *result.Run) { r.Project = "other" }),
		"ttf-int 9.9 ran shard 3, and this is":             changed(2, func(r *result.Run) { r.Tool = "9.9" }),
		"shard 2 ran by other specifications: ": changed(1, func(r *result.Run) {
			r.Inputs = slices.Clone(r.Inputs)
			r.Inputs[0].SHA256 = "0"
		}),
		"was planned otherwise in its shard": changed(1, func(r *result.Run) {
			r.Results = slices.Clone(r.Results)
			i := slices.IndexFunc(r.Results, func(x *result.Result) bool { return !x.Support })
			one := *r.Results[i]
			one.Digest = "0"
			r.Results[i] = &one
		}),
	} {
		if _, err := runner.Join(p, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// TestUnlikeShards: a case that goes otherwise where decisions rest on it, and another program, are findings.
func TestUnlikeShards(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	shards := runShards(t, p, runner.Options{}, 4)
	changed := ""
	for _, s := range shards {
		for _, r := range s.Results {
			if r.Support && changed == "" {
				changed = r.Case
				r.Verdict = result.Fail
			}
		}
	}
	shards[3].Programs = map[string]string{"list": "0"}
	joined, err := runner.Join(p, shards)
	if err != nil || changed == "" {
		t.Fatal(err)
	}
	all := strings.Join(joined.Findings, "\n")
	if !strings.Contains(all, "not always the same: "+changed+" is pass, and was fail in shard ") ||
		!strings.Contains(all, "the program list was another one in shard 4") {
		t.Errorf("%q", joined.Findings)
	}
}

// TestRefusedShard: what was refused before its first case is a document of its shard too. Merged with the others it
// says why, and no case of its part is taken for one that passed.
func TestRefusedShard(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	shards := runShards(t, p, runner.Options{}, 3)
	left := result.Count(shards[0].All()).Pass + result.Count(shards[2].All()).Pass
	shards[1] = runner.ReportUnplanned(p.System, p.Tool, &result.Shard{Index: 2, Count: 3}, "the constant is refused")
	joined, err := runner.Join(p, shards)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(joined.Machinery, []string{"the constant is refused"}) || joined.Summary.Pass != left {
		t.Errorf("%q, %+v: expected the reason, and %d that pass", joined.Machinery, joined.Summary, left)
	}
}

// TestRecertified: what one shard left out is certified where it passed in another, is not known to be right where it
// failed there, and is left out where no shard ran it.
func TestRecertified(t *testing.T) {
	t.Parallel()
	const leftOut = "uncertified: q answered p itself in q/DNF_1, which was left out of this run"
	for _, c := range []struct{ verdict, want string }{
		{"pass", ""}, {"fail", "uncertified: q answered p itself in q/DNF_1, where it is not known to be right"}, {"", leftOut},
	} {
		p := &result.Result{Case: "p/DNF_1", Leaf: "p/DNF_1", Verdict: result.Pass, Findings: []string{leftOut},
			Trace: []*result.Call{{Unit: "q", Caller: "p", Leaf: "q/DNF_1", Uncertified: true, LeftOut: true}}}
		all := &result.Run{Results: []*result.Result{p}}
		if c.verdict != "" {
			all.Results = append(all.Results, &result.Result{Case: "q/DNF_1", Leaf: "q/DNF_1",
				Verdict: result.Verdict(c.verdict)})
		}
		runner.Recertify(all)
		if got := strings.Join(p.Findings, "|"); got != c.want {
			t.Errorf("%q: %s, expected %s", c.verdict, got, c.want)
		}
	}
}
