package runner

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/zed/value"
)

// decisions says what stands in for the callee of each edge.
type decisions map[edge]result.Decision

// join combines two decisions for one edge. Where a callee is trusted at one occurrence
// and not at another, each call decides (by-call).
func join(a, b result.Decision) result.Decision {
	rank := func(d result.Decision) int {
		switch d {
		case "":
			return 0
		case result.None:
			return 1
		case result.Auto:
			return 2
		case result.Self:
			return 3
		case result.Spec:
			return 4
		case result.ByCall:
			return 5
		case result.Manual:
			return 6
		}
		return 7
	}
	if rank(a) > rank(b) {
		a, b = b, a
	}
	if a == result.Self && b == result.Spec {
		return result.ByCall
	}
	return b
}

// route returns the decisions for a case of u: those for its own callees and, for a
// callee that stands for itself, those under which it was certified.
func (t *routing) route(u string, choices []result.Choice, forced decisions) decisions {
	out := decisions{}
	seen := map[string]bool{}
	var add func(caller string, choices []result.Choice)
	add = func(caller string, choices []result.Choice) {
		for _, c := range choices {
			e := edge{caller, c.Callee}
			out[e] = join(out[e], c.Decision)
			if c.Decision != result.Self && c.Decision != result.ByCall {
				continue
			}
			for _, leaf := range c.Possible {
				key := c.Callee + "\x00" + leaf
				if !seen[key] {
					seen[key] = true
					add(c.Callee, t.certs.earnedChoices(c.Callee, leaf))
				}
			}
		}
	}
	add(u, choices)
	for e, d := range forced {
		out[e] = d
	}
	return out
}

// routeSet is a set of decisions in the form in which a program is told about them.
type routeSet struct {
	routes    *host.Routes
	decisions decisions
	seed      int64
	// varied says that the set has a stub whose answers depend on the seed.
	varied bool
}

// routing turns decisions into routes, which tell a program what stands in for each
// callee.
type routing struct {
	plan   *plan.Plan
	engine *stubs.Engine
	certs  *certificates

	mu   sync.Mutex
	sets map[string]*routeSet // the sets that are in use, by their ids
}

// makeRouteSet returns the set for some decisions. The error says that a decision cannot be
// carried out.
func (t *routing) makeRouteSet(ctx context.Context, p *host.Program, ds decisions, seed int64) (*routeSet, error) {
	edges := make([]edge, 0, len(ds))
	for e := range ds {
		edges = append(edges, e)
	}
	sort.Slice(edges, func(i, j int) bool {
		return edges[i].caller < edges[j].caller || edges[i].caller == edges[j].caller &&
			edges[i].callee < edges[j].callee
	})
	var key strings.Builder
	fmt.Fprintf(&key, "%s %d", p.Name(), seed)
	for _, e := range edges {
		fmt.Fprintf(&key, " %s>%s:%s", e.caller, e.callee, ds[e])
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.sets[key.String()]; ok {
		return known, nil
	}
	set := &routeSet{decisions: ds, seed: seed}
	var routes []host.Route
	for _, e := range edges {
		r, err := t.makeRoute(ctx, p, e, ds[e], seed)
		if err != nil {
			return nil, err
		}
		if r != nil {
			routes = append(routes, *r)
		}
		set.varied = set.varied || ds[e] == result.Auto && p.Intercepts(e.caller, e.callee) && t.hasOutputs(e.callee)
	}
	set.routes = p.Routes(uint32(len(t.sets)+1), routes)
	t.sets[key.String()] = set
	return set, nil
}

func (t *routing) hasOutputs(unit string) bool {
	u := t.plan.System.Unit(unit)
	return u != nil && len(u.Op.Output.At) > 0
}

// makeRoute returns the route for an edge; nil where the callee itself runs and is only
// recorded.
func (t *routing) makeRoute(ctx context.Context, p *host.Program, e edge, d result.Decision,
	seed int64) (*host.Route, error) {
	if d == result.None || d == result.Self {
		return nil, nil
	}
	if d == result.BlockedStub {
		return nil, fmt.Errorf("nothing can stand in for %s under %s", e.callee, e.caller)
	}
	if !p.Intercepts(e.caller, e.callee) {
		if d == result.Auto {
			return nil, nil
		}
		return nil, fmt.Errorf("the calls of %s by %s are not intercepted, so that nothing can stand in for it (%s)",
			e.callee, e.caller, d)
	}
	b := p.Unit(e.callee)
	if b == nil {
		return nil, fmt.Errorf("%s is not a unit of the project", e.callee)
	}
	r := &host.Route{Caller: e.caller, Callee: e.callee}
	if d != result.Auto {
		return r, nil
	}
	// The answer does not depend on the call, so it is computed once. The
	// frame is empty: the after-state is what the state before was.
	frame := make([]value.Value, len(b.Unit.Op.Vars))
	answer, err := t.engine.Decider.Answer(ctx, t.plan.System.Unit(e.caller), b.Unit, frame, result.Auto, seed)
	if err != nil {
		return nil, err
	}
	r.Fixed, r.Answer = true, answer
	return r, nil
}
