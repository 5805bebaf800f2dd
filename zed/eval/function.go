package eval

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxCalls is how deeply functions that axioms define may call each other: more
// than any list or tree within a sensible scope needs, and far less than a
// stack holds.
const maxCalls = 10_000

// registry is the functions that compiled terms share: one that calls itself is
// compiled once.
type registry struct {
	mu   sync.Mutex
	made map[string]*function
}

// function is a global variable that equations define, or a set of which axioms say
// what is in it: it gives the truth of that.
type function struct {
	once    sync.Once
	def     *zed.Definition
	set     bool
	clauses []*clause
	beyond  []*Program // each tells whether something may be an argument
}

// clause is an equation: where the pattern fits the argument and the condition
// holds, the function's value is that of the body.
type clause struct {
	names []string
	fits  matcher
	holds *Program // nil: always
	body  *Program
}

// defined returns what the axioms say of a global variable, at the actual
// parameters of e; nil where they do not define it or the project gives it a
// value.
func (c *compiler) defined(e zed.Expr) *zed.Definition {
	r, ok := e.(*zed.Ref)
	if !ok || r.Kind != zed.Global {
		return nil
	}
	if _, slot := c.names[r.Name]; slot {
		return nil
	}
	if _, given := c.globals.Consts[r.Name]; given {
		return nil
	}
	d := c.globals.Defined[r.Name]
	if d == nil || len(d.Params) != len(r.Args) {
		return nil
	}
	return d
}

// resolved returns the term that a global variable is defined to be, and e
// itself where it is none.
func (c *compiler) resolved(e zed.Expr) zed.Expr {
	d := c.defined(e)
	if d == nil || d.Value == nil {
		return e
	}
	key := keyOf(e.(*zed.Ref))
	if known, ok := c.values0[key]; ok {
		return known
	}
	v := instance(d, e.(*zed.Ref)).Value
	c.values0[key] = v
	return v
}

func keyOf(r *zed.Ref) string { return zed.Print(r, zed.Unicode) }

// instance returns a definition with actual parameters in the place of formal
// ones.
func instance(d *zed.Definition, r *zed.Ref) *zed.Definition {
	if len(d.Params) == 0 {
		return d
	}
	args := map[string]zed.Expr{}
	for i, p := range d.Params {
		args[p] = r.Args[i]
	}
	typ := func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal && args[n.Name] != nil {
				if p, ok := args[n.Name].Typ().(zed.PowerType); ok {
					return p.Elem
				}
			}
			return nil
		})
	}
	of := func(e zed.Expr) zed.Expr { return zed.Instance(e, args, typ, nil) }
	clauses := func(list []zed.Clause) (out []zed.Clause) {
		for _, cl := range list {
			text := zed.Text{Pred: of(cl.Text.Pred)}
			for _, decl := range cl.Text.Decls {
				text.Decls = append(text.Decls, zed.Decl{Names: decl.Names, Type: of(decl.Type)})
			}
			out = append(out, zed.Clause{Text: text, Arg: of(cl.Arg), Value: of(cl.Value)})
		}
		return out
	}
	return &zed.Definition{Name: d.Name, Set: of(d.Set), Value: of(d.Value), Domain: of(d.Domain), Whole: d.Whole,
		Clauses: clauses(d.Clauses), Members: clauses(d.Members)}
}

// function returns the function that a global variable is defined to be, or nil.
func (c *compiler) function(e zed.Expr) *function {
	if d := c.defined(e); d != nil && len(d.Clauses) > 0 {
		return c.registered(d, e.(*zed.Ref), false)
	}
	return nil
}

func (c *compiler) registered(d *zed.Definition, r *zed.Ref, set bool) *function {
	key := keyOf(r)
	c.registry.mu.Lock()
	defer c.registry.mu.Unlock()
	f := c.registry.made[key]
	if f == nil {
		f = &function{def: instance(d, r), set: set}
		c.registry.made[key] = f
	}
	return f
}

