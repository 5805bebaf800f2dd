package stubs

import (
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// place is an occurrence of a callee in the operation of its caller.
type place struct {
	callee *spec.Unit
	occur  *zed.Occur
	names  []string // what the callee's variables are called here, in their order
	early  []int    // the indices of the callee's inputs and before-state
	holds  []bool   // by disjunct of the caller: whether it has the occurrence
	// parts are the parts of the disjuncts that have it; they are made when they
	// are asked for.
	parts map[int][]part
	// kept says that the occurrence renames none of the callee's variables.
	kept bool
}

// part is an alternative of a disjunct, the quantifiers around the occurrence
// opened.
type part struct {
	vars []solve.Var
	pred zed.Expr
	open bool // false: the occurrence stands where no model gives its values
}

// places returns the occurrences in u's operation, in their order. An occurrence
// of a schema that u is not said to use is left out.
func (d *Decider) places(u *spec.Unit) []*place {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.occurring[u]; ok {
		return known
	}
	var out []*place
	within := make([]map[occurrence]bool, len(u.Op.Disjuncts))
	for i, dis := range u.Op.Disjuncts {
		within[i] = map[occurrence]bool{}
		collect(dis.Conjuncts, within[i], map[zed.Expr]bool{})
	}
	for _, o := range u.Op.Occurrences {
		q := d.callee(u, o)
		if q == nil {
			continue
		}
		p := &place{callee: q, occur: o, kept: true, parts: map[int][]part{}}
		for i, v := range q.Op.Vars {
			name, renamed := o.Rename[v.Name]
			if !renamed {
				name = v.Name
			}
			p.kept = p.kept && !renamed
			p.names = append(p.names, name)
			switch schema.RoleOf(q.Op.Vars, v.Name) {
			case schema.Before, schema.Input:
				p.early = append(p.early, i)
			}
		}
		for i := range u.Op.Disjuncts {
			p.holds = append(p.holds, within[i][occurrence{o.Schema, o.Index}])
		}
		out = append(out, p)
	}
	d.occurring[u] = out
	return out
}

// is tells whether an occurrence is the place's.
func (p *place) is(o *zed.Occur) bool { return p.occur.Schema == o.Schema && p.occur.Index == o.Index }

// occurrence names an occurrence.
type occurrence struct {
	schema string
	index  int
}

// collect notes the occurrences in terms.
func collect(terms []zed.Expr, into map[occurrence]bool, seen map[zed.Expr]bool) {
	for _, e := range terms {
		if seen[e] {
			continue
		}
		seen[e] = true
		if o, ok := e.(*zed.Occur); ok {
			into[occurrence{o.Schema, o.Index}] = true
			continue
		}
		collect(zed.Children(e), into, seen)
	}
}

// callee returns the unit that an occurrence stands for.
func (d *Decider) callee(u *spec.Unit, o *zed.Occur) *spec.Unit {
	for _, name := range u.Uses {
		if q := d.system.Unit(name); q != nil && q.Schema == o.Schema {
			return q
		}
	}
	return nil
}

// enabled returns the disjuncts (from 0) that hold the occurrence and are enabled
// or may be.
func (p *place) enabled(standings []oracle.Standing) []int {
	var out []int
	for i, holds := range p.holds {
		if holds && standings[i] != oracle.Disabled {
			out = append(out, i)
		}
	}
	return out
}

// opened returns the parts of a disjunct (from 0) that have the occurrence.
func (d *Decider) opened(u *spec.Unit, p *place, disjunct int) []part {
	d.mu.Lock()
	known, ok := p.parts[disjunct]
	d.mu.Unlock()
	if ok {
		return known
	}
	out := []part{}
	for _, problem := range d.oracle.Unit(u).Problems(disjunct + 1) {
		if oracle.Within(problem.Pred, p.occur) {
			exposed, open := oracle.Expose(problem, p.occur)
			out = append(out, part{exposed.Vars, exposed.Pred, open})
		}
	}
	d.mu.Lock()
	p.parts[disjunct] = out
	d.mu.Unlock()
	return out
}

// frame returns the callee's inputs and before-state, given what the variables of
// the caller are; false where one has no value. The rest of the frame is of kind
// Nothing.
func (p *place) frame(values map[string]value.Value) ([]value.Value, bool) {
	frame := make([]value.Value, len(p.names))
	for _, i := range p.early {
		x, ok := values[p.names[i]]
		if !ok {
			return nil, false
		}
		frame[i] = x
	}
	return frame, true
}

// substitution returns B^A(a): the callee's inputs and before-state that a case
// gives, and the names of those that it leaves open (Cristiá, Mesuro and
// Frydman, section 6).
func (p *place) substitution(values map[string]value.Value) (given spec.Values, free []string) {
	for _, i := range p.early {
		v := p.callee.Op.Vars[i]
		if x, ok := values[p.names[i]]; ok {
			given = append(given, spec.Item{Name: v.Name, Type: v.Type, Value: x})
		} else {
			free = append(free, v.Name)
		}
	}
	return given, free
}
