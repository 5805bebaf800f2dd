package eval

import (
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compile compiles a checked term whose free variables are the slots, in the
// order in which frames give their values. Terms may share their parts: each is
// compiled once, and a shared predicate over slots alone is evaluated once per
// frame. Compile fails where the term was not checked, or uses what cannot be
// evaluated.
func Compile(e zed.Expr, slots []string, g *Globals) (*Program, error) {
	c := NewCompiler(slots, g)
	c.compiler.keep = false
	return c.Compile(e)
}

// Compiler compiles terms over the same slots, each part once however many of
// the terms share it. It is safe for concurrent use.
type Compiler struct {
	mu       sync.Mutex
	compiler compiler
	machines *sync.Pool
}

// NewCompiler returns a compiler of terms whose free variables are the slots.
func NewCompiler(slots []string, g *Globals) *Compiler {
	if g == nil {
		g = &Globals{}
	}
	return newCompiler(slots, g, &registry{made: map[string]*function{}})
}

func newCompiler(slots []string, g *Globals, shared *registry) *Compiler {
	c := compiler{
		globals: g, registry: shared, values0: map[string]zed.Expr{}, resolving: map[string]bool{}, names: map[string]int{}, size: len(slots) + 1, slots: len(slots), keep: true, shared: map[zed.Expr]int{}, free: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved),
		predicates: map[use]predicate{}, values: map[use]term{}, members: map[use]membership{}, extents: map[use]extents{}, related: map[use]images{},
	}
	for i, s := range slots {
		c.names[s] = i
	}
	return &Compiler{compiler: c, machines: &sync.Pool{}}
}

// Compile is the function Compile, over the compiler's slots.
func (k *Compiler) Compile(e zed.Expr) (*Program, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := &k.compiler
	c.err = nil
	c.count(e)
	p := &Program{slots: c.slots, machines: k.machines}
	if _, ok := e.Typ().(zed.BoolType); ok {
		p.truth = c.predicate(e)
	} else {
		p.value = c.term(e)
	}
	p.size, p.memos = c.size, c.memos
	return p, c.err
}

type compiler struct {
	globals   *Globals
	registry  *registry
	values0   map[string]zed.Expr // what global variables are defined to be
	resolving map[string]bool
	names     map[string]int // of the variables in scope, their places in the frame
	slots     int            // the places below are slots, those above local variables; this one stays free
	size      int
	memos     int
	keep      bool // more terms will come, which may share any part

	shared     map[zed.Expr]int
	free       *zed.FreeNames
	predicates map[use]predicate
	values     map[use]term
	members    map[use]membership
	extents    map[use]extents
	related    map[use]images
	err        error
}

// use is a term together with the innermost local variable that it mentions
// (its place, or 0, which none has). What the term denotes is settled by the two: every other
// variable that it mentions is bound further out.
type use struct {
	e     zed.Expr
	place int
}

func (c *compiler) use(e zed.Expr) use {
	u := use{e: e}
	for _, name := range c.free.Of(e) {
		if place, ok := c.names[name]; ok && place > c.slots {
			u.place = max(u.place, place)
		}
	}
	return u
}

// count counts how often each predicate is reached, looking into each once.
func (c *compiler) count(e zed.Expr) {
	if e == nil {
		return
	}
	c.shared[e]++
	if c.shared[e] > 1 {
		return
	}
	for _, x := range zed.Children(e) {
		c.count(x)
	}
}

func (c *compiler) fail(e zed.Expr, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", zed.Print(e, zed.Unicode), fmt.Sprintf(format, args...))
	}
}

// local brings a variable into scope and returns its place in the frame, and
// what takes it out again. No two variables share a place: what was compiled
// for one use serves another, under other variables.
func (c *compiler) local(name string) (place int, leave func()) {
	before, had := c.names[name]
	place = c.size
	c.names[name] = place
	c.size++
	return place, func() {
		if had {
			c.names[name] = before
		} else {
			delete(c.names, name)
		}
	}
}

