package runner

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/trace"
)

// placeCall sets, in the result of a call inside its callee's precondition, the leaves of
// the callee in which it lies, whether the decision foresaw it and, where the callee
// itself answered, whether the callee is certified there.
func (j *judge) placeCall(a *attempt, c *trace.Call, r *result.Call) {
	own := c.Caller == a.unit.plan.Name
	for _, ch := range a.choices {
		if own && ch.Callee == c.Unit.Name && ch.Leaf != "" && c.Is(ch.Witness) {
			r.Leaf = ch.Leaf
			if s := j.run.certs.Leaf(c.Unit.Name, ch.Leaf); isAnsweredByCallee(c) {
				r.Uncertified, r.LeftOut = s != stubs.Passed, s == stubs.LeftOut
			}
			return
		}
	}
	leaves := j.at.Decider.Calls().Confirm(c.Unit, c.Frame)
	if len(leaves) > 0 {
		r.Leaf = leaves[0]
	}
	for _, id := range leaves {
		if l := j.run.plan.RefutedLeaf(c.Unit.Name, id); l != nil {
			j.run.results.recordMachineFailureOnce("refuted "+id, "this is a mistake in ttf-int, please report it: "+
				plan.ContradictionText(l, "a call that "+c.Caller+" makes in "+a.c.ID))
		}
	}
	if own {
		r.Predicted = findUnforeseen(a.choices, c.Unit.Name, leaves)
	}
	r.Uncertified = isAnsweredByCallee(c) && !j.at.Decider.IsTrusted(c.Unit, c.Frame, j.run.certs)
	r.LeftOut = r.Uncertified && j.at.Decider.IsLeftOut(c.Unit, c.Frame, j.run.certs)
}

// isAnsweredByCallee tells whether the callee itself answered a call, as opposed to a stub.
func isAnsweredByCallee(c *trace.Call) bool {
	return c.Decision == result.Self || c.Decision == result.None
}

// findUnforeseen returns the leaves of a callee that the decisions foresaw, if none of the
// given leaves is among them.
func findUnforeseen(choices []result.Choice, callee string, leaves []string) []string {
	var out []string
	for _, ch := range choices {
		if ch.Callee == callee {
			out = append(out, ch.Possible...)
		}
	}
	if slices.ContainsFunc(leaves, func(l string) bool { return slices.Contains(out, l) }) {
		return nil
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reportUncertified returns a finding for each callee that answered a call, nested ones
// included, in a leaf where it is not certified.
func reportUncertified(calls []*result.Call) []string {
	var out []string
	for _, c := range calls {
		if c.Uncertified {
			where := "outside its leaves"
			if c.Leaf != "" {
				where = "in " + c.Leaf
			}
			why := "where it is not known to be right"
			if c.LeftOut {
				why = "which was left out of this run"
			}
			text := fmt.Sprintf("uncertified: %s answered %s itself %s, %s", c.Unit, c.Caller, where, why)
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
		for _, text := range reportUncertified(c.Calls) {
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// edge is a caller and its callee.
type edge struct{ caller, callee string }

// usage records which parts of the specifications the cases of a run used.
type usage struct {
	mu    sync.Mutex
	cases map[string]int  // by unit: how many cases were run
	edges map[edge]bool   // the calls that were made
	rows  map[string]bool // the rows of manual stubs that answered a call, as rowName names them
}

func newUsage() *usage {
	return &usage{cases: map[string]int{}, edges: map[edge]bool{}, rows: map[string]bool{}}
}

// noteJudged records that a case of a unit was judged.
func (g *usage) noteJudged(unit string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cases[unit]++
}

// noteCalls records the calls of a case and the rows that answered them.
func (g *usage) noteCalls(system *spec.System, calls []*trace.Call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.add(system, calls)
}

func (g *usage) add(system *spec.System, calls []*trace.Call) {
	for _, c := range calls {
		g.edges[edge{c.Caller, c.Unit.Name}] = true
		if row := rowOf(system.Unit(c.Caller), c); row != "" {
			g.rows[row] = true
		}
		g.add(system, c.Calls)
	}
}

// rowOf returns the name of the row of a manual stub that answered a call; "" where none did.
func rowOf(caller *spec.Unit, c *trace.Call) string {
	if caller == nil || c.Decision != result.Manual {
		return ""
	}
	for k, f := range caller.Stubs {
		for i := range f.Answers {
			if row := &f.Answers[i]; f.Callee == c.Unit.Name && (len(row.When) == 0 || c.Is(row.When)) {
				return rowName(caller, k, i)
			}
		}
	}
	return ""
}

// rowName names a row of the k-th stub of a unit.
func rowName(u *spec.Unit, k, row int) string {
	return fmt.Sprintf("%s%s%s, stub %d, row %d", u.Name, arrow, u.Stubs[k].Callee, k+1, row+1)
}

// listUnused returns what specifications declare and the cases did not use. It considers units all of whose cases
// were judged. isSeen tells whether a program intercepts the calls of an edge.
func (g *usage) listUnused(p *plan.Plan, isSeen func(caller, callee string) bool) []string {
	out := []string{}
	for _, u := range p.Units {
		n := g.cases[u.Name]
		if n == 0 || n < len(u.Cases) {
			continue
		}
		for _, callee := range slices.Concat(u.Uses, u.Calls) {
			if e := (edge{u.Name, callee}); isSeen(e.caller, e.callee) && !g.edges[e] {
				out = append(out, fmt.Sprintf("never seen: %s is declared to call %s, and did in none of its %d cases",
					u.Name, callee, n))
			}
		}
		for k := range u.Stubs {
			out = append(out, g.listUnusedRows(u.Unit, k)...)
		}
	}
	return out
}

func (g *usage) listUnusedRows(u *spec.Unit, k int) []string {
	f := &u.Stubs[k]
	var places []string
	for i := range f.Answers {
		if !g.rows[rowName(u, k, i)] {
			places = append(places, f.Answers[i].Span.Pos().String())
		}
	}
	if len(places) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("unused stub: no call of %s by %s met these rows of its table: %s", f.Callee, u.Name,
		strings.Join(places, ", "))}
}
