package plan

import (
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// APIVersion is the version of the formats that users read and write.
const APIVersion = "ttf-int/v1"

// Plan is what is to be tested, and how.
type Plan struct {
	Tool         string // the version of the tool that made it
	System       *spec.System
	Layers       [][]string // unit names, in test order
	Units        []*Unit    // in test order
	NoStrengthen bool       // units have the leaves of their testing trees alone
	CoverCallees bool       // cases were added that meet the leaves of callees
	// Mistakes says which refutations values contradict. Each is a mistake of ttf-int:
	// of the solver that refuted, or of the evaluator that found the values to satisfy
	// what was refuted; nothing that the specification says can be the cause.
	Mistakes []string
	// Unfinished is nil unless the making of the plan was ended before its end.
	Unfinished *Unfinished
	byName     map[string]*Unit
}

// Add appends a unit.
func (p *Plan) Add(u *Unit) {
	if p.byName == nil {
		p.byName = map[string]*Unit{}
	}
	p.Units = append(p.Units, u)
	p.byName[u.Name] = u
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
	Budget        *Budget // nil where the leaves did not use it up
	// Notes say what of the unit's specification could not be checked.
	Notes    []parse.Note
	Coverage *Coverage // what of the specification the cases exercise
	Mutants  *Mutants  // what the cases tell from the operation; nil where that is not asked for
	// Theorem2 has a matrix for each callee that the unit uses; nil where they were not
	// asked for.
	Theorem2 []Matrix
	// Known says that the cases and the decisions are an earlier plan's, made
	// from the same specification.
	Known  bool
	leaves map[string]*Leaf
}

// Add appends a leaf.
func (u *Unit) Add(l *Leaf) {
	if u.leaves == nil {
		u.leaves = map[string]*Leaf{}
	}
	u.Leaves = append(u.Leaves, l)
	u.leaves[l.ID] = l
}

// Leaf returns the leaf of the unit with the given id, or nil.
func (u *Unit) Leaf(id string) *Leaf { return u.leaves[id] }

// Leaf is a leaf of a testing tree in a plan.
type Leaf struct {
	suite.Leaf
	Steps int64    // that the solver took
	For   []string // of a leaf that strengthening added: the cases that may call the unit there
	Cases []*Case
}

// Open tells whether all cases of the leaf are open: what passes then certifies nothing.
func (l *Leaf) Open() bool {
	return len(l.Cases) > 0 && !slices.ContainsFunc(l.Cases, func(c *Case) bool { return !c.Open })
}

// Under returns the unit as its cases in the leaf are judged: on rejected inputs
// its specification is what it promises there.
func (u *Unit) Under(l *Leaf) *spec.Unit {
	if l.Refused() {
		return u.Tree.Refusal
	}
	return u.Unit
}

// Case is a certified test case. Its id is that of its leaf, with "#2" and so on
// appended from the second case on.
type Case struct {
	suite.Case
	Leaf *Leaf
	// Sizes are the sizes of given types with which all about the case is evaluated,
	// and Rests those of them on which it rests: with another one its values may not
	// satisfy the leaf.
	Sizes, Rests value.Sizes
	// Carriers are the given types on whose sizes the case rests, by name, each with
	// all of its elements.
	Carriers spec.Values
	Own      bool   // given by the specification
	Covers   string // the leaf of a callee that it was added for; "" where it was not
	Stubs    []result.Choice
	// Digest is a hash of what a verdict on the case belongs to: its condition and
	// steps, the outcome that is expected where only one is, the decisions for its
	// callees with the leaves that these rest on, and the constants that the unit
	// depends on.
	Digest string
}

// Budget says that the leaves of a unit used up the steps that they may take together.
type Budget struct {
	Steps int64 `json:"steps"` // all together
	Late  int   `json:"late"`  // how many leaves were left then
	Each  int64 `json:"each"`  // the steps that each of these had
}

// Strengthening says what callers asked a unit to be tested on beside its tree
// (Cristiá, Mesuro and Frydman, section 8: a leaf that is missing says that the
// callee was poorly tested).
type Strengthening struct {
	Added int `json:"added"` // leaves
	// Left counts the calls that no leaf was added for because the limit was
	// reached: what stands in there stays what it was without.
	Left  int `json:"left"`
	Limit int `json:"limit"`
}
