package eval

import (
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/functions"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/sets"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compile compiles a checked term whose free variables are the slots, in the
// order in which frames give their values. Terms may share their parts: each is
// compiled once, and a shared predicate over slots alone is evaluated once per
// frame. Compile fails where the term was not checked, or uses what cannot be
// evaluated.
func Compile(e zed.Expr, slots []string, g *Globals) (*Program, error) {
	c := NewCompiler(slots, g)
	c.compiler.memory.Forget()
	return c.Compile(e)
}

// Compiler compiles terms over the same slots, where each part is compiled once,
// however many of the terms share it. It is safe for concurrent use.
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
	names := scope.GlobalNames{Given: g.Given, Free: g.Free, Partial: g.Partial, Consts: g.Consts, Ctors: g.Ctors,
		Axioms: g.Defined}
	var shared *functions.Compiled
	shared = functions.NewCompiled(func(slots []string) func(zed.Expr) (*Program, error) {
		return newCompiler(slots, names, shared).Compile
	})
	return newCompiler(slots, names, shared)
}

// newCompiler returns a compiler that shares its functions with others.
func newCompiler(slots []string, names scope.GlobalNames, shared *functions.Compiled) *Compiler {
	p := scope.NewPlaces(slots)
	d := scope.NewDefinitions(names, shared, p)
	c := &compiler{places: p, memory: scope.NewMemory(p),
		predicates: map[scope.Use]machine.Predicate{}, values: map[scope.Use]machine.Term{},
		members: map[scope.Use]machine.Membership{}, extents: map[scope.Use]machine.Extents{},
		related: map[scope.Use]machine.Images{}}
	t := texts.New(c, p, d)
	c.relations = relations.New(c, d, t)
	c.enumerations = sets.NewEnumerations(c, d, c.relations)
	c.memberTests = sets.NewTests(c, d, t, c.relations)
	a := &applications{root: c, definitions: d, texts: t}
	o := &operators{root: c, relations: c.relations, enumerations: c.enumerations}
	c.denotations = &denotations{root: c, places: p, definitions: d, texts: t, applications: a, operators: o}
	comparisons := &comparisons{root: c, definitions: d, relations: c.relations}
	c.connectives = &connectives{root: c, places: p, texts: t, comparisons: comparisons}
	return &Compiler{compiler: c, machines: &sync.Pool{}}
}

// Compile does what the function Compile does, over the compiler's slots.
func (k *Compiler) Compile(e zed.Expr) (*Program, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.compiler
	c.err = nil
	c.memory.Count(e)
	var p *Program
	if _, ok := e.Typ().(zed.BoolType); ok {
		truth := c.Predicate(e)
		p = machine.NewProgram(truth, nil, c.layout(), k.machines)
	} else {
		value := c.Term(e)
		p = machine.NewProgram(nil, value, c.layout(), k.machines)
	}
	return p, c.err
}

// layout returns what a machine needs to evaluate all that was compiled.
func (c *compiler) layout() machine.Layout {
	return machine.Layout{Slots: c.places.Slots, Size: c.places.Size, Memos: c.memory.Size()}
}

// compiler is the whole of the parts of the compiler. It compiles each part of a term
// once for each way in which it is used, by the part of the compiler for the term's
// form.
type compiler struct {
	places *scope.Places
	memory *scope.Memory

	connectives  *connectives
	denotations  *denotations
	memberTests  *sets.Tests
	enumerations *sets.Enumerations
	relations    *relations.Compiler

	predicates map[scope.Use]machine.Predicate
	values     map[scope.Use]machine.Term
	members    map[scope.Use]machine.Membership
	extents    map[scope.Use]machine.Extents
	related    map[scope.Use]machine.Images
	err        error
}

func (c *compiler) fail(e zed.Expr, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", zed.Print(e, zed.Unicode), fmt.Sprintf(format, args...))
	}
}

// Predicate compiles a predicate.
func (c *compiler) Predicate(e zed.Expr) machine.Predicate {
	u := c.places.Use(e)
	return compileOnce(c.predicates, u, func() machine.Predicate {
		made := c.connectives.logic(e)
		if c.memory.IsRepeated(u) {
			made = c.memory.Remember(made, u.Place)
		}
		return made
	})
}

// compileOnce returns what was compiled for a use of a term, and compiles it the first time.
func compileOnce[T any](made map[scope.Use]T, u scope.Use, compile func() T) T {
	if known, ok := made[u]; ok {
		return known
	}
	out := compile()
	made[u] = out
	return out
}

// Term compiles an expression.
func (c *compiler) Term(e zed.Expr) machine.Term {
	switch e.(type) {
	case *zed.Ref, *zed.Num, *zed.Str:
		return c.denotations.expression(e)
	}
	u := c.places.Use(e)
	return compileOnce(c.values, u, func() machine.Term {
		made := c.denotations.expression(e)
		_, set := e.Typ().(zed.PowerType)
		if set {
			made = countElements(made)
		}
		if c.memory.Shares(e) || set && c.memory.IsRepeated(u) {
			made = c.memory.RememberValue(made, u.Place)
		}
		return made
	})
}

// countElements returns a term that counts the elements of the set that it makes against the
// limits.
func countElements(x machine.Term) machine.Term {
	return func(m *machine.Machine) (value.Value, bool) {
		v, ok := x(m)
		m.Pay(v.Len())
		return v, ok
	}
}

func (c *compiler) Terms(es []zed.Expr) []machine.Term {
	out := make([]machine.Term, len(es))
	for i, e := range es {
		out[i] = c.Term(e)
	}
	return out
}

// Images compiles a relation that cannot be built, so that it can be asked for images.
func (c *compiler) Images(e zed.Expr) machine.Images {
	return compileOnce(c.related, c.places.Use(e), func() machine.Images { return c.relations.ImagesOf(e) })
}

func (c *compiler) Enumerated(e zed.Expr) machine.Extents { return c.enumerations.Enumerated(e) }

func (c *compiler) SetTerm(e zed.Expr) machine.Term { return c.enumerations.SetTerm(e) }

// Member compiles the test whether a value is in a set, without building the
// set where its form allows.
func (c *compiler) Member(e zed.Expr) machine.Membership {
	return compileOnce(c.members, c.places.Use(e), func() machine.Membership { return c.memberTests.Membership(e) })
}

// Extent compiles a set so that its elements can be enumerated. Enumerating an infinite
// set fails at run time.
func (c *compiler) Extent(e zed.Expr) machine.Extents {
	return compileOnce(c.extents, c.places.Use(e), func() machine.Extents { return c.enumerations.RunThrough(e) })
}