// repeated tells whether a term's outcome is worth remembering: it is reached
// more than once, or it stands under variables that it does not mention.
func (c *compiler) repeated(u use) bool {
	if _, joined := u.e.(*zed.Logic); c.keep && joined && u.place == 0 {
		return true
	}
	return c.shared[u.e] > 1 || u.place == 0 && c.size > c.slots+1
}

// predicate compiles a predicate.
func (c *compiler) predicate(e zed.Expr) predicate {
	u := c.use(e)
	if known, ok := c.predicates[u]; ok {
		return known
	}
	made := c.logic(e)
	if c.repeated(u) {
		made = c.remember(made, u.place)
	}
	c.predicates[u] = made
	return made
}

// remember keeps the outcome of a predicate until another frame comes, or the
// innermost local variable that it mentions is bound again.
func (c *compiler) remember(p predicate, place int) predicate {
	i := c.memos
	c.memos++
	return func(m *machine) Truth {
		r := &m.memo[i]
		if r.epoch == m.epoch && r.stamp == m.stamps[place] {
			if r.truth > True {
				m.fail, m.reason = r.truth, r.reason
			}
			return r.truth
		}
		t := p(m)
		r.epoch, r.stamp, r.truth = m.epoch, m.stamps[place], t
		if t > True {
			r.reason = m.reason
		}
		return t
	}
}

// term compiles an expression.
func (c *compiler) term(e zed.Expr) term {
	switch e.(type) {
	case *zed.Ref, *zed.Num, *zed.Str:
		return c.expression(e)
	}
	u := c.use(e)
	if known, ok := c.values[u]; ok {
		return known
	}
	made := c.expression(e)
	_, set := e.Typ().(zed.PowerType)
	if set {
		made = paid(made)
	}
	if c.shared[e] > 1 || set && c.repeated(u) {
		made = c.rememberValue(made, u.place)
	}
	c.values[u] = made
	return made
}

// paid has a term that makes a set pay for its elements.
func paid(x term) term {
	return func(m *machine) (value.Value, bool) {
		v, ok := x(m)
		m.pay(v.Len())
		return v, ok
	}
}

func (c *compiler) rememberValue(x term, place int) term {
	i := c.memos
	c.memos++
	return func(m *machine) (value.Value, bool) {
		r := &m.memo[i]
		if r.epoch == m.epoch && r.stamp == m.stamps[place] {
			if r.truth > True {
				m.fail, m.reason = r.truth, r.reason
			}
			return r.value, r.truth <= True
		}
		v, ok := x(m)
		r.epoch, r.stamp, r.truth, r.value = m.epoch, m.stamps[place], True, v
		if !ok {
			r.truth, r.reason = m.fail, m.reason
		}
		return v, ok
	}
}

