package texts

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/guards"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compiler compiles what binds variables: quantifiers, comprehensions, and patterns that
// values are taken apart by. It knows in which order the variables are bound best.
type Compiler struct {
	root        scope.Expressions
	places      *scope.Places
	definitions *scope.Definitions
	guards      guards.Finder
}

// New returns the part of a compiler that binds variables.
func New(root scope.Expressions, p *scope.Places, d *scope.Definitions) *Compiler {
	return &Compiler{root: root, places: p, definitions: d, guards: guards.New(p.Free)}
}

// binder is a variable to run through a set.
type binder struct {
	place int
	over  machine.Extents
}

// declared is a variable of a schema text: what runs through its set, where it
// can be run through, and the test for its members, where one is needed.
type declared struct {
	name    string
	endless bool
	spaces  bool
	least   zed.Expr
	over    machine.Extents
	member  machine.Membership
}

// scope compiles the declarations of a text: it brings their variables into
// scope until leave is called, and returns what each runs through, in the order
// in which they are bound. Of the conjuncts, which must hold of the variables
// wherever it matters, one may bound a variable that is declared in an infinite
// set; such a variable is bound after those that its bound mentions.
func (c *Compiler) scope(t zed.Text, conjuncts []zed.Expr) (binders []binder, checks []machine.Predicate,
	leave func()) {
	pending := c.declarations(t)
	var unbound []string
	for _, v := range pending {
		unbound = append(unbound, v.name)
	}
	var leaves []func()
	for len(pending) > 0 {
		i, over := c.findNextBinder(pending, conjuncts, unbound)
		over = c.emptyWhereFalse(over, c.guards.DropMentioning(conjuncts, unbound))
		v := pending[i]
		pending = slices.Delete(pending, i, i+1)
		unbound = slices.DeleteFunc(unbound, func(n string) bool { return n == v.name })
		place, leave := c.places.Local(v.name)
		leaves = append(leaves, leave)
		binders = append(binders, binder{place, over})
	}
	if t.Pred != nil {
		checks = append(checks, c.root.Predicate(t.Pred))
	}
	return binders, checks, func() {
		for _, leave := range slices.Backward(leaves) {
			leave()
		}
	}
}

// declarations compiles the sets of a text outside the scope of its variables.
// A variable that is declared twice is in both sets.
func (c *Compiler) declarations(t zed.Text) []declared {
	var out []declared
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if i := slices.IndexFunc(out, func(v declared) bool { return v.name == n.Name }); i >= 0 {
				member, before := c.root.Member(d.Type), out[i].member
				out[i].over = machine.FilterMembers(out[i].over, member)
				if before == nil {
					out[i].member = member
					continue
				}
				out[i].member = func(m *machine.Machine, v value.Value) machine.Truth {
					return m.InBoth(before, member,
						v)
				}
				continue
			}
			v := declared{name: n.Name, endless: c.definitions.Endless(d.Type), spaces: scope.IsSpace(d.Type),
				least: guards.LeastOf(d.Type), over: c.root.Enumerated(d.Type)}
			if (v.endless || v.spaces) && !toolkit.FullOfFinite(d.Type) {
				v.member = c.root.Member(d.Type)
			}
			out = append(out, v)
		}
	}
	return out
}

// findNextBinder returns which variable to bind next, and what it runs through: the
// first that is finite or has a bound, else the first of a space, else the
// first.
func (c *Compiler) findNextBinder(pending []declared, conjuncts []zed.Expr, unbound []string) (int, machine.Extents) {
	for i, v := range pending {
		if !v.endless && !v.spaces {
			if l := c.guards.LimitsOf(v.name, conjuncts, unbound); len(l.Lo)+len(l.Hi) > 0 {
				return i, c.clip(v.over, l)
			}
			return i, v.over
		}
		if g := c.guards.BoundOf(v.name, v.least, conjuncts, unbound); g != nil {
			over := c.compileGuarded(g)
			if g.Derived {
				over = orElse(over, v.over)
			}
			if v.member != nil {
				over = machine.FilterMembers(over, v.member)
			}
			return i, over
		}
	}
	i := max(0, slices.IndexFunc(pending, func(v declared) bool { return !v.endless }))
	return i, pending[i].over
}

// emptyWhereFalse returns extents that are empty where they could not be had, and a
// conjunct that says nothing of what runs through them is false: whatever it is, it is not
// there.
func (c *Compiler) emptyWhereFalse(over machine.Extents, conjuncts []zed.Expr) machine.Extents {
	if len(conjuncts) == 0 {
		return over
	}
	says := make([]machine.Predicate, len(conjuncts))
	for i, e := range conjuncts {
		says[i] = c.root.Predicate(e)
	}
	return func(m *machine.Machine) (machine.Extent, bool) {
		x, ok := over(m)
		if ok {
			return x, true
		}
		fail, reason := m.Fail, m.Reason
		for _, holds := range says {
			if holds(m) == machine.False {
				return machine.Extent{Form: machine.Span, Lo: 1, Hi: 0}, true
			}
		}
		m.Fail, m.Reason = fail, reason
		return x, false
	}
}

