package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// texts compile what binds variables: quantifiers, comprehensions, and patterns that
// values are taken apart by. They know in which order the variables are bound best.
type texts struct {
	root        expressions
	places      *places
	definitions *definitions
	guards      guards
}

// binder is a variable to run through a set.
type binder struct {
	place int
	over  extents
}

// declared is a variable of a schema text: what runs through its set, where it
// can be run through, and the test for its members, where one is needed.
type declared struct {
	name    string
	endless bool
	spaces  bool
	least   zed.Expr
	over    extents
	member  membership
}

// scope compiles the declarations of a text: it brings their variables into
// scope until leave is called, and returns what each runs through, in the order
// in which they are bound. Of the conjuncts, which must hold of the variables
// wherever it matters, one may bound a variable that is declared in an infinite
// set; such a variable is bound after those that its bound mentions.
func (c *texts) scope(t zed.Text, conjuncts []zed.Expr) (binders []binder, checks []predicate, leave func()) {
	pending := c.declarations(t)
	var unbound []string
	for _, v := range pending {
		unbound = append(unbound, v.name)
	}
	var leaves []func()
	for len(pending) > 0 {
		i, over := c.nextBinder(pending, conjuncts, unbound)
		v := pending[i]
		pending = slices.Delete(pending, i, i+1)
		unbound = slices.DeleteFunc(unbound, func(n string) bool { return n == v.name })
		place, leave := c.places.local(v.name)
		leaves = append(leaves, leave)
		binders = append(binders, binder{place, over})
	}
	if t.Pred != nil {
		checks = append(checks, c.root.predicate(t.Pred))
	}
	return binders, checks, func() {
		for _, leave := range slices.Backward(leaves) {
			leave()
		}
	}
}

// declarations compiles the sets of a text outside the scope of its variables.
// A variable that is declared twice is in both sets.
func (c *texts) declarations(t zed.Text) []declared {
	var out []declared
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if i := slices.IndexFunc(out, func(v declared) bool { return v.name == n.Name }); i >= 0 {
				member, before := c.root.member(d.Type), out[i].member
				out[i].over = kept(out[i].over, member)
				if before == nil {
					out[i].member = member
					continue
				}
				out[i].member = func(m *machine, v value.Value) Truth { return m.both(before, member, v) }
				continue
			}
			v := declared{name: n.Name, endless: c.definitions.endless(d.Type), spaces: isSpace(d.Type), least: leastOf(d.Type), over: c.root.enumerated(d.Type)}
			if (v.endless || v.spaces) && !toolkit.FullOfFinite(d.Type) {
				v.member = c.root.member(d.Type)
			}
			out = append(out, v)
		}
	}
	return out
}

// nextBinder returns which variable to bind next, and what it runs through: the
// first that is finite or has a bound, else the first of a space, else the
// first.
func (c *texts) nextBinder(pending []declared, conjuncts []zed.Expr, unbound []string) (int, extents) {
	for i, v := range pending {
		if !v.endless && !v.spaces {
			if l := c.guards.limitsOf(v.name, conjuncts, unbound); len(l.lo)+len(l.hi) > 0 {
				return i, c.clipped(v.over, l)
			}
			return i, v.over
		}
		if g := c.guards.boundOf(v.name, v.least, conjuncts, unbound); g != nil {
			over := c.guarded(g)
			if v.member != nil {
				over = kept(over, v.member)
			}
			return i, over
		}
	}
	i := max(0, slices.IndexFunc(pending, func(v declared) bool { return !v.endless }))
	return i, pending[i].over
}

// run is one run through the assignments of some variables.
type run struct {
	binders []binder
	checks  []predicate
	at      zed.Expr
	// visit is called for every assignment for which no check is false.
	// certain is True, or why it is not certain that the checks hold; m's
	// reason then says so. It returns whether to go on.
	visit func(certain Truth) bool

	truth Truth // not True where some assignments could not be had, for the reason
	why   Reason
}

// through visits the assignments in order. It tells whether visit stopped it.
func (r *run) through(m *machine) (stopped bool) {
	r.truth = True
	return !r.bind(m, 0, True, Reason{})
}

