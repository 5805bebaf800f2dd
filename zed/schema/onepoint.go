package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// OnePoint eliminates variables from ∃ vars • ⋀ conjuncts by the one-point rule: where
// a conjunct is v = e, every v is replaced by e. It returns the conjuncts without such
// variables, and those that still contain one. It keeps a variable that occurs in a
// callee's schema, and one where e may have no value and no other conjunct depends on
// that value.
func (c *Calculus) OnePoint(vars []zed.Var, conjuncts []zed.Expr) (free, rest []zed.Expr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	free, rest, _ = c.eliminate(vars, conjuncts)
	return free, rest
}

// Eliminate returns a predicate that is true where ∃ vars • pred is. It unfolds the
// schemas of callees and opens existential quantifiers within the conjunction, so that
// the one-point rule applies to intermediate states too. Variables whose names are taken are
// renamed.
func (c *Calculus) Eliminate(vars []zed.Var, pred zed.Expr) zed.Expr {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := map[string]bool{}
	for _, n := range c.free.NamesOf(pred) {
		taken[n] = true
	}
	for _, v := range vars {
		taken[v.Name] = true
	}
	var conjuncts []zed.Expr
	var open func(e zed.Expr)
	open = func(e zed.Expr) {
		for _, part := range Conjuncts(e) {
			switch x := part.(type) {
			case *zed.Occur:
				open(x.Body)
				continue
			case *zed.Quant:
				if x.Q == zed.Exists {
					body, declared := c.openApart(x, taken)
					vars = append(vars[:len(vars):len(vars)], declared...)
					open(body)
					continue
				}
			}
			conjuncts = append(conjuncts, part)
		}
	}
	open(pred)
	free, rest, left := c.eliminate(vars, conjuncts)
	if len(rest) == 0 {
		return Conjoin(free)
	}
	return Conjoin(append(free, quantify(zed.Exists, left, Conjoin(rest), c.free)))
}

// openApart returns the body of an ∃ and the variables that it declares, under other names where
// theirs are taken. It takes the names.
func (c *Calculus) openApart(q *zed.Quant, taken map[string]bool) (body zed.Expr, declared []zed.Var) {
	body, declared = Open(q)
	names := map[string]string{}
	for i, v := range declared {
		if taken[v.Name] {
			names[v.Name] = FreshName(v.Name, taken)
			declared[i].Name = names[v.Name]
		}
		taken[declared[i].Name] = true
	}
	if len(names) > 0 {
		body = newRenaming(names, c.free).apply(body)
	}
	return body, declared
}

// eliminate does the work of OnePoint, and returns which variables are left.
func (c *Calculus) eliminate(vars []zed.Var, conjuncts []zed.Expr) (free, rest []zed.Expr, left []zed.Var) {
	bound := map[string]zed.Var{}
	for _, v := range vars {
		bound[v.Name] = v
		if v.Decl != nil && !toolkit.Full(v.Decl) {
			conjuncts = append(conjuncts, memberships([]zed.Var{v})...)
		}
	}
	calls := callees{}
	for again := true; again; {
		again = false
		for i, e := range conjuncts {
			name, value, ok := c.point(e, bound)
			if !ok || c.isOfCallee(conjuncts, name, calls) {
				continue
			}
			conjuncts = slices.Delete(slices.Clone(conjuncts), i, i+1)
			s := newSubstitution(map[string]zed.Expr{name: value}, c.free)
			for k := range conjuncts {
				conjuncts[k] = s.apply(conjuncts[k])
			}
			delete(bound, name)
			again = true
			break
		}
	}
	for _, e := range conjuncts {
		if slices.ContainsFunc(c.free.NamesOf(e), func(n string) bool { _, late := bound[n]; return late }) {
			rest = append(rest, e)
		} else {
			free = append(free, e)
		}
	}
	for _, v := range vars {
		if _, late := bound[v.Name]; late {
			left = append(left, v)
		}
	}
	return free, rest, left
}

// point returns the variable that an equation determines, and its value.
func (c *Calculus) point(e zed.Expr, bound map[string]zed.Var) (name string, value zed.Expr, ok bool) {
	o, is := e.(*zed.Op)
	if !is || o.Op != zed.Equal {
		return "", nil, false
	}
	for i, side := range o.Args {
		r, is := side.(*zed.Ref)
		if !is || r.Kind != zed.Local {
			continue
		}
		v, late := bound[r.Name]
		value := o.Args[1-i]
		if late && !slices.Contains(c.free.NamesOf(value), r.Name) && (!toolkit.Full(v.Decl) ||
			toolkit.HasValue(value)) {
			return r.Name, value, true
		}
	}
	return "", nil, false
}

// isOfCallee tells whether the variable occurs in the schema of a callee.
func (c *Calculus) isOfCallee(conjuncts []zed.Expr, name string, calls callees) bool {
	return slices.ContainsFunc(conjuncts, func(e zed.Expr) bool {
		return slices.Contains(c.free.NamesOf(e), name) &&
			calls.occursIn(e)
	})
}

// callees tells whether terms contain the schema of a callee. Terms share parts, and
// each part is visited once.
type callees map[zed.Expr]bool

func (k callees) occursIn(e zed.Expr) bool {
	known, ok := k[e]
	if !ok {
		_, known = e.(*zed.Occur)
		known = known || slices.ContainsFunc(zed.Children(e), k.occursIn)
		k[e] = known
	}
	return known
}
