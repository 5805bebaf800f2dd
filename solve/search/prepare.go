package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// Prepared is a problem that was simplified and compiled: its conjuncts, and the rules
// for propagation. It is immutable.
type Prepared struct {
	vars    []solve.Var
	pred    zed.Expr
	globals *eval.Globals
	options solve.Options
	cache   *Cache

	slots     []slot
	conjuncts []conjunct
	equations []equation
	intervals []comparison
	aliases   aliases
	false     bool    // whether the predicate is the constant false
	constants []int64 // the integers that occur in the predicate
	named     map[string]bool
	makers    map[string][]maker // by free type: see constructed
	// whether values that the predicate names are not tried (solve.Problem)
	confined    bool
	unproved    bool                        // whether contradictions are not looked for, because that was done
	refuting    int                         // the work of a refutation before a long search (solve.Problem)
	unexplained bool                        // whether contradictions need not be minimal (solve.Problem)
	nested      int                         // depth below the problem that the caller asked about
	denied      func() (solve.Result, bool) // the result of findDenied, which does not depend on bound values
	infinite    func() bool                 // the result of deniesFinite
	mentioned   func() *mentioned           // the result of findMentioned
	reach       reach                       // how far a search looks that is not told: see Near
}

// slot is the index of a variable in the search's frame.
type slot struct {
	name    string
	typ     zed.Type
	scoped  bool
	unknown bool // to be found; the caller binds the others
	own     bool // a variable of the problem, not a witness of an ∃
	local   bool // the bound variable of a ∀ that a rule instantiates
	filters []filter
	rules   []rule
}

// conjunct is a predicate that is true in every model.
type conjunct struct {
	use
	negated bool
	in      *scope
	occur   *zed.Occur // whose schema it is all of, where people know it by that name
	// template says how the conjunct is expanded, where it is a quantifier.
	template *template
	// targets are the variables that it gives their values, being v = e: see settle.
	targets []int
}

// use is a compiled term with the slots of its free variables.
type use struct {
	*atom
	slots []int
}

// equation is a conjunct v = e, or one that composes e of v, where v is not free in e:
// once e is known, so is v. If it is in a branch of a disjunction, it holds only where
// all other branches are false (see guarded).
type equation struct {
	target int
	use
	path   []step // which part of e is v
	others []conjunct
	// states is one more than the index of the conjunct v = e; 0 where no conjunct is that.
	states int
}

// atom is a term compiled over its own free variables, so that all problems in which it
// occurs can use it.
type atom struct {
	expr zed.Expr
	free []string
	prog *eval.Program
	err  error
	form *form // where a part of it may need a search of its own
}

// Cache has compiled terms, by pointer. Problems of one specification share most of
// their terms.
type Cache struct {
	mu    sync.Mutex
	free  *zed.FreeNames
	atoms map[atomKey]*atom

	compilers map[compilerKey]*eval.Compiler
	opening   opening
	witnessed witnessed
	constants map[zed.Expr]constants // by term
}

type compilerKey struct {
	free    string
	globals *eval.Globals
}

type atomKey struct {
	expr    zed.Expr
	globals *eval.Globals
}

// maxAtoms is the largest number of terms in a cache, which take a hundred megabytes.
// At that number all are removed, so that a solver can be used without end.
const maxAtoms = 20_000

// maxVisited is the largest number of terms of which a cache knows what is free in them and which constants occur: of
// many leaves that share their atoms there are many more terms than atoms.
const maxVisited = 5 * maxAtoms

// NewCache returns an empty cache.
func NewCache() *Cache {
	c := &Cache{}
	c.forget()
	return c
}

// Forget empties the cache. Terms that were taken from it stay valid.
func (c *Cache) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget()
}

func (c *Cache) forget() {
	c.free, c.atoms, c.compilers = solve.FreeNames(), map[atomKey]*atom{}, map[compilerKey]*eval.Compiler{}
	c.opening = opening{memo: map[zed.Expr]zed.Expr{}, free: c.free}
	c.witnessed.forget()
	c.constants = map[zed.Expr]constants{}
}

// builder turns a predicate into a Prepared. The cache is locked while it
// works.
type builder struct {
	p    *Prepared
	seen map[conjunctKey]bool
	// itself says that names mean their own variables, and not the originals of these.
	itself bool
}

// scope has the slots of names that witnesses of an ∃ have; other names are those of
// the problem's variables.
type scope struct {
	slots  map[string]int
	parent *scope
}

type conjunctKey struct {
	expr    zed.Expr
	negated bool
	scope   *scope
}

