package runner

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// arrow stands between a caller and a callee in the document of a run.
const arrow = " -> "

// beginShard returns the shard of a run before its first case; nil where all of it is run.
func beginShard(of *result.Shard) *result.Shard {
	if of == nil {
		return nil
	}
	return &result.Shard{Index: of.Index, Count: of.Count, Calls: []string{}, Rows: []string{}}
}

// tell notes in a shard what its cases have used.
func (g *usage) tell(s *result.Shard) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.Rows = append(s.Rows, keys(g.rows)...)
	for e := range g.edges {
		s.Calls = append(s.Calls, e.caller+arrow+e.callee)
	}
	slices.Sort(s.Calls)
}

// noteShard notes what the cases of a shard have used; nil: nothing.
func (g *usage) noteShard(s *result.Shard) {
	if s == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, call := range s.Calls {
		caller, callee, _ := strings.Cut(call, arrow)
		g.edges[edge{caller, callee}] = true
	}
	for _, row := range s.Rows {
		g.rows[row] = true
	}
}

// joinIsolation adds what kept the programs of a shard apart. Where that was otherwise than in one before, it is a
// finding: what passed there may rest on it.
func joinIsolation(out, s *result.Run) {
	for name, is := range s.Isolation {
		other, ok := out.Isolation[name]
		switch {
		case out.Isolation == nil:
			out.Isolation = map[string]result.Isolation{name: is}
		case !ok:
			out.Isolation[name] = is
		case !reflect.DeepEqual(other, is):
			out.Findings = append(out.Findings, fmt.Sprintf("the program %s was isolated otherwise in shard %d than in one "+
				"before: %s; before: %s", name, s.Shard.Index, is, other))
		}
	}
}

// joinShards makes one run of the shards of a run of a plan: with the results, in the order of the plan, that are
// counted in one of them, and what all of them show together. Those passes that are held in short form are not among
// the results of the shards. The errors say what does not belong together: a shard that is missing or there twice, and
// another plan, seed or version of ttf-int.
func joinShards(p *plan.Plan, shards []*result.Run, short *short) (*result.Run, error) {
	shards = slices.Clone(shards)
	if err := checkShards(p, shards); err != nil {
		return nil, err
	}
	slices.SortFunc(shards, func(a, b *result.Run) int { return a.Shard.Index - b.Shard.Index })
	out := &result.Run{APIVersion: plan.APIVersion, Kind: "Run", Tool: p.Tool, Project: p.System.Project,
		Started: shards[0].Started, Inputs: p.System.Inputs, Seed: shards[0].Seed, Programs: map[string]string{},
		NotObserved: []string{}, UndecidedLeaves: []string{}, Untested: []result.Untested{}, Findings: []string{},
		Machinery: []string{}}
	for _, s := range shards {
		if isBefore(s.Started, out.Started) {
			out.Started = s.Started
		}
		out.Seconds = max(out.Seconds, s.Seconds)
		out.Interrupted = out.Interrupted || s.Interrupted
		out.NotObserved = append(out.NotObserved, s.NotObserved...)
		out.UndecidedLeaves = append(out.UndecidedLeaves, s.UndecidedLeaves...)
		out.OpenLeaves, out.Untested = append(out.OpenLeaves, s.OpenLeaves...), append(out.Untested, s.Untested...)
		out.Machines, out.Laws = append(out.Machines, s.Machines...), append(out.Laws, s.Laws...)
		out.Classes, out.Methods = append(out.Classes, s.Classes...), append(out.Methods, s.Methods...)
		out.ClassUses = append(out.ClassUses, s.ClassUses...)
		out.Findings, out.Machinery = append(out.Findings, s.Findings...), append(out.Machinery, s.Machinery...)
		for name, sum := range s.Programs {
			if other := out.Programs[name]; other != "" && other != sum {
				out.Findings = append(out.Findings, fmt.Sprintf("the program %s was another one in shard %d than in one before",
					name, s.Shard.Index))
			}
			out.Programs[name] = sum
		}
		joinIsolation(out, s)
		joinMore(out, s.More)
	}
	for _, list := range []*[]string{&out.NotObserved, &out.Findings, &out.Machinery} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	if err := joinResults(p, out, shards, short); err != nil {
		return nil, err
	}
	recertify(out)
	sortAsPlanned(p, out)
	out.Retry, out.Selection, out.LeaksFail = shards[0].Retry, shards[0].Selection, shards[0].LeaksFail
	if at, err := time.Parse(time.RFC3339Nano, out.Started); err == nil {
		out.Findings = append(listQuarantines(p, at), out.Findings...)
	}
	out.Findings = append(listUnusedOfAll(p, out, shards), out.Findings...)
	out.Summary = result.Count(out.All())
	return out, nil
}

