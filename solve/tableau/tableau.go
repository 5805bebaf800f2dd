package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of a refutation. They are far above what conditions of testing
// trees need; beyond them nothing is refuted.
const (
	maxNodes    = 1500 // terms, witnesses included
	maxBranches = 1000 // alternatives of choices that are tried
	maxTasks    = 15_000
)

// MaxDepth is the default for how deeply witnesses nest.
const MaxDepth = 4

// Options are what a tableau knows besides its facts.
type Options struct {
	// Const returns the value of a constant, where it has one.
	Const func(name string) (value.Value, bool)
	// Free returns the constructors of a free type; nil where they are not known.
	Free func(freeType string) []Constructor
	// Defined returns the definition that the equations of axioms give a name, or nil.
	// Each equation holds, and the name is in the set in which it is declared.
	Defined func(name string) *zed.Definition
	// Stop returns whether to give up; nil: never.
	Stop func() bool
	// Depth is how deeply witnesses nest that other witnesses demand.
	Depth int
	// Work is how many steps a refutation may take, as the method Work counts them; 0:
	// the largest number allowed.
	Work int
}

// Constructor is a constructor of a free type. Domain is the set in which its arguments
// lie; it is nil for a constant.
type Constructor struct {
	Name   string
	Domain zed.Expr
}

// Tableau has facts and what follows from them. It is used for one refutation.
type Tableau struct {
	branch        *branch
	options       Options
	asserted      int // facts from outside
	tried         int // alternatives
	rules         *rules
	splitter      *splitter
	instantiation *instantiation
	arithmetic    *arithmetic
}

// Env has the terms for names. The root is the tableau's own environment; quantifiers
// make further ones within it.
type Env struct {
	names  map[string]int
	parent *Env
}

// New returns a tableau without facts.
func New(o Options) *Tableau {
	if o.Work == 0 {
		o.Work = maxTasks
	}
	if o.Depth == 0 {
		o.Depth = MaxDepth
	}
	work := &agenda{}
	terms := newTerms(work, o.Depth)
	splits := &splits{work: work}
	bounds := &bounds{agenda: work, terms: terms}
	facts := &facts{agenda: work, terms: terms, splits: splits}
	read := &reader{terms: terms, root: &Env{names: map[string]int{}}, constants: o.Const, free: o.Free,
		definitions: o.Defined, names: zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)}
	b := &branch{
		agenda: work, terms: terms, splits: splits, bounds: bounds, facts: facts, reader: read,
		values:     &values{agenda: work, terms: terms, facts: facts, reader: read},
		universals: &universals{agenda: work, instances: map[string]bool{}},
		asserted:   &assertions{work: work, known: map[assertion]bool{}},
	}
	return &Tableau{
		branch: b, options: o,
		rules: &rules{b}, splitter: &splitter{b}, instantiation: &instantiation{b: b}, arithmetic: &arithmetic{b: b},
	}
}

// Root returns the environment that all others are within.
func (t *Tableau) Root() *Env { return t.branch.reader.root }

// NewInner returns a new environment.
func (e *Env) NewInner() *Env { return &Env{names: map[string]int{}, parent: e} }

// Variable gives a name a new variable of a type.
func (t *Tableau) Variable(in *Env, name string, typ zed.Type) {
	in.names[name] = t.branch.terms.push(node{op: "v", typ: typ})
}

// Bind gives a name a value.
func (t *Tableau) Bind(in *Env, name string, typ zed.Type, v value.Value) {
	in.names[name] = t.branch.terms.constant(v, typ)
}

func (e *Env) lookup(name string) (int, bool) {
	for ; e != nil; e = e.parent {
		if n, ok := e.names[name]; ok {
			return n, true
		}
	}
	return 0, false
}

// Assert adds the fact that a predicate is true, or its negation. Facts are numbered in
// the order in which they are asserted.
func (t *Tableau) Assert(pred zed.Expr, negated bool, in *Env) {
	d := deps{}
	if t.asserted < maxBits {
		d = d.with(t.asserted)
	}
	t.asserted++
	t.branch.assert(pred, negated, in, d)
}

// Refute tells whether the facts contradict each other, and which of them do.
func (t *Tableau) Refute() (conflict []int, ok bool) {
	if t.asserted > maxBits/2 {
		return nil, false
	}
	why, ok := t.close()
	if !ok {
		return nil, false
	}
	return why.below(t.asserted), true
}

// Work returns the number of steps taken, which is the same on every machine.
func (t *Tableau) Work() int { return t.branch.agenda.spent }

// Cut tells whether a witness was left out because it nests too deeply, so that a
// larger depth might refute more.
func (t *Tableau) Cut() bool { return t.branch.terms.cut }

// isExhausted tells whether a limit is reached.
func (t *Tableau) isExhausted() bool {
	t.branch.agenda.spent++
	return t.branch.agenda.spent > t.options.Work || len(t.branch.terms.nodes) > maxNodes || t.tried > maxBranches ||
		t.branch.agenda.spent%64 == 0 && t.options.Stop != nil && t.options.Stop()
}

// close derives facts and splits choices until there is a contradiction, or nothing is
// left to do. A contradiction that it returns rests on no choice below the present
// level.
func (t *Tableau) close() (why deps, refuted bool) {
	if !t.saturate() {
		return deps{}, false
	}
	if t.branch.agenda.broken {
		return t.branch.agenda.why, true
	}
	c, ok := t.splitter.chooseNext()
	if !ok && t.branch.facts.inhabitTypes() {
		return t.close()
	}
	if !ok || t.asserted+t.branch.agenda.level >= maxBits {
		return deps{}, false
	}
	return t.split(c)
}

// split tries the alternatives of a choice one after the other.
func (t *Tableau) split(c int) (why deps, refuted bool) {
	t.branch.splits.settle(c)
	open, excluded := t.splitter.listOpen(c)
	if open == nil {
		// It holds without a split.
		if t.isExhausted() {
			return deps{}, false
		}
		return t.close()
	}
	why = t.branch.splits.choices[c].deps.or(excluded)
	decision := t.asserted + t.branch.agenda.level
	for k, alternative := range open {
		if t.tried++; t.isExhausted() {
			return deps{}, false
		}
		mark := t.mark()
		for _, earlier := range open[:k] {
			// An earlier alternative has no model, so it is false here where it
			// is a plain membership, and has a truth.
			if len(earlier) == 1 && earlier[0].isTotal() {
				if d, ok := t.branch.values.haveValues(earlier[0].a, earlier[0].b); ok {
					t.branch.assume(earlier[0].not(), why.or(d))
				}
			}
		}
		for _, l := range alternative {
			t.branch.assume(l, deps{}.with(decision))
		}
		d, ok := t.close()
		t.undo(mark)
		if !ok {
			return deps{}, false
		}
		if !d.has(decision) {
			return d, true
		}
		why = why.or(d.without(decision))
	}
	return why, true
}