// Prepare prepares a problem, apart from its bound values. The options hold where the
// problem has no limits of its own.
func Prepare(p solve.Problem, o solve.Options, c *Cache) *Prepared {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.atoms) > maxAtoms || len(c.opening.memo) > maxVisited {
		c.forget()
	}
	return prepareLocked(p.Vars, c.opening.apply(p.Pred), p.Globals, o, c, 0)
}

// Finds tells whether these are the variables to be found.
func (p *Prepared) Finds(vars []solve.Var) bool {
	return slices.EqualFunc(p.vars, vars, func(a, b solve.Var) bool {
		return a.Name == b.Name && a.Scoped == b.Scoped && zed.SameType(a.Type, b.Type)
	})
}

// WithLimits returns the prepared problem with the limits of q.
func (p *Prepared) WithLimits(q solve.Problem) *Prepared {
	if q.Steps == 0 && !q.Beyond && !q.Confined && len(q.Named) == 0 && q.Refuting == 0 {
		return p
	}
	out := *p
	if len(q.Named) > 0 {
		out.mentioned = sync.OnceValue(func() *mentioned { return p.mentioned().add(q.Named) })
	}
	out.options.Steps = cmp.Or(q.Steps, p.options.Steps)
	out.options.Beyond = p.options.Beyond || q.Beyond
	out.confined, out.refuting = q.Confined, q.Refuting
	return &out
}

// WithSteps returns the prepared problem for a search of at most the given steps.
func (p *Prepared) WithSteps(steps int64) *Prepared {
	out := *p
	out.options.Steps = min(out.options.Steps, steps)
	return &out
}

// WithoutExplanations returns the prepared problem for a search that does no extra work to
// explain why there is no model.
func (p *Prepared) WithoutExplanations() *Prepared {
	out := *p
	out.unexplained = true
	return &out
}

// WithoutProofs returns the prepared problem for a search that looks for no contradictions.
func (p *Prepared) WithoutProofs() *Prepared {
	out := *p
	out.unproved = true
	return &out
}

func prepareLocked(vars []solve.Var, pred zed.Expr, g *eval.Globals, o solve.Options, c *Cache, nested int) *Prepared {
	if g == nil {
		g = &eval.Globals{}
	}
	p := &Prepared{vars: vars, pred: pred, globals: g, options: o, cache: c, nested: nested, named: map[string]bool{}}
	p.denied = sync.OnceValues(p.findDenied)
	p.infinite = sync.OnceValue(p.deniesFinite)
	p.mentioned = sync.OnceValue(p.findMentioned)
	b := &builder{p: p, seen: map[conjunctKey]bool{}}
	root := &scope{slots: map[string]int{}}
	for _, v := range vars {
		root.slots[v.Name] = len(p.slots)
		p.slots = append(p.slots, slot{name: v.Name, typ: v.Type, scoped: v.Scoped, unknown: true, own: true})
	}
	kinds := map[string]zed.Type{}
	for _, name := range c.names(pred, g) {
		if _, ok := root.slots[name]; !ok {
			if len(kinds) == 0 {
				c.typesOf(pred, kinds, map[zed.Expr]bool{})
			}
			root.slots[name] = len(p.slots)
			p.slots = append(p.slots, slot{name: name, typ: kinds[name]})
		}
	}
	b.flatten(pred, false, root)
	collectAliases(b)
	for i := range p.conjuncts {
		b.itself = i < len(p.aliases.states) && p.aliases.states[i]
		b.collectRules(i)
		b.itself = false
	}
	b.collectConstants()
	b.collectMakers(root)
	return p
}

// typesOf adds the types of the free names of a predicate.
func (c *Cache) typesOf(e zed.Expr, types map[string]zed.Type, seen map[zed.Expr]bool) {
	if e == nil || seen[e] {
		return
	}
	seen[e] = true
	free := c.free.NamesOf(e)
	if r, ok := e.(*zed.Ref); ok && slices.Contains(free, r.Name) && types[r.Name] == nil {
		types[r.Name] = r.Type
	}
	for _, child := range zed.Children(e) {
		if slices.ContainsFunc(c.free.NamesOf(child), func(name string) bool { return slices.Contains(free, name) }) {
			c.typesOf(child, types, seen)
		}
	}
}

// names returns the free names of e that a frame has to hold: constants that
// have a value or a definition are the evaluator's.
func (c *Cache) names(e zed.Expr, g *eval.Globals) []string {
	all := c.free.NamesOf(e)
	if len(g.Consts) == 0 && len(g.Defined) == 0 {
		return all
	}
	var out []string
	for _, n := range all {
		if _, ok := g.Consts[n]; !ok && g.Defined[n] == nil {
			out = append(out, n)
		}
	}
	return out
}