// isBefore tells whether one time is before another one. Both are in RFC 3339, of machines that may be in different
// time zones. What cannot be read is not before anything.
func isBefore(one, other string) bool {
	a, err := time.Parse(time.RFC3339Nano, one)
	b, otherErr := time.Parse(time.RFC3339Nano, other)
	return err == nil && (otherErr != nil || a.Before(b))
}

// checkShards returns an error where runs are not the shards of one run of a plan.
func checkShards(p *plan.Plan, shards []*result.Run) error {
	if len(shards) == 0 {
		return errors.New("there are no shards")
	}
	seen := map[int]bool{}
	first := shards[0]
	for i, r := range shards {
		s := r.Shard
		switch {
		case s == nil:
			return fmt.Errorf("document %d is not that of a shard: `ttf-int run --shard` writes those", i+1)
		case s.Count < 1 || s.Index < 1 || s.Index > s.Count:
			return fmt.Errorf("document %d is that of shard %d of %d", i+1, s.Index, s.Count)
		case s.Count != first.Shard.Count:
			return fmt.Errorf("shard %d is of %d shards, and shard %d of %d", first.Shard.Index, first.Shard.Count,
				s.Index, s.Count)
		case seen[s.Index]:
			return fmt.Errorf("shard %d of %d is there twice", s.Index, s.Count)
		case r.Project != p.System.Project:
			return fmt.Errorf("shard %d is of the project %q, and this is %q", s.Index, r.Project, p.System.Project)
		case r.Tool != p.Tool:
			return fmt.Errorf("ttf-int %s ran shard %d, and this is %s", r.Tool, s.Index, p.Tool)
		case r.Seed != first.Seed:
			return fmt.Errorf("shard %d ran under --seed %d, and shard %d under %d", first.Shard.Index, first.Seed,
				s.Index, r.Seed)
		}
		if changed := plan.Changes(r.Inputs, p.System.Inputs); len(changed) > 0 {
			return fmt.Errorf("shard %d ran by other specifications: %s", s.Index, strings.Join(changed, ", "))
		}
		seen[s.Index] = true
	}
	var missing []string
	for i := range first.Shard.Count {
		if !seen[i+1] {
			missing = append(missing, fmt.Sprint(i+1))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("of %d shards there is no document of %s", first.Shard.Count, strings.Join(missing, ", "))
	}
	return nil
}

// joinResults gathers the results that are counted, those that are charged to a callee behind the case that showed
// them. A case that went otherwise where other shards ran it for their decisions is a finding.
func joinResults(p *plan.Plan, out *result.Run, shards []*result.Run, short *short) error {
	counted, charged := map[string]*result.Result{}, map[string][]*result.Result{}
	known := map[string]bool{}
	for _, s := range shards {
		for r := range s.All() {
			of := result.CaseOf(r.Case)
			switch {
			case of != r.Case && !known[r.Case]:
				known[r.Case] = true
				c := *r
				c.Support = false
				charged[of] = append(charged[of], &c)
			case of == r.Case && !r.Support:
				counted[r.Case] = r
			}
		}
	}
	for _, s := range shards {
		for r := range s.All() {
			of := counted[r.Case]
			if c := findCase(p, r); r.Support && c != nil && short.of(c).of != nil {
				of = short.of(c).unpack()
			}
			if r.Support && of != nil && of.Verdict != r.Verdict {
				out.Findings = append(out.Findings, unlike(of, r.Verdict, s.Shard.Index))
			}
		}
	}
	var places []int32 // the numbers of the cases of those in short form, by the places of results
	out.Packed = func(at int) *result.Result { return short.packs[places[at]].unpack() }
	for _, u := range p.Units {
		for _, c := range u.Cases {
			r := counted[c.ID]
			if r != nil && r.Digest != c.Digest {
				return fmt.Errorf("the case %s was planned otherwise in its shard: the constants of the program may differ", c.ID)
			}
			switch one := short.of(c); {
			case one.of != nil:
				places = slices.Grow(places, len(out.Results)+1-len(places))[:len(out.Results)+1]
				places[len(out.Results)] = int32(short.numbers[c])
				out.Results = append(out.Results, nil)
			case r != nil:
				out.Results = append(out.Results, r)
			}
			out.Results = append(out.Results, charged[c.ID]...)
			delete(counted, c.ID)
			delete(charged, c.ID)
		}
	}
	// What was drawn at random is of no case of the plan.
	for _, s := range shards {
		for r := range s.All() {
			if of := result.CaseOf(r.Case); !r.Support && (counted[of] != nil || charged[of] != nil) {
				out.Results = append(out.Results, r)
			}
		}
	}
	return nil
}

// unlike says that a case went otherwise in a shard that ran it for its decisions.
func unlike(r *result.Result, there result.Verdict, shard int) string {
	return fmt.Sprintf("not always the same: %s is %s, and was %s in shard %d, where decisions rest on it", r.Case,
		r.Verdict, there, shard)
}

// recertify takes back that a callee answered where it is not known to be right, where another shard has shown that it
// is: all cases of the leaf passed.
func recertify(out *result.Run) {
	certified := map[string]bool{}
	for r := range out.All() {
		if result.CaseOf(r.Case) == r.Case && r.Drawn == nil {
			before, known := certified[r.Leaf]
			certified[r.Leaf] = (before || !known) && r.Verdict == result.Pass
		}
	}
	for r := range out.All() {
		before := reportUncertified(r.Trace)
		if len(before) == 0 {
			continue
		}
		certifyCalls(r.Trace, certified)
		left := reportUncertified(r.Trace)
		r.Findings = slices.DeleteFunc(r.Findings, func(f string) bool {
			return slices.Contains(before, f) && !slices.Contains(left, f)
		})
		for _, f := range left { // one that another shard ran is no longer left out
			if !slices.Contains(before, f) {
				r.Findings = append(r.Findings, f)
			}
		}
	}
}

func certifyCalls(calls []*result.Call, certified map[string]bool) {
	for _, c := range calls {
		_, known := certified[c.Leaf]
		c.Uncertified = c.Uncertified && !certified[c.Leaf]
		c.LeftOut = c.LeftOut && !known
		certifyCalls(c.Calls, certified)
	}
}

// joinMore adds what came of the cases that a shard drew.
func joinMore(out *result.Run, more *result.More) {
	if more == nil {
		return
	}
	if out.More == nil {
		c := *more
		c.Leaves = nil
		out.More = &c
	}
	out.More.Leaves = append(out.More.Leaves, more.Leaves...)
}

// sortAsPlanned puts what shards have listed into the order of the plan.
func sortAsPlanned(p *plan.Plan, out *result.Run) {
	place := map[string]int{}
	note := func(key string) { place[key] = len(place) }
	for _, u := range p.Units {
		note("unit " + u.Name)
		for _, l := range u.Leaves {
			note(l.ID)
		}
	}
	for _, m := range p.System.Machines {
		note("machine " + m.Name)
	}
	for _, l := range p.System.Laws {
		note("property " + l.Name)
	}
	for _, c := range p.Classes {
		note("class " + c.Name)
	}
	for _, m := range p.System.Methods {
		note("method " + m.Name)
	}
	sortBy(out.UndecidedLeaves, place, func(l string) string { return l })
	sortBy(out.OpenLeaves, place, func(l result.OpenLeaf) string { return l.Leaf })
	sortBy(out.Untested, place, func(u result.Untested) string { return "unit " + u.Unit })
	sortBy(out.Machines, place, func(m *result.Machine) string { return "machine " + m.Machine })
	sortBy(out.Laws, place, func(l *result.Law) string { return "property " + l.Property })
	sortBy(out.Classes, place, func(c *result.ClassRun) string { return "class " + c.Class })
	out.ClassUses = joinUses(out.ClassUses, out.Classes)
	sortBy(out.ClassUses, place, func(u *result.ClassUse) string { return "unit " + u.Unit })
	sortBy(out.Methods, place, func(m *result.Method) string { return "method " + m.Unit })
	if out.More != nil {
		sortBy(out.More.Leaves, place, func(l *result.MoreLeaf) string { return l.Leaf })
	}
}

func sortBy[T any](list []T, place map[string]int, key func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(place[key(a)], place[key(b)]) })
}

// listUnusedOfAll returns what specifications declare and no shard used.
func listUnusedOfAll(p *plan.Plan, out *result.Run, shards []*result.Run) []string {
	all := newUsage()
	for _, s := range shards {
		all.noteShard(s.Shard)
	}
	for r := range out.All() {
		if r.Verdict != result.Blocked && result.CaseOf(r.Case) == r.Case && r.Drawn == nil {
			all.cases[r.Unit]++
		}
	}
	unseen := map[string]bool{}
	for _, e := range out.NotObserved {
		unseen[e] = true
	}
	return all.listUnused(p, func(caller, callee string) bool { return !unseen[caller+arrow+callee] })
}
