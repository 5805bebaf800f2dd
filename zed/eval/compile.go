package eval

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compile compiles a checked term whose free variables are the slots, in the
// order in which frames give their values. Terms may share their parts: each is
// compiled once, and a shared predicate over slots alone is evaluated once per
// frame. Compile fails where the term was not checked, or uses what cannot be
// evaluated.
func Compile(e zed.Expr, slots []string, g *Globals) (*Program, error) {
	if g == nil {
		g = &Globals{}
	}
	c := &compiler{
		globals: g, names: map[string]int{}, next: len(slots), size: len(slots),
		predicates: map[zed.Expr]predicate{}, shared: map[zed.Expr]int{}, closed: map[zed.Expr]bool{},
	}
	for i, s := range slots {
		c.names[s] = i
	}
	c.slots = len(slots)
	c.count(e)
	p := &Program{slots: len(slots)}
	if _, ok := e.Typ().(zed.BoolType); ok {
		p.truth = c.predicate(e)
	} else {
		p.value = c.term(e)
	}
	p.size, p.memos = c.size, c.memos
	return p, c.err
}

type compiler struct {
	globals *Globals
	names   map[string]int // of the variables in scope
	slots   int
	next    int // the first free place in the frame
	size    int
	memos   int
	depth   int // of local variables in scope

	predicates map[zed.Expr]predicate // compiled outside local variables
	shared     map[zed.Expr]int
	closed     map[zed.Expr]bool
	err        error
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
// what takes it out again.
func (c *compiler) local(name string) (place int, leave func()) {
	before, had := c.names[name]
	place = c.next
	c.names[name] = place
	c.next++
	c.depth++
	c.size = max(c.size, c.next)
	return place, func() {
		c.next--
		c.depth--
		if had {
			c.names[name] = before
		} else {
			delete(c.names, name)
		}
	}
}

// predicate compiles a predicate. Under local variables nothing is remembered:
// their places differ from use to use.
func (c *compiler) predicate(e zed.Expr) predicate {
	if c.depth > 0 {
		return c.logic(e)
	}
	if known, ok := c.predicates[e]; ok {
		return known
	}
	made := c.logic(e)
	if c.shared[e] > 1 {
		made = c.remember(made)
	}
	c.predicates[e] = made
	return made
}

func (c *compiler) remember(p predicate) predicate {
	i := c.memos
	c.memos++
	return func(m *machine) Truth {
		if r := &m.memo[i]; r.epoch == m.epoch {
			if r.truth > True {
				m.reason = r.reason
			}
			return r.truth
		}
		t := p(m)
		m.memo[i] = memo{epoch: m.epoch, truth: t}
		if t > True {
			m.memo[i].reason = m.reason
		}
		return t
	}
}

// term compiles an expression.
func (c *compiler) term(e zed.Expr) term {
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

// shell returns a value that is not itself a hole.
func (m *machine) shell(v value.Value, ok bool) (value.Value, bool) {
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
		return constant(value.OfAtom(e.Name))
	case zed.Global:
		if v, ok := c.globals.Consts[e.Name]; ok {
			return constant(v)
		}
		return func(m *machine) (value.Value, bool) {
			return m.undefined(e, "the constant has no value; give it one under constants", value.Value{})
		}
	case zed.GivenSet:
		return constant(value.OfSet(append([]value.Value(nil), c.globals.Given[e.Name]...)))
	case zed.FreeType:
		return constant(value.OfSet(append([]value.Value(nil), c.globals.Free[e.Name]...)))
	case zed.Builtin:
		return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
	}
	c.fail(e, "the name was not resolved")
	return constant(value.Value{})
}

func (c *compiler) conditional(e *zed.If) term {
	cond, then, otherwise := c.predicate(e.Cond), c.term(e.Then), c.term(e.Else)
	return func(m *machine) (value.Value, bool) {
		switch t := cond(m); t {
		case True:
			return then(m)
		case False:
			return otherwise(m)
		default:
			m.fail = t
			return value.Value{}, false
		}
	}
}

func (c *compiler) let(e *zed.Let) term {
	values := c.terms(e.Values)
	places := make([]int, len(values))
	var leaves []func()
	for i, name := range e.Names {
		var leave func()
		places[i], leave = c.local(name)
		leaves = append(leaves, leave)
	}
	body := c.term(e.Body)
	for i := len(leaves) - 1; i >= 0; i-- {
		leaves[i]()
	}
	return func(m *machine) (value.Value, bool) {
		for i, x := range values {
			v, ok := x(m)
			if !ok {
				return v, false
			}
			m.frame[places[i]] = v
		}
		return body(m)
	}
}

// apply compiles f x.
func (c *compiler) apply(e *zed.Apply) term {
	if fn, ok := e.Fn.(*zed.Ref); ok && fn.Kind == zed.Constant {
		arg := c.term(e.Arg)
		return func(m *machine) (value.Value, bool) {
			v, ok := m.whole(arg(m))
			if !ok {
				return v, false
			}
			return value.OfCtor(fn.Name, v), true
		}
	}
	fn, arg := c.term(e.Fn), c.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		f, ok := m.shell(fn(m))
		if !ok {
			return f, false
		}
		if f.Kind() == value.Seq {
			x, ok := m.shell(arg(m))
			if !ok {
				return x, false
			}
			i, ok := x.Int()
			if !ok || i < 1 || i > int64(f.Len()) {
				return m.undefined(e, "%s is not in the domain", x)
			}
			return f.Elem(int(i - 1)), true
		}
		x, ok := m.whole(arg(m))
		if !ok {
			return x, false
		}
		found := value.Value{}
		for _, pair := range f.Items() {
			if pair.Elem(0).Equal(x) {
				if found.Kind() != value.Nothing {
					return m.undefined(e, "%s has more than one image", x)
				}
				found = pair.Elem(1)
			}
		}
		if found.Kind() == value.Nothing {
			return m.undefined(e, "%s is not in the domain", x)
		}
		return found, true
	}
}