func (b *builder) lookup(name string, in *scope) (int, bool) {
	for ; in != nil; in = in.parent {
		if i, ok := in.slots[name]; ok {
			if !b.itself {
				i = b.p.aliases.of(i)
			}
			return i, true
		}
	}
	return 0, false
}

// narrow removes the scopes from which e has no name, so that what does not depend
// on a witness becomes one conjunct, however often it is reached.
func (b *builder) narrow(e zed.Expr, in *scope) *scope {
	names := b.p.cache.free.NamesOf(e)
	for in.parent != nil {
		for name := range in.slots {
			if slices.Contains(names, name) {
				return in
			}
		}
		in = in.parent
	}
	return in
}

// flatten splits a predicate into conjuncts. It visits each node once for each
// polarity, so that shared parts cost nothing extra.
func (b *builder) flatten(e zed.Expr, negated bool, in *scope) {
	if e == nil {
		return
	}
	in = b.narrow(e, in)
	key := conjunctKey{e, negated, in}
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	switch e := e.(type) {
	case *zed.Truth:
		if e.Value == negated {
			b.p.false = true
			b.add(e, negated, in)
		}
		return
	case *zed.Occur:
		before := len(b.p.conjuncts)
		b.flatten(e.Body, negated, in)
		b.name(e, b.p.conjuncts[before:])
		return
	case *zed.Logic:
		if b.flattenLogic(e, negated, in) {
			return
		}
	case *zed.Quant:
		if b.witness(e, negated, in) {
			return
		}
	case *zed.Op:
		if member, holds := memberWhere(e); member != nil && !negated {
			b.flatten(member, false, in)
			b.flatten(holds, false, in)
			return
		}
		if parts := splitMembership(e); parts != nil && !negated {
			for _, p := range parts {
				b.flatten(p, false, in)
			}
			return
		}
		if parts, all := partial.SplitEquation(e); parts != nil && !negated {
			for _, p := range parts {
				b.flatten(p, false, in)
			}
			if all {
				return
			}
		}
	}
	b.add(e, negated, in)
}

func (b *builder) flattenLogic(e *zed.Logic, negated bool, in *scope) bool {
	switch {
	case e.Op == zed.Not:
		b.flatten(e.Args[0], !negated, in)
	case e.Op == zed.And && !negated, e.Op == zed.Or && negated:
		for _, a := range e.Args {
			b.flatten(a, negated, in)
		}
	case e.Op == zed.Implies && negated:
		b.flatten(e.Args[0], false, in)
		b.flatten(e.Args[1], true, in)
	default:
		return false
	}
	return true
}

func (b *builder) add(e zed.Expr, negated bool, in *scope) {
	b.p.conjuncts = append(b.p.conjuncts, conjunct{use: b.use(e, in), negated: negated, in: in})
}

// name has a conjunct that an occurrence alone is split into known by it, where
// it is long.
func (b *builder) name(o *zed.Occur, made []conjunct) {
	if len(made) != 1 || made[0].expr != o.Body {
		return
	}
	switch o.Body.(type) {
	case *zed.Logic, *zed.Quant, *zed.If:
		made[0].occur = o
	}
}

// use compiles a term and finds its variables' slots.
func (b *builder) use(e zed.Expr, in *scope) use {
	a := b.p.cache.atom(e, b.p.globals, b.p.options, b.p.nested)
	u := use{atom: a, slots: make([]int, len(a.free))}
	for i, name := range a.free {
		u.slots[i], _ = b.lookup(name, in)
	}
	return u
}

// compiler returns the compiler of all terms that have the given free
// variables.
func (c *Cache) compiler(free []string, g *eval.Globals) *eval.Compiler {
	key := compilerKey{strings.Join(free, " "), g}
	if k, ok := c.compilers[key]; ok {
		return k
	}
	k := eval.NewCompiler(free, g)
	c.compilers[key] = k
	return k
}

func (c *Cache) atom(e zed.Expr, g *eval.Globals, o solve.Options, nested int) *atom {
	key := atomKey{e, g}
	if a, ok := c.atoms[key]; ok {
		return a
	}
	a := &atom{expr: e, free: c.names(e, g)}
	if a.prog, a.err = c.compiler(a.free, g).Compile(e); a.err != nil {
		a.prog = nil
	}
	c.atoms[key] = a
	if _, ok := e.Typ().(zed.BoolType); ok && nested < maxNesting {
		a.form = c.form(e, a, g, o, nested)
	}
	return a
}
