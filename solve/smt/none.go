package smt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

// concludeNone returns the result that there is no model within the limits. It asks whether
// there is one beyond them, and on what the contradiction rests.
func (a *question) concludeNone() (solve.Result, error) {
	core, err := a.core(slices.Concat(a.demands, a.bounds))
	if err != nil {
		return solve.Result{}, err
	}
	if len(core.limits) > 0 {
		found, err := a.checkSat(a.demands)
		if err != nil {
			return solve.Result{}, err
		}
		if found != "unsat" {
			return a.resultWithBounds(core), nil
		}
		if core, err = a.core(a.demands); err != nil {
			return solve.Result{}, err
		}
	}
	if core, err = a.minimize(core); err != nil {
		return solve.Result{}, err
	}
	if r := a.resultWithBounds(core); r.Bound != "" {
		return r, nil
	}
	_, all := a.problem.closure(core.conjuncts)
	out := solve.Result{Outcome: solve.Unsatisfiable, Reason: a.program.Name +
		" says that no values satisfy it, whatever the scope"}
	for _, c := range all {
		out.Conflict = append(out.Conflict, c.expr)
	}
	if len(out.Conflict) > 0 {
		out.Reason = fmt.Sprintf("%s says that %s contradict each other", a.program.Name, printAll(out.Conflict))
	}
	if len(out.Conflict) == 1 {
		out.Reason = fmt.Sprintf("%s says that %s is never true", a.program.Name, printAll(out.Conflict))
	}
	return out, nil
}

func printAll(all []zed.Expr) string {
	var out []string
	for _, x := range all {
		out = append(out, zed.Print(x, zed.Unicode))
	}
	return strings.Join(out, " and ")
}

// core is what a contradiction rests on.
type core struct {
	conjuncts []*conjunct
	limits    []limit
}

// core asks on which assumptions the last contradiction rests.
func (a *question) core(assumed []string) (core, error) {
	var names map[string]bool
	if len(assumed) > 0 {
		text, err := a.ask("(get-unsat-assumptions)")
		if err != nil {
			return core{}, err
		}
		if names, err = namesIn(text); err != nil {
			return core{}, fmt.Errorf("%s could not be understood: %w", a.program.Name, err)
		}
	}
	var out core
	for _, c := range a.problem.conjuncts {
		if names[c.name] {
			out.conjuncts = append(out.conjuncts, c)
		}
	}
	for i, l := range a.problem.enc.assumed.limits {
		if names[fmt.Sprintf("l%d", i)] {
			out.limits = append(out.limits, l)
		}
	}
	return out, nil
}

// maxMinimal is the largest core that is made minimal by leaving out one
// conjunct after the other.
const maxMinimal = 16

// minimize leaves out what a contradiction does not need.
func (a *question) minimize(c core) (core, error) {
	if len(c.limits) > 0 || len(c.conjuncts) > maxMinimal {
		return c, nil
	}
	kept := slices.Clone(c.conjuncts)
	for _, x := range c.conjuncts {
		if len(kept) < 2 {
			break // it alone is what cannot be
		}
		rest := slices.DeleteFunc(slices.Clone(kept), func(y *conjunct) bool { return y == x })
		found, err := a.checkSat(namesOf(rest))
		if err != nil {
			return c, err
		}
		if found == "unsat" {
			kept = rest
		}
	}
	return core{conjuncts: kept}, nil
}

func namesOf(all []*conjunct) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.name)
	}
	return out
}

// resultWithBounds returns the result for a contradiction that depends on bounds; it has no
// Bound where it does not.
func (a *question) resultWithBounds(c core) solve.Result {
	owners, _ := a.problem.closure(c.conjuncts)
	var scoped []string
	for _, l := range c.limits {
		scoped = append(scoped, l.text)
	}
	for _, x := range a.problem.enc.assumed.cuts {
		if !owners[x.owner] {
			continue
		}
		if !x.scoped {
			return solve.Result{Reason: fmt.Sprintf("%s found none with %s, which nothing bounds", a.program.Name,
				x.text), Bound: x.text}
		}
		scoped = append(scoped, x.text)
	}
	if len(scoped) == 0 {
		return solve.Result{}
	}
	slices.Sort(scoped)
	scoped = slices.Compact(scoped)
	bound := strings.Join(scoped, ", ")
	return solve.Result{Outcome: solve.NoneInScope, Reason: fmt.Sprintf("%s found none within the scope (%s)",
		a.program.Name, bound), Bound: bound}
}