// run is one run through the assignments of some variables.
type run struct {
	binders []binder
	checks  []machine.Predicate
	at      zed.Expr
	// visit is called for every assignment for which no check is false. doubt is why it
	// is not certain that the checks hold, if so. It returns whether to go on.
	visit func(doubt machine.Undecided) bool

	missing machine.Undecided // why some assignments could not be had
}

// visitAll visits the assignments in order. It tells whether visit stopped it.
func (r *run) visitAll(m *machine.Machine) (stopped bool) {
	return !r.bind(m, 0, machine.Undecided{})
}

func (r *run) bind(m *machine.Machine, i int, doubt machine.Undecided) bool {
	if i == len(r.binders) {
		for _, check := range r.checks {
			t := check(m)
			if t == machine.False {
				return true
			}
			doubt.Add(m, t)
		}
		return r.visit(doubt)
	}
	x, ok := r.binders[i].over(m)
	if !ok {
		r.missing.Add(m, m.Fail)
		return true
	}
	for j := range x.Len() {
		if !m.Step(r.at) {
			r.missing.Add(m, m.Fail)
			return true
		}
		v, in := x.At(m, j)
		if in == machine.False {
			continue
		}
		now := doubt
		now.Add(m, in)
		m.Bind(r.binders[i].place, v)
		if !r.bind(m, i+1, now) {
			return false
		}
	}
	return true
}

// Quantifier compiles a predicate that binds variables.
func (c *Compiler) Quantifier(e *zed.Quant) machine.Predicate {
	binders, checks, leave := c.scope(e.Text, guards.NeededConjuncts(e.Q, e.Text, e.Body))
	body := c.root.Predicate(e.Body)
	leave()
	deciding := machine.False
	if e.Q == zed.Exists {
		deciding = machine.True
	}
	switch {
	case e.Q == zed.Exists1:
		return c.compileUnique(e, binders, checks, body)
	case len(checks) == 0:
		for i := len(binders) - 1; i >= 0; i-- {
			body = loop(e, binders[i], body, deciding)
		}
		return body
	}
	return func(m *machine.Machine) machine.Truth {
		var open machine.Undecided
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(doubt machine.Undecided) bool {
			b := body(m)
			if b == machine.Not(deciding) {
				return true
			}
			doubt.Add(m, b)
			b = doubt.Else(m, deciding)
			open.Add(m, b)
			return b != deciding
		}
		if r.visitAll(m) {
			return deciding
		}
		open.Add(m, r.missing.Else(m, machine.True))
		return open.Else(m, machine.Not(deciding))
	}
}

// loop returns a quantifier over one variable without a predicate of its own, the
// common case; the body of a quantifier over more is another loop.
func loop(e *zed.Quant, b binder, body machine.Predicate, deciding machine.Truth) machine.Predicate {
	test := func(m *machine.Machine, v value.Value) machine.Truth {
		m.Bind(b.place, v)
		return body(m)
	}
	return func(m *machine.Machine) machine.Truth { return m.Search(e, b.over, deciding, test) }
}

// compileUnique compiles ∃₁: exactly one assignment, however often it comes up.
func (c *Compiler) compileUnique(e *zed.Quant, binders []binder, checks []machine.Predicate,
	body machine.Predicate) machine.Predicate {
	return func(m *machine.Machine) machine.Truth {
		seen := map[string]bool{}
		var open machine.Undecided
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(doubt machine.Undecided) bool {
			b := body(m)
			if b == machine.False {
				return true
			}
			doubt.Add(m, b)
			switch t := doubt.Else(m, machine.True); {
			case t != machine.True:
				open.Add(m, t)
			case !areChosen(m, binders):
				open.Add(m, machine.Unknown) // it may be another in disguise
			default:
				seen[key(m, binders)] = true
			}
			return len(seen) < 2
		}
		if r.visitAll(m) {
			return machine.False
		}
		open.Add(m, r.missing.Else(m, machine.True))
		return open.Else(m, machine.TruthOf(len(seen) == 1))
	}
}

// areChosen tells whether the values of the variables hold no holes.
func areChosen(m *machine.Machine, binders []binder) bool {
	for _, b := range binders {
		if _, ok := m.Whole(m.Frame[b.place], true); !ok {
			return false
		}
	}
	return true
}

func key(m *machine.Machine, binders []binder) string {
	var b []byte
	for _, x := range binders {
		b = m.Frame[x.place].AppendKey(b)
	}
	return string(b)
}
