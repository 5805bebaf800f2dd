package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// binder is a variable to run through a set.
type binder struct {
	place int
	over  extents
}

// scope compiles the declarations of a text: it brings their variables into
// scope until leave is called, and returns what each runs through. guards are
// predicates that must hold of the variables wherever it matters, from which a
// bound is taken for a variable that is declared in an infinite set.
func (c *compiler) scope(t zed.Text, guards []zed.Expr) (binders []binder, checks []predicate, leave func()) {
	type declared struct {
		name string
		set  zed.Expr
	}
	var vars []declared
	bound := map[string]bool{}
	for _, d := range t.Decls {
		for _, n := range d.Names {
			vars = append(vars, declared{n.Name, d.Type})
			bound[n.Name] = true
		}
	}
	var conjuncts []zed.Expr
	for _, g := range guards {
		conjuncts = append(conjuncts, flat(g)...)
	}
	var leaves []func()
	for _, v := range vars {
		var over extents
		set := v.set
		if infinite(set) || arrow(set) {
			if guard := boundOf(v.name, conjuncts, bound); guard != nil {
				over = c.guarded(guard)
				if !full(set) {
					over = kept(over, c.member(set))
				}
			}
		}
		if over == nil {
			over = c.enumerated(set)
			if b := limitsOf(v.name, conjuncts, bound); b.lo != nil || b.hi != nil {
				over = c.clipped(over, b)
			}
		}
		place, leave := c.local(v.name)
		leaves = append(leaves, leave)
		delete(bound, v.name)
		binders = append(binders, binder{place, over})
	}
	if t.Pred != nil {
		checks = append(checks, c.predicate(t.Pred))
	}
	return binders, checks, func() {
		for i := len(leaves) - 1; i >= 0; i-- {
			leaves[i]()
		}
	}
}

func kept(over extents, member membership) extents {
	return func(m *machine) (extent, bool) {
		x, ok := over(m)
		if !ok {
			return x, false
		}
		first := x.keep
		x.keep = func(m *machine, v value.Value) Truth {
			if first != nil {
				if t := first(m, v); t != True {
					return t
				}
			}
			return member(m, v)
		}
		return x, true
	}
}

func flat(e zed.Expr) []zed.Expr {
	if l, ok := e.(*zed.Logic); ok && l.Op == zed.And {
		var out []zed.Expr
		for _, a := range l.Args {
			out = append(out, flat(a)...)
		}
		return out
	}
	if e == nil {
		return nil
	}
	return []zed.Expr{e}
}

// run visits every assignment of the variables for which the checks hold, in
// order, until visit returns false. It returns False or True as the run was
// cut short or not, and Undefined or Unknown where it could not be finished;
// visit is then still called for the assignments that could be had.
func run(m *machine, at zed.Expr, binders []binder, checks []predicate, visit func(certain Truth) bool) Truth {
	out := True
	var first Reason
	note := func(t Truth) {
		if out == True || out == Undefined && t == Unknown {
			out, first = t, m.reason
		}
	}
	var bind func(i int, certain Truth) bool
	bind = func(i int, certain Truth) bool {
		if i == len(binders) {
			for _, check := range checks {
				switch t := check(m); t {
				case False:
					return true
				case True:
				default:
					note(t)
					certain = t
				}
			}
			return visit(certain)
		}
		x, ok := binders[i].over(m)
		if !ok {
			note(m.fail)
			return true
		}
		for j := range x.len() {
			if !m.step(at) {
				note(Undefined)
				return false
			}
			v, in := x.at(m, j)
			if in == False {
				continue
			}
			now := certain
			if in > True {
				note(in)
				now = in
			}
			m.frame[binders[i].place] = v
			if !bind(i+1, now) {
				return false
			}
		}
		return true
	}
	if !bind(0, True) {
		return False
	}
	if out > True {
		m.reason = first
	}
	return out
}

func (c *compiler) quantifier(e *zed.Quant) predicate {
	guards := []zed.Expr{e.Text.Pred}
	if e.Q == zed.Forall {
		if l, ok := e.Body.(*zed.Logic); ok && l.Op == zed.Implies {
			guards = append(guards, l.Args[0])
		}
	} else {
		guards = append(guards, e.Body)
	}
	binders, checks, leave := c.scope(e.Text, guards)
	body := c.predicate(e.Body)
	leave()
	switch {
	case e.Q == zed.Exists1:
		return c.unique(e, binders, checks, body)
	case len(checks) == 0 && len(binders) == 1:
		return loop(e, binders[0], body)
	case len(checks) == 0 && len(binders) == 2:
		inner := loop(e, binders[1], body)
		return loop(e, binders[0], inner)
	}
	deciding := False
	if e.Q == zed.Exists {
		deciding = True
	}
	return func(m *machine) Truth {
		pending := not(deciding)
		var first Reason
		t := run(m, e, binders, checks, func(certain Truth) bool {
			b := body(m)
			if b == deciding && certain == True {
				return false
			}
			if b == deciding {
				b = certain
			}
			if b > True && (pending <= True || pending == Undefined && b == Unknown) {
				pending, first = b, m.reason
			}
			return true
		})
		if t == False && m.steps <= MaxSteps {
			return deciding
		}
		if t == False {
			return Undefined
		}
		if pending > True && (t <= True || t == Undefined || pending == Unknown) {
			m.reason = first
			return pending
		}
		if t > True {
			return t
		}
		return pending
	}
}