func (r *run) bind(m *machine, i int, certain Truth, why Reason) bool {
	if i == len(r.binders) {
		for _, check := range r.checks {
			t := check(m)
			if t == False {
				return true
			}
			if t > True && graver(certain, &why, t, &m.reason) {
				certain, why = t, m.reason
			}
		}
		if certain > True {
			m.reason = why
		}
		return r.visit(certain)
	}
	x, ok := r.binders[i].over(m)
	if !ok {
		r.missed(m)
		return true
	}
	for j := range x.len() {
		if !m.step(r.at) {
			r.missed(m)
			return true
		}
		v, in := x.at(m, j)
		if in == False {
			continue
		}
		now, whyNow := certain, why
		if in > True && graver(now, &whyNow, in, &m.reason) {
			now, whyNow = in, m.reason
		}
		m.bind(r.binders[i].place, v)
		if !r.bind(m, i+1, now, whyNow) {
			return false
		}
	}
	return true
}

func (r *run) missed(m *machine) {
	if graver(r.truth, &r.why, m.fail, &m.reason) {
		r.truth, r.why = m.fail, m.reason
	}
}

func (c *texts) quantifier(e *zed.Quant) predicate {
	binders, checks, leave := c.scope(e.Text, needed(e.Q, e.Text, e.Body))
	body := c.root.predicate(e.Body)
	leave()
	deciding := False
	if e.Q == zed.Exists {
		deciding = True
	}
	switch {
	case e.Q == zed.Exists1:
		return c.unique(e, binders, checks, body)
	case len(checks) == 0:
		for i := len(binders) - 1; i >= 0; i-- {
			body = loop(e, binders[i], body, deciding)
		}
		return body
	}
	return func(m *machine) Truth {
		out := not(deciding)
		var first Reason
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(certain Truth) bool {
			why := m.reason
			b := body(m)
			if b == not(deciding) {
				return true
			}
			if b == deciding && certain == True {
				return false
			}
			switch {
			case b == deciding:
				b, m.reason = certain, why
			case certain > True:
				b = worse(m, certain, why, b)
			}
			if graver(out, &first, b, &m.reason) {
				out, first = b, m.reason
			}
			return true
		}
		if r.through(m) {
			return deciding
		}
		if r.truth > True && graver(out, &first, r.truth, &r.why) {
			out, first = r.truth, r.why
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

// loop is a quantifier over one variable without a predicate of its own, the
// common case; the body of a quantifier over more is another loop.
func loop(e *zed.Quant, b binder, body predicate, deciding Truth) predicate {
	return func(m *machine) Truth {
		x, ok := b.over(m)
		if !ok {
			return m.fail
		}
		out := not(deciding)
		var first Reason
		for i := range x.len() {
			if !m.step(e) {
				return Undefined
			}
			v, in := x.at(m, i)
			if in == False {
				continue
			}
			m.bind(b.place, v)
			var t Truth
			if in == True {
				t = body(m)
			} else {
				why := m.reason
				if t = body(m); t == deciding {
					t, m.reason = in, why
				} else if t > True {
					t = worse(m, in, why, t)
				}
			}
			if t == deciding {
				return t
			}
			if t > True && graver(out, &first, t, &m.reason) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

// unique compiles ∃₁: exactly one assignment, however often it comes up.
func (c *texts) unique(e *zed.Quant, binders []binder, checks []predicate, body predicate) predicate {
	return func(m *machine) Truth {
		seen := map[string]bool{}
		pending := False
		var first Reason
		note := func(t Truth, why Reason) {
			if graver(pending, &first, t, &why) {
				pending, first = t, why
			}
		}
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(certain Truth) bool {
			why := m.reason
			switch b := body(m); {
			case b == False:
			case b > True:
				if certain > True {
					b = worse(m, certain, why, b)
				}
				note(b, m.reason)
			case certain > True:
				note(certain, why)
			case !m.chosen(binders):
				note(Unknown, m.reason) // it may be another in disguise
			default:
				seen[key(m, binders)] = true
			}
			return len(seen) < 2
		}
		if r.through(m) {
			return False
		}
		if r.truth > True {
			note(r.truth, r.why)
		}
		if pending != False {
			m.reason = first
			return pending
		}
		return truth(len(seen) == 1)
	}
}

// chosen tells whether the values of the variables hold no holes.
func (m *machine) chosen(binders []binder) bool {
	for _, b := range binders {
		if _, ok := m.whole(m.frame[b.place], true); !ok {
			return false
		}
	}
	return true
}

func key(m *machine, binders []binder) string {
	var b []byte
	for _, x := range binders {
		b = m.frame[x.place].AppendKey(b)
	}
	return string(b)
}
