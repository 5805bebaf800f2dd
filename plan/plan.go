package plan

import (
	"sync"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// APIVersion is the version of the formats that users read and write.
const APIVersion = "ttf-int/v1"

// Plan is what is to be tested, and how.
type Plan struct {
	Tool     string // the version of the tool that made it
	System   *spec.System
	Layers   [][]string // unit names, in test order
	Units    []*Unit    // in test order
	mu       sync.Mutex // guards the matrices of units
	byName   map[string]*Unit
	engine   *Engine
	mistakes []string
	// Unfinished says what was not reached, where the making of the plan was ended;
	// otherwise it is nil.
	Unfinished                 *Unfinished
	noStrengthen, coverCallees bool
}

// Unit returns the plan of the named unit, or nil.
func (p *Plan) Unit(name string) *Unit { return p.byName[name] }

// Unit is the plan of one unit. Its leaves are those of its testing tree, then
// those of its rejected inputs, then those that strengthening added.
type Unit struct {
	*spec.Unit
	Layer    int
	Families map[int]int // layer: how many units of that layer it uses directly
	Tree     *suite.Tree
	Leaves   []*Leaf
	Cases    []*Case
	// Strengthening is nil where no caller asks for a leaf beside the tree's.
	Strengthening *Strengthening
	// Notes say what of the unit's specification could not be checked.
	Notes    []parse.Note
	Coverage *Coverage // what of the specification the cases exercise
	// Known says that the cases and the decisions are an earlier plan's, made
	// from the same specification.
	Known  bool
	leaves map[string]*Leaf
	// counted are the given types on whose sizes the unit's specification or the
	// conditions of its tree depend, so that its cases rest on these sizes.
	counted eval.Counts
	globals *eval.Globals
	keys    keys
	// matrices are those of Theorem 2, nil until they are asked for.
	matrices  []Matrix
	once      sync.Once // guards constants
	constants string    // those that it depends on
}

// Status says what the solver made of a leaf.
type Status string

// The statuses of leaves.
const (
	HasCase       Status = "case"
	Unsatisfiable Status = "unsatisfiable"
	NoneInScope   Status = "none-in-scope"
	Undecided     Status = "undecided"
	PrunedByHand  Status = "pruned"
)

// Leaf is a leaf of a testing tree with what the solver made of it.
type Leaf struct {
	*suite.Condition
	Status   Status
	Reason   string
	Conflict []string // where unsatisfiable: the conjuncts that contradict each other, in Z
	// Chosen names the constants of which other values than the chosen ones may give
	// the leaf a case, where its status is NoneInScope: the leaf is open.
	Chosen []string
	Steps  int64
	ended  bool     // the search was, before it had an answer
	For    []string // of a leaf that strengthening added: the cases that may call the unit there
	cases  []*Case
	once   sync.Once // guards text
	text   string    // the predicate
}

// Under returns the unit as its cases in the leaf are judged: on rejected inputs
// its specification is what it promises there.
func (u *Unit) Under(l *Leaf) *spec.Unit {
	if l.Refused() {
		return u.Tree.Refusal
	}
	return u.Unit
}

// Case is a certified test case.
type Case struct {
	ID     string // the leaf's id, "#2" and so on appended from the second case on
	Leaf   *Leaf
	Values spec.Values // inputs and before-state, completions included
	// Sizes are the sizes of given types with which all about the case is evaluated,
	// and Rests those of them on which it rests: with another one its values may not
	// satisfy the leaf.
	Sizes, Rests value.Sizes
	Own          bool   // given by the specification
	Covers       string // the leaf of a callee that it was added for; "" where it was not
	// Expected is the only after-state and outputs allowed; nil where there
	// are several, or where it is not known that there are not.
	Expected spec.Values
	// Witness is one allowed outcome; Several says that there are others.
	Witness spec.Values
	Several bool
	Stubs   []result.Choice
	decided bool // what stands in for callees
}
