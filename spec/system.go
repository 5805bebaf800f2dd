package spec

import (
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// System is a whole project: its specification and its units.
type System struct {
	Project  string
	Dir      string  // the folder of ttf-int.yaml; paths below are relative to it
	Inputs   []Input // every file that was read, sorted by path
	Spec     *types.Spec
	Language parse.Language // Z with the operators that the specification introduces
	Calculus *schema.Calculus
	Globals  *eval.Globals // values of constants, carriers of given and free types
	// Constants are the axiomatic constants that have a value, Loose those that
	// have none and that units depend on, About what holds of these.
	Constants []Constant
	Loose     []Loose
	About     []zed.Expr
	Missing   []Missing // of those that were loose
	Units     []*Unit   // sorted by name
	SUTs      map[string]*SUT
	Scope     value.Scope
	Run       Run
	Report    Report
	// Tactics and Recipes are the project's own, in order; Conditions is the
	// number of conditions that a testing tree may have, 0 the default.
	Tactics    []OwnTactic
	Recipes    []Recipe
	Conditions int
	// Budget is how many steps the solver may take for the leaves of a unit all together;
	// 0: as many as the planner says.
	Budget int64
	// Properties are what every operation on their variables is to preserve,
	// Init, nil where it is not given, what holds of the state at first.
	Properties []Property
	Init       *Property
	Machines   []*Machine // sorted by name
}

// Sized returns the system where given types have the given sizes, as those of a case
// that rests on them.
func (s *System) Sized(sizes value.Sizes) *System {
	out := *s
	out.Globals = s.Globals.Sized(sizes)
	return &out
}

// Carrying returns the system where some given types have just the given elements.
func (s *System) Carrying(carriers map[string][]value.Value) *System {
	out := *s
	out.Globals = s.Globals.Carrying(carriers)
	return &out
}

// Unit returns the unit of the given name, or nil.
func (s *System) Unit(name string) *Unit {
	for _, u := range s.Units {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// Input is a file that the project was read from.
type Input struct {
	Path   string `json:"path"` // relative to the project's folder, with slashes
	SHA256 string `json:"sha256"`
}

// Unit is a subroutine of the program under test.
type Unit struct {
	Name   string
	At     source.Span // its name in the YAML file
	SUT    string      // the key of System.SUTs, or "" where it is not written yet
	Schema string
	Op     *schema.Operation // the schema's meaning, other units' schemas opaque
	Uses   []string          // units used and called, sorted
	Cut    []string          // those of Uses that were cut to break a cycle: no order of testing follows from them
	Calls  []string          // units only called, sorted
	Shares []string          // units used without being called, sorted

	Tactics    []Tactic
	Prune      []Located
	Cases      []OwnCase
	Stubs      []Forced
	Rejects    Located
	Refines    []Refinement
	Derived    string   // the unit's schema as it was derived (enriches); "" where it was not
	Greybox    *Greybox // nil where the specification says nothing of the calls
	CallsExact bool
	Scope      value.Scope
	Properties []Property // of this unit alone, besides the project's
}

// Refinement says that a unit stands in for another one, whose specification it
// has to satisfy (behavioural subtyping).
type Refinement struct {
	Base string
	Span source.Span
}

// Located is a piece of text that a later stage reads; nil where it was left
// out.
type Located = *source.Text

// Tactic is one entry of a unit's list of tactics, its arguments unread.
type Tactic struct {
	Name string
	Span source.Span
	Arg  *Argument // nil where there is none
	At   Located   // the condition below which it applies; nil: everywhere
}

// OwnTactic is a tactic that a project defines: rows of predicates over
// parameters, as a standard partition is written.
type OwnTactic struct {
	Name     string
	Span     source.Span
	Params   Located // declarations in Z
	Of       Located // the term that sp divides by the rows; nil where there is none
	Given    Located // what holds of the parameters; nil: nothing
	Rows     []Located
	Negation []Located // rows where the atom Of does not hold
	Overlaps bool      // rows may hold together
	Partial  bool      // rows need not cover what is given
}

// Recipe is a named list of tactics.
type Recipe struct {
	Name    string
	Span    source.Span
	Tactics []Tactic
}

// Argument is what was written as a tactic's argument: a scalar, a list or a
// map.
type Argument struct {
	Span   source.Span
	Scalar Located
	List   []*Argument
	Fields []ArgumentField
}

// ArgumentField is an entry of an argument that is a map.
type ArgumentField struct {
	Name  string
	Span  source.Span
	Value *Argument
}

// OwnCase is a test case that the specification gives.
type OwnCase struct {
	Span   source.Span
	Values Values
}

// Forced is what the specification says of the stub of a callee.
type Forced struct {
	Callee   string
	Span     source.Span
	Decision string   // one of the words of result.Decision that is forced, or ""
	Answers  []Answer // a manual stub's table
	// Adversarial says that a stub made from the callee's specification prefers
	// unusual answers among those that are allowed.
	Adversarial bool
}

// Answer is one row of a manual stub: for these arguments and before-state,
// this after-state and these outputs. A row without When answers every call.
type Answer struct {
	Span       source.Span
	When, Then Values
}

// SUT says how a system under test is built and started.
type SUT struct {
	Name         string
	At           source.Span
	Build        []string
	Command      []string
	Dir          string   // relative to the project's folder
	Env          []string // names of the variables that it may see, or NAME=value
	SHA256       string
	StartTimeout time.Duration
}

// Run holds the options of a run.
type Run struct {
	Parallel int           // processes per SUT
	Timeout  time.Duration // per case
	Cases    int           // per leaf
	// RunTimeout is how long a run may take; 0: as the runner says, as where a
	// program makes the system without reading a project.
	RunTimeout time.Duration
	Calls      int   // how many calls a case may make; 0: as the runner says
	Memory     int64 // bytes that a program under test may hold; 0: as the runner says
	// Sequences is how many sequences a machine runs that does not say, and Length how
	// many steps they have; 0: as the runner says.
	Sequences, Length int
}

// Report says which reports a run writes by itself: "" says that it does not write one.
type Report struct {
	JUnit string
	HTML  string
}

// Writes tells whether the unit may change a state variable: it has one of that
// name, and not every disjunct of its operation says that it stays as it was.
func (u *Unit) Writes(variable string) bool {
	later := variable + "'"
	if !u.Op.After.Has(later) {
		return false
	}
	stays := func(e zed.Expr) bool {
		eq, ok := e.(*zed.Op)
		if !ok || eq.Op != zed.Equal {
			return false
		}
		a, one := eq.Args[0].(*zed.Ref)
		b, other := eq.Args[1].(*zed.Ref)
		return one && other && (a.Name == later && b.Name == variable || a.Name == variable && b.Name == later)
	}
	return slices.ContainsFunc(u.Op.Disjuncts,
		func(d schema.Disjunct) bool { return !slices.ContainsFunc(d.Conjuncts, stays) })
}

// Declares tells whether a conjunct of the unit's operation only repeats the
// declaration of a variable: nobody wrote it as a condition.
func (u *Unit) Declares(e zed.Expr) bool {
	in, ok := e.(*zed.Op)
	if !ok || in.Op != zed.In {
		return false
	}
	name, ok := in.Args[0].(*zed.Ref)
	if !ok {
		return false
	}
	for _, v := range u.Op.Vars {
		if v.Name == name.Name {
			return v.Decl != nil && zed.Print(v.Decl, zed.Unicode) == zed.Print(in.Args[1], zed.Unicode)
		}
	}
	return false
}
