package schema

import (
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
)

// Definitions is where schemas are looked up; a checked specification is one.
type Definitions interface {
	// Definition returns the checked term that a name stands for and its
	// formal generic parameters; ok is false where there is none. Definitions
	// have no cycles.
	Definition(name string) (params []string, body zed.Expr, ok bool)
}

// Normal is what a schema means: its signature, in the order of declaration,
// and its predicate, what its declarations demand included. The predicate is
// *zed.Truth where nothing is demanded.
type Normal struct {
	Vars []zed.Var
	Pred zed.Expr

	own map[string]bool // the variables not from occurrences, where there are any
}

// Calculus unfolds the schemas of one specification and remembers what it did.
// It is safe for concurrent use.
type Calculus struct {
	mu    sync.Mutex
	defs  Definitions
	free  *zed.FreeNames // variables
	all   *zed.FreeNames // what could be captured
	plain *unfolder

	instances map[string]zed.Expr
}

// New returns the calculus over a specification's schemas.
func New(defs Definitions) *Calculus {
	c := &Calculus{defs: defs, free: variables(), all: capturable(), instances: map[string]zed.Expr{}}
	c.plain = newUnfolder(c, "", nil)
	return c
}

// Unfold returns the meaning of the named schema, every schema that it refers
// to expanded. The error says that there is no such schema, or that it is
// generic.
func (c *Calculus) Unfold(name string) (*Normal, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.check(name); err != nil {
		return nil, err
	}
	return c.plain.unfold(name), nil
}

// Unfold returns the meaning of one schema of a specification.
func Unfold(defs Definitions, name string) (*Normal, error) { return New(defs).Unfold(name) }

// check says why there is no schema of a name that can be unfolded.
func (c *Calculus) check(name string) error {
	params, body, ok := c.defs.Definition(name)
	switch {
	case !ok || !isSchema(body.Typ()):
		return fmt.Errorf("there is no schema %q", name)
	case len(params) > 0:
		return fmt.Errorf("the schema %s is generic: name an instance of it", name)
	}
	return nil
}

// Predicate returns a checked predicate with every schema in it expanded: a
// schema that stands as a predicate becomes what it demands.
func (c *Calculus) Predicate(e zed.Expr) zed.Expr {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.pred(e)
}

// Term returns a checked expression with every schema in it expanded: one that
// stands as a set becomes the set of its bindings.
func (c *Calculus) Term(e zed.Expr) zed.Expr {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.term(e)
}

// Text returns the meaning of a checked schema text.
func (c *Calculus) Text(t zed.Text) *Normal {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.box(t)
}

// FreeVars is the function FreeVars, remembering what it found: terms of one
// specification share most of their parts.
func (c *Calculus) FreeVars(e zed.Expr) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.free.Of(e)
}

func split(vars []zed.Var, keep func(zed.Var) bool) (kept, rest []zed.Var) {
	for _, v := range vars {
		if keep(v) {
			kept = append(kept, v)
		} else {
			rest = append(rest, v)
		}
	}
	return kept, rest
}
