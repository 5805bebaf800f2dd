package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// All yields the models, each once. Two leaves of the search tree can have the same
// values of the problem's variables only where they differ in a witness of a
// quantifier, since the candidates for one hole are all different. Where all variables
// were chosen before the witness, the search jumps back over the witness after the
// first one. Only where a witness had to be chosen first are models remembered.
func (p *Prepared) All(ctx context.Context, q solve.Problem, yield func(solve.Result) bool) {
	s, missing := p.newSearch(ctx, q.Bound, q.Scope)
	if s == nil {
		yield(solve.Result{Reason: fmt.Sprintf("%s has no value", missing)})
		return
	}
	defer s.work.Close()
	s.every = true
	renamings := s.renamings(q)
	s.symmetry.broken = q.Distinct && renamings == nil
	seen := map[string]bool{}
	s.mixed = len(p.slots) > maxChoices // bits are shared, so that jumps are shorter
	quit := false
	s.found = func(s *search) bool {
		model := s.model()
		if s.rejected = model == nil; s.rejected || !p.isLeast(model, renamings) {
			return true
		}
		if s.mixed {
			key := p.key(model)
			if seen[key] {
				return true
			}
			seen[key] = true
		}
		quit = !yield(solve.Result{Outcome: solve.Case, Model: model, Steps: *s.spent})
		return !quit
	}
	s.levels = nesting[inScope]
	f := s.node(s.start())
	if !quit {
		yield(s.conclude(f))
	}
}

// findOwnDeps returns the decided variables on which the values of the problem's variables
// rest.
func (s *search) findOwnDeps() (m choices) {
	for i := range s.p.slots {
		if s.p.slots[i].own {
			m.add(s.deps[i])
		}
	}
	return m
}

func (p *Prepared) key(model map[string]value.Value) string {
	var key strings.Builder
	for _, v := range p.vars {
		key.WriteString(model[v.Name].Key())
		key.WriteByte(0)
	}
	return key.String()
}

// maxRenamings is the largest number of renamings for which each model is compared with
// all its copies. Two types of five elements have more.
const maxRenamings = 5040

// renamings returns the permutations of the elements that may be renamed, without the
// identity; nil where the problem does not ask for it, or there are too many.
func (s *search) renamings(q solve.Problem) []map[string]string {
	if !q.Distinct {
		return nil
	}
	fixed := map[string]bool{}
	for _, v := range q.Bound {
		v.Atoms(func(name string) { fixed[name] = true })
	}
	types := make([]string, 0, len(s.p.globals.Given))
	for t := range s.p.globals.Given {
		types = append(types, t)
	}
	slices.Sort(types)
	out := []map[string]string{{}}
	for _, t := range types {
		var free []string
		for _, e := range s.p.globals.Given[t] {
			if name := e.Name(); !s.p.named[name] && !fixed[name] {
				free = append(free, name)
			}
		}
		var next []map[string]string
		permute(free, func(images []string) bool {
			for _, before := range out {
				m := map[string]string{}
				for k, v := range before {
					m[k] = v
				}
				for i, name := range free {
					m[name] = images[i]
				}
				next = append(next, m)
			}
			return len(next) <= maxRenamings
		})
		if out = next; len(out) > maxRenamings {
			return nil
		}
	}
	return out[1:]
}

// permute calls f with every order of names, the given one first, until it returns
// false.
func permute(names []string, f func([]string) bool) {
	order := slices.Clone(names)
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(order) {
			return f(slices.Clone(order))
		}
		for k := i; k < len(order); k++ {
			order[i], order[k] = order[k], order[i]
			if !from(i + 1) {
				return false
			}
			order[i], order[k] = order[k], order[i]
		}
		return true
	}
	from(0)
}

// isLeast tells whether no renaming makes a model smaller.
func (p *Prepared) isLeast(model map[string]value.Value, renamings []map[string]string) bool {
	for _, r := range renamings {
		for _, v := range p.vars {
			here := model[v.Name]
			c := here.Rename(r).Compare(here)
			if c < 0 {
				return false
			}
			if c > 0 {
				break
			}
		}
	}
	return true
}

// hasOwnHoles tells whether some variable of the problem still contains holes.
func (s *search) hasOwnHoles() bool {
	for i := range s.p.slots {
		if s.p.slots[i].own && s.frame[i].HasHole() && !s.p.aliases.isCopied(s, i) {
			return true
		}
	}
	return false
}
