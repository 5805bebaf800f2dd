package plan

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// APIVersion is the version of the formats that users read and write.
const APIVersion = "ttf-int/v1"

// Plan says which units are tested in which order, on which cases, and what stands in
// for their callees.
type Plan struct {
	Tool         string // the version of ttf-int that made it
	System       *spec.System
	Layers       [][]string // unit names, in test order
	Units        []*Unit    // in test order
	Classes      []*Class   // in test order
	NoStrengthen bool       // whether units have only the leaves of their testing trees
	CoverCallees bool       // whether cases were added so that each leaf of a callee is met
	// Mistakes says which refutations are contradicted by values. Each is a mistake of
	// ttf-int: of the solver that refuted, or of the evaluator that found the values to
	// satisfy what was refuted. A specification can never be the cause.
	Mistakes []string
	// Unfinished is nil unless planning was ended early.
	Unfinished *Unfinished
	byName     map[string]*Unit
}

// Add appends the plan of a unit.
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
	Families map[int]int // for each layer, how many of its units this unit uses directly
	Tree     *suite.Tree
	Leaves   []*Leaf
	Cases    []*Case
	// Strengthening is nil where no caller asks for a leaf that the tree does not have.
	Strengthening *Strengthening
	Budget        *Budget // nil unless the leaves used up the unit's budget
	// Notes say which parts of the unit's specification could not be checked.
	Notes    []parse.Note
	Coverage *Coverage // which parts of the specification the cases exercise
	Mutants  *Mutants  // which mutants the cases tell apart; nil without the tactic mut
	// Theorem2 has a matrix for each callee that the unit uses; nil where the matrices
	// were not asked for.
	Theorem2 []Matrix
	// Known says that the cases and decisions were taken from an earlier plan of the
	// same specification.
	Known  bool
	leaves []*Leaf // by their ids; a map of a million leaves takes a hundred megabytes
}

// Add appends a leaf.
func (u *Unit) Add(l *Leaf) {
	u.Leaves = append(u.Leaves, l)
	at, known := u.search(l.ID)
	if known {
		u.leaves[at] = l
		return
	}
	u.leaves = slices.Insert(u.leaves, at, l)
}

// AddAll appends leaves of which the unit has none yet. It takes as much memory as they need, and no more.
func (u *Unit) AddAll(list []*Leaf) {
	u.Leaves = append(slices.Grow(u.Leaves, len(list)), list...)
	all := append(make([]*Leaf, 0, len(u.leaves)+len(list)), u.leaves...)
	u.leaves = append(all, list...)
	slices.SortFunc(u.leaves, func(a, b *Leaf) int { return cmp.Compare(a.ID, b.ID) })
}

// TakeLeaves has the unit have the leaves of another one in the place of its own.
func (u *Unit) TakeLeaves(of *Unit) { u.Leaves, u.leaves = of.Leaves, of.leaves }

// Leaf returns the leaf of the unit with the given id, or nil.
func (u *Unit) Leaf(id string) *Leaf {
	if at, known := u.search(id); known {
		return u.leaves[at]
	}
	return nil
}

// search returns where a leaf is among those that are sorted by their ids, or would be.
func (u *Unit) search(id string) (at int, known bool) {
	return slices.BinarySearchFunc(u.leaves, id, func(l *Leaf, id string) int { return cmp.Compare(l.ID, id) })
}

// Leaf is a leaf of a testing tree with its cases.
type Leaf struct {
	suite.Leaf
	Steps int64    // the steps that the solver took
	Built int64    // the values that the solver built to choose from
	For   []string // of a leaf that strengthening added: the cases in which the unit may be called there
	Cases []*Case
}

// IsOpen tells whether all cases of the leaf are open. Such a leaf has no certificate,
// whatever passes.
func (l *Leaf) IsOpen() bool {
	return len(l.Cases) > 0 && !slices.ContainsFunc(l.Cases, func(c *Case) bool { return !c.Open })
}

// UnitFor returns the unit with the specification by which cases in the leaf are judged.
// For rejected inputs that is the refusal that the unit promises.
func (u *Unit) UnitFor(l *Leaf) *spec.Unit {
	if l.IsRejected() {
		return u.Tree.Refusal
	}
	return u.Unit
}

// Case is a certified test case. Its id is that of its leaf; from the second case of a
// leaf on "#2" and so on is appended.
type Case struct {
	suite.Case
	Leaf *Leaf
	// Sizes are the sizes of given types at which the case is evaluated. Rests are
	// those of them on which the case rests: at another size its values may not satisfy
	// the leaf.
	Sizes, Rests value.Sizes
	// Carriers has the elements of each given type on whose size the case rests, by the
	// name of the type.
	Carriers spec.Values
	Own      bool   // whether the specification gives the case
	Covers   string // the leaf of a callee that the case was added to meet, or ""
	Stubs    []result.Choice
	// Digest is a hash of all that a verdict on the case depends on: its condition and
	// steps, the expected outcome where only one is allowed, the decisions for callees
	// with the leaves that these rest on, and the constants that the unit depends on.
	Digest string
}

// Budget says that the leaves of a unit used up the steps that they may take together.
type Budget struct {
	Steps int64 `json:"steps"` // the steps that all leaves may take together
	Late  int   `json:"late"`  // the number of leaves that were left when they were used up
	Each  int64 `json:"each"`  // the steps that each of these leaves had
}

// Strengthening says on what points callers asked for tests that the unit's tree does
// not have (Cristiá, Mesuro and Frydman, section 8: a missing leaf says that the callee
// was poorly tested).
type Strengthening struct {
	Added int `json:"added"` // the number of leaves that were added
	// Left counts the calls for which no leaf was added because the limit was reached.
	// The decisions for these calls are those without strengthening.
	Left  int `json:"left"`
	Limit int `json:"limit"`
}
