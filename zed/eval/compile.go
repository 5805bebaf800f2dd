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
	c.compiler.memory.keep = false
	return c.Compile(e)
}

// Compiler compiles terms over the same slots, each part once however many of
// the terms share it. It is safe for concurrent use.
type Compiler struct {
	mu       sync.Mutex
	compiler *compiler
	machines *sync.Pool
}

// NewCompiler returns a compiler of terms whose free variables are the slots.
func NewCompiler(slots []string, g *Globals) *Compiler {
	if g == nil {
		g = &Globals{}
	}
	names := globalNames{given: g.Given, free: g.Free, partial: g.Partial, consts: g.Consts, ctors: g.Ctors, axioms: g.Defined}
	functions := &functions{made: map[string]*function{}}
	functions.compiler = func(slots []string) func(zed.Expr) (*Program, error) {
		return newCompiler(slots, names, functions).Compile
	}
	return newCompiler(slots, names, functions)
}

// newCompiler returns a compiler that shares its functions with others.
func newCompiler(slots []string, names globalNames, functions *functions) *Compiler {
	c := &compiler{
		places:     newPlaces(slots),
		predicates: map[use]predicate{}, values: map[use]term{}, members: map[use]membership{}, extents: map[use]extents{}, related: map[use]images{},
	}
	c.memory = newMemory(c.places)
	d := newDefinitions(names, functions, c.places)
	t := &texts{root: c, places: c.places, definitions: d, guards: guards{free: c.places.free}}
	c.relations = &relations{root: c, definitions: d, texts: t}
	c.enumerations = &enumerations{root: c, definitions: d, relations: c.relations}
	c.memberTests = &memberTests{root: c, definitions: d, texts: t, relations: c.relations}
	a := &applications{root: c, definitions: d, texts: t}
	o := &operators{root: c, relations: c.relations, enumerations: c.enumerations}
	c.denotations = &denotations{root: c, places: c.places, definitions: d, texts: t, applications: a, operators: o}
	comparisons := &comparisons{root: c, definitions: d, relations: c.relations, memberTests: c.memberTests}
	c.connectives = &connectives{root: c, places: c.places, texts: t, comparisons: comparisons}
	return &Compiler{compiler: c, machines: &sync.Pool{}}
}

// Compile is the function Compile, over the compiler's slots.
func (k *Compiler) Compile(e zed.Expr) (*Program, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.compiler
	c.err = nil
	c.memory.count(e)
	p := &Program{slots: c.places.slots, machines: k.machines}
	if _, ok := e.Typ().(zed.BoolType); ok {
		p.truth = c.predicate(e)
	} else {
		p.value = c.term(e)
	}
	p.size, p.memos = c.places.size, c.memory.memos
	return p, c.err
}

// compiler is what its parts make together: it has each part of a term compiled
// once for each way in which it is used, and gives it to the part that knows its form.
type compiler struct {
	places *places
	memory *memory

	connectives  *connectives
	denotations  *denotations
	memberTests  *memberTests
	enumerations *enumerations
	relations    *relations

	predicates map[use]predicate
	values     map[use]term
	members    map[use]membership
	extents    map[use]extents
	related    map[use]images
	err        error
}

func (c *compiler) fail(e zed.Expr, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", zed.Print(e, zed.Unicode), fmt.Sprintf(format, args...))
	}
}

// predicate compiles a predicate.
func (c *compiler) predicate(e zed.Expr) predicate {
	u := c.places.use(e)
	if known, ok := c.predicates[u]; ok {
		return known
	}
	made := c.connectives.logic(e)
	if c.memory.repeated(u) {
		made = c.memory.remember(made, u.place)
	}
	c.predicates[u] = made
	return made
}

// term compiles an expression.
func (c *compiler) term(e zed.Expr) term {
	switch e.(type) {
	case *zed.Ref, *zed.Num, *zed.Str:
		return c.denotations.expression(e)
	}
	u := c.places.use(e)
	if known, ok := c.values[u]; ok {
		return known
	}
	made := c.denotations.expression(e)
	_, set := e.Typ().(zed.PowerType)
	if set {
		made = paid(made)
	}
	if c.memory.shared[e] > 1 || set && c.memory.repeated(u) {
		made = c.memory.rememberValue(made, u.place)
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

func (c *compiler) terms(es []zed.Expr) []term {
	out := make([]term, len(es))
	for i, e := range es {
		out[i] = c.term(e)
	}
	return out
}

// images compiles a relation that cannot be built as one that is asked for images.
func (c *compiler) images(e zed.Expr) images {
	u := c.places.use(e)
	if known, ok := c.related[u]; ok {
		return known
	}
	made := c.relations.imagesOf(e)
	c.related[u] = made
	return made
}

func (c *compiler) enumerated(e zed.Expr) extents { return c.enumerations.enumerated(e) }

func (c *compiler) setTerm(e zed.Expr) term { return c.enumerations.setTerm(e) }

// member compiles the test whether a value is in a set, without building the
// set where its form allows.
func (c *compiler) member(e zed.Expr) membership {
	u := c.places.use(e)
	if known, ok := c.members[u]; ok {
		return known
	}
	made := c.memberTests.membership(e)
	c.members[u] = made
	return made
}