// compiled returns the function's clauses. They are compiled when the function
// is first called, so that functions may call each other.
func (f *function) compiled(g *Globals, shared *registry) []*clause {
	f.once.Do(func() {
		list := f.def.Clauses
		if f.set {
			list = f.def.Members
		}
		for _, cl := range list {
			if made := compileClause(cl, g, shared); made != nil {
				f.clauses = append(f.clauses, made)
			}
		}
		f.beyond = f.bounds(g, shared)
	})
	return f.clauses
}

// compileClause returns nil where the equation's argument is not a pattern that
// can be matched, or what it says cannot be evaluated.
func compileClause(cl zed.Clause, g *Globals, shared *registry) *clause {
	out := &clause{}
	conditions := []zed.Expr{}
	for _, d := range cl.Text.Decls {
		for _, n := range d.Names {
			out.names = append(out.names, n.Name)
			if toolkit.FullOfFinite(d.Type) {
				continue
			}
			set, ok := d.Type.Typ().(zed.PowerType)
			if !ok {
				return nil
			}
			x := &zed.Ref{Info: zed.Info{Type: set.Elem}, Name: n.Name, Kind: zed.Local}
			conditions = append(conditions, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{x, d.Type}})
		}
	}
	if cl.Text.Pred != nil {
		conditions = append(conditions, cl.Text.Pred)
	}
	k := newCompiler(out.names, g, shared)
	p := patterns{names: out.names, bound: make([]bool, len(out.names)), compile: k.Compile}
	if out.fits = p.of(cl.Arg); out.fits == nil || slices.Contains(p.bound, false) {
		return nil
	}
	var err error
	if len(conditions) > 0 {
		all := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: conditions}
		if out.holds, err = k.Compile(all); err != nil {
			return nil
		}
	}
	if out.body, err = k.Compile(cl.Value); err != nil {
		return nil
	}
	return out
}

// callKey is a call as a session remembers it. Arguments are the same where they
// are the same object, holes included: what a search puts into a hole of a tree
// gives new objects on the way from the root to that hole alone, so that calls on
// all other subtrees are answered from memory, and an evaluation continues from
// what the last one found.
type callKey struct {
	f     *function
	count int
	args  [maxKeyed]value.Value
}

// callOutcome is what a call came to.
type callOutcome struct {
	value  value.Value
	truth  Truth // True where there is a value
	reason Reason
}

// The limits of what a session remembers of calls.
const (
	maxKeyed    = 4       // components of an argument
	maxOutcomes = 1 << 12 // calls; then all are forgotten
)

// key returns what a call is remembered by; false where its argument has too many
// components.
func (f *function) key(arg value.Value) (callKey, bool) {
	k := callKey{f: f, count: -1}
	if arg.Kind() != value.Tuple {
		k.args[0] = arg
		return k, true
	}
	if k.count = arg.Len(); k.count > maxKeyed {
		return k, false
	}
	copy(k.args[:], arg.Items())
	return k, true
}

// call returns the function's value for an argument, which may hold holes: only
// those that a pattern or the body reads are missed.
func (f *function) call(m *machine, at zed.Expr, clauses []*clause, arg value.Value) (value.Value, bool) {
	if m.calls >= maxCalls {
		return value.Value{}, m.infinite(at, fmt.Sprintf("%s calls itself more than %d times", f.def.Name, maxCalls))
	}
	if !m.step(at) {
		return value.Value{}, false
	}
	if m.in == nil {
		return f.evaluate(m, at, clauses, arg)
	}
	key, ok := f.key(arg)
	if !ok {
		return f.evaluate(m, at, clauses, arg)
	}
	if known, ok := m.in.outcomes[key]; ok {
		if known.truth != True {
			m.fail, m.reason = known.truth, known.reason
		}
		return known.value, known.truth == True
	}
	v, ok := f.evaluate(m, at, clauses, arg)
	out := callOutcome{value: v, truth: True}
	if !ok {
		if out.truth, out.reason = m.fail, m.reason; m.reason.Infinite {
			return v, false // it may be for want of what is left to this evaluation
		}
	}
	switch {
	case m.in.outcomes == nil:
		m.in.outcomes = map[callKey]callOutcome{}
	case len(m.in.outcomes) >= maxOutcomes:
		clear(m.in.outcomes)
	}
	m.in.outcomes[key] = out
	return v, ok
}

