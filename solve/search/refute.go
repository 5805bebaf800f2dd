package search

import (
	"cmp"
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/tableau"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxFacts is the largest number of conjuncts for which contradictions are looked for
// without a search. A leaf has a few dozen.
const maxFacts = 160

// Refute looks for a contradiction between conjuncts without a search. Unless no
// explanation is asked for, it makes the contradiction minimal by leaving out one
// conjunct after the other. work bounds its steps; 0: no bound.
func (p *Prepared) Refute(bound map[string]value.Value, stop func() bool, work int) (solve.Result, bool) {
	if p.unproved {
		return solve.Result{}, false
	}
	if r, ok := p.denied(); ok {
		return r, true
	}
	all, ok := p.findContradiction(p.allConjuncts(), bound, stop, &work)
	if !ok {
		return solve.Result{}, false
	}
	if !p.unexplained {
		all = p.minimize(all, bound, stop, work)
	}
	slices.Sort(all)
	r := solve.Result{Outcome: solve.Unsatisfiable, Proved: true}
	for _, i := range all {
		r.Conflict = append(r.Conflict, p.conjuncts[i].expression())
	}
	r.Reason = solve.Contradiction(r.Conflict)
	return r, true
}

// minimize leaves out conjuncts of a contradiction as long as the others still
// contradict each other. work is the number of steps that finding the contradiction
// took.
func (p *Prepared) minimize(all []int, bound map[string]value.Value, stop func() bool, work int) []int {
	work *= 2 // what is refuted with more conjuncts takes no more work
	// What speaks of inputs and before-states alone is what people wrote of them,
	// so that the other conjuncts are left out first.
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(p.countUnscoped(j), p.countUnscoped(i)) })
	for i := 0; i < len(all); {
		limit := work
		if rest, ok := p.findContradiction(slices.Delete(slices.Clone(all), i, i+1), bound, stop, &limit); ok {
			all = slices.DeleteFunc(all, func(c int) bool { return !slices.Contains(rest, c) })
		} else {
			i++
		}
	}
	return all
}

// Contradict looks for a contradiction in few steps, and does not make it minimal.
func (p *Prepared) Contradict(ctx context.Context, bound map[string]value.Value) (solve.Result, bool) {
	rough := *p
	rough.unexplained = true
	return rough.Refute(bound, func() bool { return ctx.Err() != nil }, quickRefuting)
}

// countUnscoped returns how many variables of a conjunct no scope bounds: after-states,
// outputs and witnesses.
func (p *Prepared) countUnscoped(i int) int {
	n := 0
	for _, s := range p.conjuncts[i].slots {
		if slot := &p.slots[s]; slot.unknown && !slot.scoped {
			n++
		}
	}
	return n
}

// refutes tells whether the conjuncts are refuted, without an explanation. Its steps
// count against the work of the search's evaluations.
func (p *Prepared) refutes(bound map[string]value.Value, budget *eval.Session) bool {
	if _, ok := p.denied(); ok {
		return true
	}
	if budget.Left <= 0 {
		return false
	}
	work := max(1, min(quickRefuting, budget.Left/workPerRefuting))
	_, ok := p.findContradiction(p.allConjuncts(), bound, budget.Stop, &work)
	budget.Left -= work * workPerRefuting
	return ok
}

// workPerRefuting is how many elements an evaluation looks at in the time of one
// step of a refutation.
const workPerRefuting = 10

func (p *Prepared) allConjuncts() []int {
	all := make([]int, len(p.conjuncts))
	for i := range all {
		all[i] = i
	}
	return all
}

// findContradiction returns conjuncts that contradict each other, and whether there are
// any. work bounds its steps, unless it is 0, and is set to the steps taken. It looks
// for contradictions with few witnesses first.
func (p *Prepared) findContradiction(conjuncts []int, bound map[string]value.Value, stop func() bool,
	work *int) ([]int, bool) {
	if len(conjuncts) > maxFacts {
		return nil, false
	}
	limit := *work
	*work = 0
	for depth := 1; depth <= tableau.MaxDepth && (limit == 0 || *work < limit); depth *= 2 {
		t := p.tableau(conjuncts, bound, tableau.Options{Stop: stop, Depth: depth, Work: max(0, limit-*work)})
		found, ok := t.Refute()
		*work += t.Work()
		if ok {
			out := make([]int, len(found))
			for k, i := range found {
				out[k] = conjuncts[i]
			}
			return out, true
		}
		if !t.Cut() {
			break
		}
	}
	return nil, false
}

// tableau returns a tableau of conjuncts.
func (p *Prepared) tableau(conjuncts []int, bound map[string]value.Value, o tableau.Options) *tableau.Tableau {
	o.Const = func(name string) (value.Value, bool) { v, ok := p.globals.Consts[name]; return v, ok }
	o.Free, o.Defined = p.constructors, p.findDefinition
	t := tableau.New(o)
	envs := map[*scope]*tableau.Env{}
	for _, i := range conjuncts {
		c := &p.conjuncts[i]
		t.Assert(c.expr, c.negated, p.environment(t, c.in, envs, bound))
	}
	return t
}

// findDefinition returns what the equations of axioms define of a name. What a person or a program
// gave of it is not among them.
func (p *Prepared) findDefinition(name string) *zed.Definition {
	d := p.globals.Defined[name]
	if _, partly := p.globals.Partly[name]; d == nil || partly || len(d.Params) > 0 || len(d.Clauses) == 0 {
		return nil
	}
	return d
}

// constructors returns what the values of a free type are made of.
func (p *Prepared) constructors(free string) []tableau.Constructor {
	var out []tableau.Constructor
	for _, v := range p.globals.Free[free] {
		if v.Kind() == value.Atom {
			out = append(out, tableau.Constructor{Name: v.Name()})
		}
	}
	for _, name := range p.globals.Makers[free] {
		out = append(out, tableau.Constructor{Name: name, Domain: p.globals.Ctors[name]})
	}
	return out
}

// environment gives the names of a scope their terms.
func (p *Prepared) environment(t *tableau.Tableau, in *scope, envs map[*scope]*tableau.Env,
	bound map[string]value.Value) *tableau.Env {
	if in == nil {
		return t.Root()
	}
	if env, ok := envs[in]; ok {
		return env
	}
	env := p.environment(t, in.parent, envs, bound).NewInner()
	envs[in] = env
	names := make([]string, 0, len(in.slots))
	for name := range in.slots {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		slot := &p.slots[in.slots[name]]
		if v, ok := bound[name]; ok && in.parent == nil {
			t.Bind(env, name, slot.typ, v)
		} else {
			t.Variable(env, name, slot.typ)
		}
	}
	return env
}
