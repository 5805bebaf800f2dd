package suite

import (
	"slices"
	"strconv"
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
	// Completion names the variables of the VIS that occur only in the schemas of
	// callees. Tactics do not see them; every case gives them a value.
	Completion map[string]bool
	// Rejected is the root of the conditions on inputs outside the precondition, made
	// by the tactic rj; nil where there is none. The leaves below it do not count as
	// leaves of the tree: they certify nothing and no call lies in them. Refusal is the
	// unit as it is specified for these inputs: its operation is what the unit promises
	// there, an unchanged state included, and has no calls.
	Rejected *Condition
	Refusal  *spec.Unit
	// Possible is the condition on inputs and before-states that holds inside and
	// outside the precondition; nil where Rejected is.
	Possible zed.Expr
	// Valued has, for each disjunct, the conditions on inputs and before-states under
	// which the disjunct's terms have values; nil where Rejected is.
	Valued [][]zed.Expr
	// Mutants are versions of the operation with one mistake each, which cases should
	// tell from the operation, made by the tactic mut; nil without that tactic.
	// MutantsMade is how many there are; Mutants has only some of them where they are
	// too many.
	Mutants     []Mutant
	MutantsMade int
}

// Mutant is a unit's operation with one mistake in it.
type Mutant struct {
	ID    string // among the mutants of the unit: insert/MUT_3
	Kind  string // the kind of the mistake
	Shown string // what the mutant has, and in the place of what
	Span  source.Span
	Pred  zed.Expr // the operation's predicate with the mistake, over its variables
	// Callee is the schema of the callee whose calls the mistake changes; "" where it
	// changes none.
	Callee string
	// Free is the after-state variable or output that may have any value; "" where
	// there is none.
	Free string
}

// Condition is a test condition: a node of a testing tree. Trees have millions of them, so that what many have in
// common is kept once.
type Condition struct {
	ID       string // the path from the root: insert/DNF_1/SP_2
	Parent   *Condition
	Children []*Condition
	*Part
	// Number is its number among the conditions of the tree whose names begin as its own does; 0 where its name has no
	// number.
	Number int
	Pruned string // the reason that a person gave for ruling the condition out, or ""
}

// Part is what a condition says, whatever is above it. Conditions that say the same below others may have it in common,
// so that it is not changed.
type Part struct {
	Stem   string // the name without its number: InsertAndSort1_SP
	Tactic string // the tactic that made it; "vis" at the root
	Kind   Kind
	// Pred is the predicate that this condition adds to its parent, over the variables
	// of the VIS. At a condition of dnf it is a disjunct of the operation.
	Pred zed.Expr
	// Shown is Pred as people read it, in which a callee is printed as "pre B".
	Shown string
	Span  source.Span // the place in the specification that it comes from
	// Disjunct is the number, from 1, of the disjunct of the operation at and below a
	// condition that dnf made; 0 elsewhere.
	Disjunct int
	// Row says that the condition is a row of a standard partition.
	Row bool
}

// Name returns the name as Fastest makes it: InsertAndSort1_SP_2.
func (c *Condition) Name() string {
	if c.Number == 0 {
		return c.Stem
	}
	return c.Stem + "_" + strconv.Itoa(c.Number)
}

// Kind says by which means it is decided whether values lie in a condition.
type Kind int

// The kinds of conditions.
const (
	Evaluable Kind = iota // by evaluating the predicate
	Enabled               // by the precondition of the operation, or of one of its disjuncts
	Searched              // by a search, because the precondition of a callee is part of the predicate
	Point                 // by comparison with a single input and before-state, which strengthening added
	// as Evaluable; the inputs are outside the precondition, and the operation refuses
	// them
	Rejected
	// not at all: the condition is a case that the specification gives and whose leaf
	// is not known
	Unplaced
)

// HasOwnPart tells whether the condition adds something to the precondition of the operation
// and of its disjunct.
func (c *Condition) HasOwnPart() bool { return c.Kind != Enabled }

// IsEvaluable tells whether evaluating the predicate decides which of the values that lie
// in the parent lie in this condition.
func (c *Condition) IsEvaluable() bool {
	return c.Kind == Evaluable || c.Kind == Point || c.Kind == Rejected
}

// Leaves returns the leaves of the tree, in order. A condition for a given case whose
// leaf is not known (Unplaced) is not among them, since it says nothing about other
// inputs.
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

// RejectedLeaves returns the leaves below the root of rejected inputs, in order.
func (t *Tree) RejectedLeaves() []*Condition {
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

// Path returns the conditions from the root to c, both included.
func (c *Condition) Path() []*Condition {
	if c == nil {
		return nil
	}
	return append(c.Parent.Path(), c)
}

// Conjunct returns what is shown of the condition, in the form in which it stands
// between ∧.
func (c *Condition) Conjunct() string { return Conjunct(c.Shown) }

// Conjunct puts a printed predicate into parentheses where a ∧ beside it would take
// only a part of it: a quantifier outside brackets extends to the end of the text, and
// ∨, ⇒ and ⇔ bind less tightly than ∧.
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

// IsRejected tells whether the condition is one on inputs outside the precondition (tactic
// rj).
func (c *Condition) IsRejected() bool {
	for c.Parent != nil {
		c = c.Parent
	}
	return c.Kind == Rejected
}