// loop is a quantifier over one variable without a predicate of its own, the
// common case.
func loop(e *zed.Quant, b binder, body predicate) predicate {
	deciding := False
	if e.Q == zed.Exists {
		deciding = True
	}
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
			var t Truth
			if in > True {
				t = in
				why := m.reason
				m.frame[b.place] = v
				if body(m) == not(deciding) {
					continue
				}
				m.reason = why
			} else {
				m.frame[b.place] = v
				t = body(m)
			}
			if t == deciding {
				return t
			}
			if t > True && (out <= True || out == Undefined && t == Unknown) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

// unique compiles ∃₁: exactly one assignment, whatever the others are called.
func (c *compiler) unique(e *zed.Quant, binders []binder, checks []predicate, body predicate) predicate {
	return func(m *machine) Truth {
		seen := map[string]bool{}
		pending := False
		var first Reason
		t := run(m, e, binders, checks, func(certain Truth) bool {
			b := body(m)
			if b == True && certain != True {
				b = certain
			}
			switch b {
			case True:
				seen[key(m, binders)] = true
			case Undefined, Unknown:
				if pending == False || pending == Undefined && b == Unknown {
					pending, first = b, m.reason
				}
			}
			return len(seen) < 2
		})
		switch {
		case len(seen) > 1:
			return False
		case t == False:
			return Undefined
		case t > True:
			return t
		case pending != False:
			m.reason = first
			return pending
		}
		return truth(len(seen) == 1)
	}
}

func key(m *machine, binders []binder) string {
	var b []byte
	for _, x := range binders {
		b = m.frame[x.place].AppendKey(b)
	}
	return string(b)
}

// comprehension compiles {D | P • e}, λ D | P • e and μ D | P • e.
func (c *compiler) comprehension(e *zed.Comp) term {
	binders, checks, leave := c.scope(e.Text, []zed.Expr{e.Text.Pred})
	arg := c.characteristic(e.Text)
	body := c.term(e.Body)
	leave()
	return func(m *machine) (value.Value, bool) {
		var out []value.Value
		failed := false
		t := run(m, e, binders, checks, func(certain Truth) bool {
			v, ok := m.whole(body(m))
			if ok && e.Op == zed.Lambda {
				var x value.Value
				if x, ok = arg(m); ok {
					v = value.OfTuple(x, v)
				}
			}
			failed = failed || !ok
			out = append(out, v)
			return !failed
		})
		if failed {
			return value.Value{}, false
		}
		if t != True {
			m.fail = t
			if t == False {
				m.fail = Undefined
			}
			return value.Value{}, false
		}
		set := value.OfSet(out)
		if e.Op != zed.Mu {
			return set, true
		}
		if set.Len() != 1 {
			return m.undefined(e, "there is not exactly one such value, but %s", set)
		}
		return set.Member(0), true
	}
}

// characteristic compiles the characteristic tuple of declarations.
func (c *compiler) characteristic(t zed.Text) term {
	var places []int
	for _, d := range t.Decls {
		for _, n := range d.Names {
			places = append(places, c.names[n.Name])
		}
	}
	return func(m *machine) (value.Value, bool) {
		if len(places) == 1 {
			return m.whole(m.frame[places[0]], true)
		}
		elems := make([]value.Value, len(places))
		for i, p := range places {
			v, ok := m.whole(m.frame[p], true)
			if !ok {
				return v, false
			}
			elems[i] = v
		}
		return value.OfTuple(elems...), true
	}
}

// memberOfComp compiles v ∈ {x : S | P} as a test, where the set is of the
// declared variable itself.
func (c *compiler) memberOfComp(e *zed.Comp) membership {
	if e.Op != zed.SetComp || len(e.Text.Decls) != 1 || len(e.Text.Decls[0].Names) != 1 {
		return nil
	}
	name := e.Text.Decls[0].Names[0].Name
	if r, ok := e.Body.(*zed.Ref); !ok || r.Name != name {
		return nil
	}
	in := c.member(e.Text.Decls[0].Type)
	place, leave := c.local(name)
	var pred predicate
	if e.Text.Pred != nil {
		pred = c.predicate(e.Text.Pred)
	}
	leave()
	return func(m *machine, v value.Value) Truth {
		if t := in(m, v); t != True || pred == nil {
			return t
		}
		m.frame[place] = v
		return pred(m)
	}
}
