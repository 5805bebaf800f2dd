package solve

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Choices turns results under chosen values of constants into results that hold
// whatever these values are. It is safe for concurrent use.
type Choices struct {
	mu      sync.Mutex
	free    *zed.FreeNames
	used    map[usedKey][]zed.Var
	freed   map[freedKey]zed.Expr
	globals map[*eval.Globals]*eval.Globals
}

type usedKey struct {
	pred   zed.Expr
	chosen *eval.Chosen
}

type freedKey struct {
	pred    zed.Expr
	globals *eval.Globals
}

// maxKnown is the number of problems for which the constants that they mention are
// remembered.
const maxKnown = 512

// openSteps is the step budget for the question whether there is no model for any
// values of the constants. Nearly all that is refuted takes no search.
const openSteps = 2_000

// NewChoices returns Choices that remember no problem.
func NewChoices() *Choices {
	return &Choices{
		free: zed.NewFreeNames(zed.Global), used: map[usedKey][]zed.Var{}, freed: map[freedKey]zed.Expr{},
		globals: map[*eval.Globals]*eval.Globals{},
	}
}

// Forget removes all remembered problems.
func (c *Choices) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free, c.used, c.freed, c.globals = zed.NewFreeNames(zed.Global), map[usedKey][]zed.Var{}, map[freedKey]zed.Expr{},
		map[*eval.Globals]*eval.Globals{}
}

// Judge returns what a result under chosen values of constants says about the problem.
// It is unsatisfiable only where there is no model for any values that the axioms
// allow. The function ask answers a problem without chosen values.
func (c *Choices) Judge(ctx context.Context, p Problem, r Result, ask func(context.Context, Problem) Result) Result {
	if !leans(p, r) {
		return r
	}
	used := c.findUsed(p)
	if len(used) == 0 || c.isFree(p, r.Conflict) {
		return r
	}
	if r.Outcome == Unsatisfiable {
		if open, vars := c.OpenChosen(p); len(vars) > 0 {
			open.Steps, open.Beyond = openSteps, false
			if found := ask(ctx, open); found.Outcome == Unsatisfiable {
				found.Steps += r.Steps
				return found
			}
		}
	}
	return nameChosen(p.Globals, used, r)
}

// isFree tells whether conjuncts of a problem contradict each other that mention no constant with a
// chosen value.
func (c *Choices) isFree(p Problem, conflict []zed.Expr) bool {
	for _, e := range conflict {
		p.Pred = e
		if len(c.findUsed(p)) > 0 {
			return false
		}
	}
	return len(conflict) > 0
}

// nameChosen returns a result that names the chosen values on which it depends.
func nameChosen(g *eval.Globals, used []zed.Var, r Result) Result {
	out := Result{Outcome: NoneInScope, Reason: describeNone(g, used), Bound: chosenValues, Steps: r.Steps}
	if r.Outcome == NoneInScope && r.Reason != "" {
		out.Reason, out.Bound = out.Reason+"; "+r.Reason, r.Bound
	}
	for _, v := range used {
		out.Chosen = append(out.Chosen, v.Name)
	}
	return out
}

// Rest returns what the end of an enumeration says about the problem: that there is no
// other model holds for the chosen values only.
func (c *Choices) Rest(p Problem, r Result) Result {
	if !leans(p, r) {
		return r
	}
	if used := c.findUsed(p); len(used) > 0 {
		return nameChosen(p.Globals, used, r)
	}
	return r
}

// leans tells whether a result may depend on chosen values.
func leans(p Problem, r Result) bool {
	return p.Globals != nil && p.Globals.Chosen != nil && (r.Outcome == Unsatisfiable || r.Outcome == NoneInScope)
}

// chosenValues is the Bound of a result that depends on chosen values of constants.
const chosenValues = "chosen constants"

// describeNone returns a text that says for which values of constants there is no model.
func describeNone(g *eval.Globals, used []zed.Var) string {
	parts := make([]string, len(used))
	for i, v := range used {
		parts[i] = v.Name + " = " + g.Consts[v.Name].Text(v.Type)
	}
	last := len(parts) - 1
	if last == 0 {
		return "none with " + parts[0] + ", which was chosen"
	}
	return "none with " + strings.Join(parts[:last], ", ") + " and " + parts[last] + ", which were chosen"
}

