package suite

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Tree is the testing tree of a unit.
type Tree struct {
	Unit *spec.Unit
	Root *Condition // the valid input space
	// VIS are the variables of the valid input space, completions included.
	VIS []zed.Var
	// Completion names the variables of the VIS that only callees' schemas
	// have: no tactic sees them, and every case binds them.
	Completion map[string]bool
	// Rejected is the root of the inputs that the unit refuses, made by the
	// tactic rj; nil where there is none. Its leaves are no leaves of the tree:
	// they certify nothing and make no call legal. Refusal is the unit as it is on
	// these inputs: its operation is what it promises there, an unchanged state
	// included, and demands no call.
	Rejected *Condition
	Refusal  *spec.Unit
	// Possible is what holds of inputs and before-states whether they are
	// rejected or not; nil where Rejected is.
	Possible zed.Expr
	// Valued is, by disjunct, what has to hold of inputs and before-states for the
	// disjunct's terms to have values; nil where Rejected is.
	Valued [][]zed.Expr
	// Mutants are the mistakes in the operation that cases are to tell from it, made by
	// the tactic mut; nil where it is not asked for. MutantsMade is how many there are,
	// of which these are some where there are too many.
	Mutants     []Mutant
	MutantsMade int
}

// Mutant is a unit's operation with one mistake in it.
type Mutant struct {
	ID    string // of the unit's mutants: insert/MUT_3
	Kind  string // of the mistake
	Shown string // what stands in the place of what
	Span  source.Span
	Pred  zed.Expr // the operation's predicate with the mistake, over its variables
	// Callee is the schema of the callee whose calls it changes, "" where it changes
	// none.
	Callee string
	// Free is the after-state or output that may be anything, "" where there is none.
	Free string
}

// Condition is a test condition: a node of a testing tree.
type Condition struct {
	ID       string // the path: insert/DNF_1/SP_2
	Name     string // Fastest's name: InsertAndSort1_SP_2
	Tactic   string // the tactic that made it; "vis" at the root
	Kind     Kind
	Parent   *Condition
	Children []*Condition
	// Pred is what this condition adds to its parent, over the variables of
	// the VIS, or at a DNF condition a disjunct of the operation.
	Pred zed.Expr
	// Shown is Pred as people read it, callees printed as "pre B".
	Shown string
	Span  source.Span // what in the specification it comes from
	// Disjunct is the disjunct of the operation at and below a condition that
	// dnf made, from 1; 0 elsewhere.
	Disjunct int
	// Row says that it is a row of a standard partition.
	Row    bool
	Pruned string // the reason a person gave for ruling it out; "" otherwise
}

// Kind says how it is told whether values lie in a condition.
type Kind int

// The kinds of conditions.
const (
	Evaluable Kind = iota // evaluation of its predicate tells
	Enabled               // the precondition of the operation, or of one of its disjuncts
	Searched              // the precondition of a callee is part of it, for which a search is made
	Point                 // a single input and before-state, which strengthening added
	Rejected              // inputs outside the precondition, which the operation refuses
	Unplaced              // a case that the specification gives, which is not shown to lie in a leaf or in none
)

// Own tells whether the condition adds to the precondition of its operation, and of
// its disjunct.
func (c *Condition) Own() bool { return c.Kind != Enabled }

// Evaluated tells whether evaluation of the predicate tells which values lie in the
// condition, as far as those above it hold.
func (c *Condition) Evaluated() bool {
	return c.Kind == Evaluable || c.Kind == Point || c.Kind == Rejected
}

// Leaves returns the leaves of the tree, in order. What is not decided of a given case
// says nothing of other inputs: it is not one of them.
func (t *Tree) Leaves() []*Condition {
	var out []*Condition
	t.Walk(func(c *Condition) {
		divides := func(below *Condition) bool { return below.Kind != Unplaced }
		if divides(c) && !slices.ContainsFunc(c.Children, divides) {
			out = append(out, c)
		}
	})
	return out
}

// Refused returns the leaves below the root of rejected inputs, in order.
func (t *Tree) Refused() []*Condition {
	if t.Rejected == nil {
		return nil
	}
	return (&Tree{Root: t.Rejected}).Leaves()
}

// Walk visits every condition of the valid input space, parents before children.
func (t *Tree) Walk(visit func(*Condition)) {
	var walk func(*Condition)
	walk = func(c *Condition) {
		visit(c)
		for _, d := range c.Children {
			walk(d)
		}
	}
	walk(t.Root)
}

// Path returns the conditions from the root to c.
func (c *Condition) Path() []*Condition {
	if c == nil {
		return nil
	}
	return append(c.Parent.Path(), c)
}

// Conjunct returns what is shown of the condition as it stands among others with
// ∧ between them.
func (c *Condition) Conjunct() string { return Conjunct(c.Shown) }

// Conjunct puts a printed predicate in parentheses where ∧ would bind a part of
// it only: a quantifier outside of brackets reaches to the end, and ∨, ⇒ and ⇔
// bind less.
func Conjunct(text string) string {
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{⟨⦇⟦", r):
			depth++
		case strings.ContainsRune(")]}⟩⦈⟧", r):
			depth--
		case depth == 0 && strings.ContainsRune("∨⇒⇔•", r):
			return "(" + text + ")"
		}
	}
	if strings.HasPrefix(text, "if ") {
		return "(" + text + ")"
	}
	return text
}

// Refused tells whether the condition is on rejected inputs.
func (c *Condition) Refused() bool {
	for c.Parent != nil {
		c = c.Parent
	}
	return c.Kind == Rejected
}