func (f *function) evaluate(m *machine, at zed.Expr, clauses []*clause, arg value.Value) (value.Value, bool) {
	for _, cl := range clauses {
		frame := make([]value.Value, len(cl.names))
		switch t := cl.fits(m, frame, arg); {
		case t == False:
			continue
		case t > True:
			m.fail = t
			return value.Value{}, false
		}
		if cl.holds != nil {
			t := cl.holds.truthWithin(m, frame)
			if t == False {
				continue
			}
			if t > True {
				m.fail = t
				return value.Value{}, false
			}
		}
		if f.set {
			return m.truthAsValue(cl.body.truthWithin(m, frame))
		}
		return cl.body.valueWithin(m, frame)
	}
	return f.elsewhere(m, at, arg)
}

// within runs part of an evaluation on another frame; its steps count.
func (p *Program) within(m *machine, frame []value.Value, run func(inner *machine)) {
	inner := p.start(frame)
	if m.in != nil {
		inner.epoch++
	}
	inner.steps, inner.owed, inner.pause, inner.in, inner.calls = m.steps, m.owed, m.pause, m.in, m.calls+1
	run(inner)
	m.steps, m.owed, m.pause, m.fail, m.reason = inner.steps, inner.owed, inner.pause, inner.fail, inner.reason
	inner.calls = 0
	p.machines.Put(inner)
}

func (p *Program) truthWithin(m *machine, frame []value.Value) (t Truth) {
	p.within(m, frame, func(inner *machine) { t = p.truth(inner) })
	return t
}

func (p *Program) valueWithin(m *machine, frame []value.Value) (v value.Value, ok bool) {
	p.within(m, frame, func(inner *machine) { v, ok = p.value(inner) })
	return v, ok
}

// called compiles the application of a function that equations define.
func (c *compiler) called(e *zed.Apply, f *function) term {
	arg, g, shared := c.term(e.Arg), c.globals, c.registry
	return func(m *machine) (value.Value, bool) {
		v, ok := arg(m)
		if !ok {
			return v, false
		}
		return f.call(m, e, f.compiled(g, shared), v)
	}
}

// domain returns the domain of a function, as far as it is declared or an axiom
// gives it; nil where it is not known.
func (f *function) domain() zed.Expr {
	if o, ok := f.def.Set.(*zed.Op); ok && toolkit.HasTotalFunctions(o.Op) {
		return o.Args[0]
	}
	return f.def.Domain
}

// over returns a set that has all arguments of a function in it.
func (f *function) over(declared *zed.Op) zed.Expr {
	if f.def.Domain != nil {
		return f.def.Domain
	}
	return declared.Args[0]
}

// graph compiles a function that equations define as a set of pairs. Its domain
// must be finite.
func (c *compiler) graph(e zed.Expr, f *function) term {
	o, ok := f.def.Set.(*zed.Op)
	if !ok || !toolkit.IsArrow(o.Op) {
		return func(m *machine) (value.Value, bool) {
			return value.Value{}, m.infinite(e, "the domain of the function is not known")
		}
	}
	over, g, shared := c.enumerated(f.over(o)), c.globals, c.registry
	return func(m *machine) (value.Value, bool) {
		x, ok := over(m)
		if !ok {
			return value.Value{}, false
		}
		clauses := f.compiled(g, shared)
		var pairs []value.Value
		for i := range x.len() {
			v, in := x.at(m, i)
			if in != True {
				continue
			}
			if v, ok = m.whole(v, true); !ok {
				return v, false
			}
			y, ok := f.call(m, e, clauses, v)
			switch {
			case ok:
				pairs = append(pairs, value.OfTuple(v, y))
			case toolkit.HasTotalFunctions(o.Op) || m.fail == Unknown || m.reason.Infinite:
				return y, false
			}
		}
		return value.OfSet(pairs), true
	}
}