// FindUsed returns the constants with chosen values that a problem mentions.
func (c *Choices) FindUsed(p Problem) []zed.Var {
	if p.Globals == nil || p.Globals.Chosen == nil {
		return nil
	}
	return c.findUsed(p)
}

// findUsed returns the constants with chosen values that a problem mentions, and
// remembers them. The problem must have globals with chosen values.
func (c *Choices) findUsed(p Problem) []zed.Var {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := usedKey{p.Pred, p.Globals.Chosen}
	if known, ok := c.used[key]; ok {
		return known
	}
	if len(c.used) >= maxKnown {
		c.used, c.free = map[usedKey][]zed.Var{}, zed.NewFreeNames(zed.Global)
	}
	names := c.free.NamesOf(p.Pred)
	for name, e := range p.Globals.Chosen.Stated {
		if p.Globals.MentionedNames(names)[name] {
			names = append(names[:len(names):len(names)], c.free.NamesOf(e)...)
		}
	}
	reached := p.Globals.MentionedNames(names)
	var out []zed.Var
	for _, v := range p.Globals.Chosen.Vars {
		if reached[v.Name] && p.Globals.Chosen.Stated[v.Name] == nil {
			out = append(out, v)
		}
	}
	c.used[key] = out
	return out
}

// OpenChosen returns the problem in which the constants with chosen values that it
// mentions, and those related to them by axioms, are variables that satisfy these
// axioms. It returns no constants where a variable of the problem has the name of one
// of them.
func (c *Choices) OpenChosen(p Problem) (Problem, []zed.Var) {
	if len(c.FindUsed(p)) == 0 {
		return p, nil
	}
	chosen := p.Globals.Chosen
	for _, v := range p.Vars {
		if slices.ContainsFunc(chosen.Vars, func(w zed.Var) bool { return w.Name == v.Name }) {
			return p, nil
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	vars, about := c.findTied(p)
	g := c.globals[p.Globals]
	if g == nil {
		g = openGlobals(p.Globals)
		c.globals[p.Globals] = g
	}
	key := freedKey{p.Pred, p.Globals}
	pred := c.freed[key]
	if pred == nil {
		if len(c.freed) >= maxKnown {
			clear(c.freed)
		}
		pred = schema.Conjoin(append([]zed.Expr{p.Pred}, about...))
		c.freed[key] = pred
	}
	p.Vars = slices.Clone(p.Vars)
	for _, v := range vars {
		p.Vars = append(p.Vars, Var{Var: v, Scoped: true})
	}
	p.Globals, p.Pred = g, pred
	return p, vars
}

// findTied returns the constants with chosen values that a problem mentions, those that
// axioms relate to them, and these axioms.
func (c *Choices) findTied(p Problem) (vars []zed.Var, about []zed.Expr) {
	chosen := p.Globals.Chosen
	reached := p.Globals.MentionedNames(c.free.NamesOf(p.Pred))
	taken := make([]bool, len(chosen.About))
	for again := true; again; {
		again = false
		for i, e := range chosen.About {
			if taken[i] {
				continue
			}
			in := p.Globals.MentionedNames(c.free.NamesOf(e))
			if !slices.ContainsFunc(chosen.Vars, func(v zed.Var) bool { return in[v.Name] && reached[v.Name] }) {
				continue
			}
			taken[i], again = true, true
			maps.Copy(reached, in)
		}
	}
	for i, e := range chosen.About {
		if taken[i] {
			about = append(about, e)
		}
	}
	for _, v := range chosen.Vars {
		if reached[v.Name] {
			vars = append(vars, v)
		}
	}
	return vars, about
}

// openGlobals returns globals in which the constants with chosen values have no
// value.
func openGlobals(g *eval.Globals) *eval.Globals {
	out := *g
	out.Consts, out.Chosen = maps.Clone(g.Consts), nil
	for _, v := range g.Chosen.Vars {
		delete(out.Consts, v.Name)
	}
	return &out
}
