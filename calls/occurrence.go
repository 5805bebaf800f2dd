package calls

import (
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Occurrence is one place where a callee's schema stands in the operation of its
// caller.
type Occurrence struct {
	Callee *spec.Unit
	Occur  *zed.Occur
	names  []string // the names that the callee's variables have here, in the order of its signature
	holds  []bool   // by disjunct of the caller: whether it contains the occurrence
	// parts has the parts of each disjunct that contain the occurrence, computed when
	// they are first asked for.
	parts map[int][]part
	// Kept says that none of the callee's variables is renamed here.
	Kept bool
}

// part is an alternative of a disjunct in which the quantifiers around an occurrence
// are opened.
type part struct {
	vars []solve.Var
	pred zed.Expr
	open bool // false where the occurrence stands where no model gives its values
}

// Occurrences returns the occurrences in u's operation, in order. Occurrences of
// schemas of units that u does not use are left out.
func (a *Analysis) Occurrences(u *spec.Unit) []*Occurrence {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.occurring[u]; ok {
		return known
	}
	var out []*Occurrence
	within := make([]map[mark]bool, len(u.Op.Disjuncts))
	for i, dis := range u.Op.Disjuncts {
		within[i] = map[mark]bool{}
		zed.EachPart(dis.Conjuncts, func(e zed.Expr) bool {
			o, ok := e.(*zed.Occur)
			if ok {
				within[i][mark{o.Schema, o.Index}] = true
			}
			return !ok
		})
	}
	for _, o := range u.Op.Occurrences {
		q := a.callee(u, o)
		if q == nil {
			continue
		}
		p := &Occurrence{Callee: q, Occur: o, Kept: true, parts: map[int][]part{}}
		for _, v := range q.Op.Vars {
			name, renamed := o.Rename[v.Name]
			if !renamed {
				name = v.Name
			}
			p.Kept = p.Kept && !renamed
			p.names = append(p.names, name)
		}
		for i := range u.Op.Disjuncts {
			p.holds = append(p.holds, within[i][mark{o.Schema, o.Index}])
		}
		out = append(out, p)
	}
	a.occurring[u] = out
	return out
}

// is tells whether a node of the tree is this occurrence.
func (p *Occurrence) is(o *zed.Occur) bool {
	return p.Occur.Schema == o.Schema && p.Occur.Index == o.Index
}

// mark identifies a node of the tree as an occurrence.
type mark struct {
	schema string
	index  int
}

// callee returns the unit whose schema an occurrence is.
func (a *Analysis) callee(u *spec.Unit, o *zed.Occur) *spec.Unit {
	for _, name := range u.Uses {
		if q := a.system.Unit(name); q != nil && q.Schema == o.Schema {
			return q
		}
	}
	return nil
}

// EnabledDisjuncts returns the disjuncts (from 0) that contain the occurrence and are enabled or
// may be.
func (p *Occurrence) EnabledDisjuncts(standings []oracle.Enabling) []int {
	var out []int
	for i, holds := range p.holds {
		if holds && standings[i] != oracle.Disabled {
			out = append(out, i)
		}
	}
	return out
}

// partsWith returns the parts of a disjunct (from 0) that contain the occurrence.
func (a *Analysis) partsWith(u *spec.Unit, p *Occurrence, disjunct int) []part {
	a.mu.Lock()
	known, ok := p.parts[disjunct]
	a.mu.Unlock()
	if ok {
		return known
	}
	out := []part{}
	for _, problem := range a.oracle.Unit(u).Problems(disjunct + 1) {
		if oracle.HasOccurrence(problem.Pred, p.Occur) {
			exposed, open := oracle.Expose(oracle.Within(problem, p.Occur), p.Occur)
			out = append(out, part{exposed.Vars, exposed.Pred, open})
		}
	}
	a.mu.Lock()
	p.parts[disjunct] = out
	a.mu.Unlock()
	return out
}

// frame returns the callee's inputs and before-state, given the values of the caller's
// variables. It is false where one of them has no value. The other values of the frame
// are of kind Nothing.
func (p *Occurrence) frame(values map[string]value.Value) ([]value.Value, bool) {
	frame := make([]value.Value, len(p.names))
	for _, i := range p.Callee.Op.Early.At {
		x, ok := values[p.names[i]]
		if !ok {
			return nil, false
		}
		frame[i] = x
	}
	return frame, true
}

// Substitution returns those of the callee's inputs and before-state that a case
// determines, which are what B^A(a) substitutes, and the names of those that it leaves
// open (Cristiá, Mesuro and Frydman, section 6).
func (p *Occurrence) Substitution(values map[string]value.Value) (given spec.Values, free []string) {
	for _, i := range p.Callee.Op.Early.At {
		v := &p.Callee.Op.Vars[i]
		if x, ok := values[p.names[i]]; ok {
			given = append(given, spec.Item{Var: v, Value: x})
		} else {
			free = append(free, v.Name)
		}
	}
	return given, free
}

// GreyBoxCallees returns those callees under uses whose schemas are not part of u's schema. The
// grey-box predicate of u says how they are called.
func (a *Analysis) GreyBoxCallees(u *spec.Unit) []string {
	if u.Greybox == nil {
		return nil
	}
	var out []string
	for _, name := range u.Uses {
		q, part := a.system.Unit(name), false
		for _, o := range u.Op.Occurrences {
			part = part || q != nil && o.Schema == q.Schema
		}
		if q != nil && !part {
			out = append(out, name)
		}
	}
	return out
}
