package schema

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
)

// Definitions gives the definitions of schemas; a types.Spec is one.
type Definitions interface {
	// Definition returns the type-checked term that a name is defined as, and its
	// formal generic parameters; ok is false where there is none. Definitions have no
	// cycles.
	Definition(name string) (params []string, body zed.Expr, ok bool)
}

// Normal is the meaning of a schema: its signature, in the order of declaration, and
// its predicate, which includes the conditions from declarations. The predicate is
// *zed.Truth where there is no condition.
type Normal struct {
	Vars []zed.Var
	Pred zed.Expr

	own map[string]bool // the variables that do not come from occurrences; set where there are occurrences
}

// Calculus unfolds the schemas of one specification and keeps the results. It is safe
// for concurrent use.
type Calculus struct {
	mu    sync.Mutex
	defs  Definitions
	free  *zed.FreeNames // finds variables
	all   *zed.FreeNames // finds all names that a binder could capture
	plain *unfolder

	instances map[string]zed.Expr
}

// New returns the calculus for a specification's schemas.
func New(defs Definitions) *Calculus {
	c := &Calculus{defs: defs, free: variables(), all: newCapturable(), instances: map[string]zed.Expr{}}
	c.plain = newUnfolder(c, "", nil)
	return c
}

// Unfold returns the meaning of the named schema, in which every schema is expanded.
// The error says that there is no such schema, or that it is generic.
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

// check returns an error where a name is not that of a schema which can be unfolded.
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

// Predicate returns a type-checked predicate in which every schema is expanded to its
// predicate.
func (c *Calculus) Predicate(e zed.Expr) zed.Expr {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.pred(e)
}

// Term returns a type-checked expression in which every schema is expanded. One that is
// used as a set becomes the set of its bindings.
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

// FreeVars returns what the function FreeVars returns, and keeps the results, since
// terms of one specification share most of their parts.
func (c *Calculus) FreeVars(e zed.Expr) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.free.NamesOf(e)
}

// Mentions tells whether one of the named variables occurs free in a term.
func (c *Calculus) Mentions(e zed.Expr, names map[string]bool) bool {
	return slices.ContainsFunc(c.FreeVars(e), func(name string) bool { return names[name] })
}

func splitVars(vars []zed.Var, keep func(zed.Var) bool) (kept, rest []zed.Var) {
	for _, v := range vars {
		if keep(v) {
			kept = append(kept, v)
		} else {
			rest = append(rest, v)
		}
	}
	return kept, rest
}