func (c *compiler) expression(e zed.Expr) term {
	switch e := e.(type) {
	case *zed.Ref:
		return c.ref(e)
	case *zed.Num:
		return constant(value.OfBig(e.Value))
	case *zed.Str:
		return constant(value.OfStr(e.Value))
	case *zed.Op:
		return c.operator(e)
	case *zed.SetExt:
		elems := c.terms(e.Elems)
		return func(m *machine) (value.Value, bool) {
			out := make([]value.Value, len(elems))
			for i, x := range elems {
				v, ok := m.whole(x(m))
				if !ok {
					return v, false
				}
				out[i] = v
			}
			return value.OfSet(out), true
		}
	case *zed.SeqExt:
		return c.built(e.Elems, value.OfSeq)
	case *zed.TupleExt:
		return c.built(e.Elems, func(vs []value.Value) value.Value { return value.OfTuple(vs...) })
	case *zed.Binding:
		return c.built(e.Values, func(vs []value.Value) value.Value { return value.OfBinding(e.Names, vs) })
	case *zed.Apply:
		return c.apply(e)
	case *zed.Select:
		x := c.term(e.X)
		return func(m *machine) (value.Value, bool) {
			b, ok := m.shell(x(m))
			if !ok {
				return b, false
			}
			v, _ := b.Field(e.Name)
			if v.Kind() == value.Nothing {
				return m.undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	case *zed.TupleSelect:
		x := c.term(e.X)
		return func(m *machine) (value.Value, bool) {
			t, ok := m.shell(x(m))
			if !ok {
				return t, false
			}
			return t.Elem(e.Index - 1), true
		}
	case *zed.If:
		return c.conditional(e)
	case *zed.Let:
		return c.let(e)
	case *zed.Comp:
		return c.comprehension(e)
	}
	c.fail(e, "it has no value that can be computed")
	return func(m *machine) (value.Value, bool) { return m.undefined(e, "it cannot be computed", value.Value{}) }
}

func constant(v value.Value) term {
	return func(*machine) (value.Value, bool) { return v, true }
}

func (c *compiler) terms(es []zed.Expr) []term {
	out := make([]term, len(es))
	for i, e := range es {
		out[i] = c.term(e)
	}
	return out
}

// built compiles a structured value, whose elements may be holes.
func (c *compiler) built(es []zed.Expr, build func([]value.Value) value.Value) term {
	elems := c.terms(es)
	return func(m *machine) (value.Value, bool) {
		out := make([]value.Value, len(elems))
		for i, x := range elems {
			v, ok := x(m)
			if !ok {
				return v, false
			}
			out[i] = v
		}
		return build(out), true
	}
}

// shell returns a value that is not itself a hole, nor a set that holds some.
func (m *machine) shell(v value.Value, ok bool) (value.Value, bool) {
	if ok && v.Open() {
		return m.whole(v, true)
	}
	return m.partial(v, ok)
}

// partial returns a value that is not itself a hole. It may be a function of
// which some images are holes.
func (m *machine) partial(v value.Value, ok bool) (value.Value, bool) {
	if ok && v.Kind() == value.Hole {
		return m.unset(v)
	}
	return v, ok
}

func (c *compiler) ref(e *zed.Ref) term {
	if i, ok := c.names[e.Name]; ok && (e.Kind == zed.Local || e.Kind == zed.Unresolved || e.Kind == zed.Global) {
		return func(m *machine) (value.Value, bool) {
			v := m.frame[i]
			if v.Kind() == value.Nothing {
				return m.undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	}
	switch e.Kind {
	case zed.Constant, zed.Element:
		if _, ok := constructor(e); ok {
			return c.graphOf(e)
		}
		return constant(value.OfAtom(e.Name))
	case zed.Global:
		if v, ok := c.globals.Consts[e.Name]; ok && len(e.Args) == 0 {
			return constant(v)
		}
		if x := c.resolved(e); x != e {
			return c.once(e, func() term { return c.term(x) })
		}
		if f := c.function(e); f != nil {
			return c.graph(e, f)
		}
		if d := c.defined(e); d != nil && len(d.Members) > 0 {
			return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
		}
		return func(m *machine) (value.Value, bool) {
			return m.undefined(e, "the constant has no value; give it one under constants", value.Value{})
		}
	case zed.GivenSet:
		return constant(value.OfSet(append([]value.Value(nil), c.globals.Given[e.Name]...)))
	case zed.FreeType:
		if c.globals.Partial[e.Name] {
			return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
		}
		return constant(value.OfSet(append([]value.Value(nil), c.globals.Free[e.Name]...)))
	case zed.Builtin:
		return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
	}
	c.fail(e, "the name was not resolved")
	return constant(value.Value{})
}

// once compiles what a global variable is defined to be; one that needs itself
// may be anything.
func (c *compiler) once(e *zed.Ref, compile func() term) term {
	if c.resolving[e.Name] {
		return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it is defined by itself") }
	}
	c.resolving[e.Name] = true
	defer delete(c.resolving, e.Name)
	return compile()
}
