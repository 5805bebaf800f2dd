package spec

import (
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// System is a whole project as its files describe it: specification, units and options.
type System struct {
	Project string
	Dir     string  // the folder of ttf-int.yaml; paths below are relative to it
	Inputs  []Input // every file that was read, sorted by path
	// Files has, by the name of each unit, the files that it names and that in which it stands, as in Inputs.
	Files    map[string][]string
	Spec     *types.Spec
	Language parse.Language // Z with the operators that the specification introduces
	Calculus *schema.Calculus
	Globals  *eval.Globals // values of constants, carriers of given and free types
	// Constants are the axiomatic constants that have a value. Loose are those that
	// have none and that units depend on; About are the predicates that hold of the
	// loose ones.
	Constants []Constant
	Loose     []Loose
	About     []zed.Expr
	// Broken are the errors that axioms contradict each other which state values. The constants have none.
	Broken  source.Errors
	Missing []Missing // those of the loose constants for which no value was found
	Units   []*Unit   // sorted by name
	SUTs    map[string]*SUT
	Scope   value.Scope
	Run     Run
	Report  Report
	// Executor is the address of the cluster on which cases run, such as grpc://localhost:8980; "": this machine.
	Executor string
	// Tactics and Recipes are those that the project defines, in the order of the file.
	// Conditions is the largest number of conditions of a testing tree; 0: the default.
	Tactics    []OwnTactic
	Recipes    []Recipe
	Conditions int
	// Budget is how many steps the solver may take for all leaves of a unit together;
	// 0: the planner's default.
	Budget int64
	// Properties are the conditions that every operation on their variables must
	// preserve. Init is the condition on the initial state, or nil.
	Properties []Property
	Init       *Property
	Machines   []*Machine // sorted by name
	Laws       []*Law     // sorted by name
	Classes    []*Class   // sorted by name
	Structures []*Structure
	Methods    []*Method // what is used comes first
	Quarantine []Quarantine
}

// Quarantine says that what goes wrong with a case, or with all cases of a unit, does not count for some time.
type Quarantine struct {
	Of     string // the id of the case, or the name of the unit
	Owner  string
	Until  time.Time // the last day
	Reason string
	Span   source.Span // of what it names
}

// WithSizes returns the system in which given types have the given sizes. It is for
// evaluating what is said about a case that rests on these sizes.
func (s *System) WithSizes(sizes value.Sizes) *System {
	out := *s
	out.Globals = s.Globals.WithSizes(sizes)
	return &out
}

// WithCarriers returns the system in which the named given types have exactly the given
// elements.
func (s *System) WithCarriers(carriers map[string][]value.Value) *System {
	out := *s
	out.Globals = s.Globals.WithCarriers(carriers)
	return &out
}

// Unit returns the unit of the given name, or nil. Units must be sorted.
func (s *System) Unit(name string) *Unit {
	i, found := slices.BinarySearchFunc(s.Units, name, func(u *Unit, name string) int {
		return strings.Compare(u.Name, name)
	})
	if !found {
		return nil
	}
	return s.Units[i]
}

// Input is a file that the project was read from.
type Input struct {
	Path   string `json:"path"` // relative to the project's folder, with slashes
	SHA256 string `json:"sha256"`
}

// Unit is a subroutine of the program under test.
type Unit struct {
	Name   string
	At     source.Span // the place of its name in the YAML file
	SUT    string      // the key of its program in System.SUTs; "" where there is no program yet
	Schema string
	Op     *schema.Operation // the meaning of the schema, in which the schemas of other units are opaque
	Uses   []string          // units used and called, sorted
	// those of Uses that were cut to break a cycle, and do not count for the order of
	// testing
	Cut    []string
	Calls  []string // units only called, sorted
	Shares []string // units used without being called, sorted
	// Classes are the classes that it uses, sorted: those of the program stand for themselves, and no schema says what
	// they are.
	Classes []string

	Tactics []Tactic
	Prune   []Located
	Cases   []OwnCase
	Stubs   []Forced
	Rejects Located
	Refines []Refinement
	Derived string // the definition of the unit's schema where it was derived (enriches), otherwise ""
	// Unspecified says that nothing is specified of the unit yet: its schema states the predicate true and nothing
	// beside that, and the unit is judged by nothing else.
	Unspecified bool
	Greybox     *Greybox // nil where the unit has no grey-box specification
	CallsExact  bool
	Scope       value.Scope
	Properties  []Property // the properties that this unit must preserve besides the project's
	// Before is the structure whose values stand for the states before its cases (state: korat); nil: these are set, or
	// operations lead to them.
	Before *Structure
	// Structures is with how many of the structures that have the values of a case it is run, at most; 0: as by
	// default.
	Structures int
}

// Refinement says that a unit stands in for another one, and so must satisfy that
// unit's specification (behavioural subtyping).
type Refinement struct {
	Base string
	Span source.Span
}

// Located is a text with its place, which a later stage parses. It is nil where the
// file has none.
type Located = *source.Text

// Tactic is one entry of a unit's list of tactics. Package tactics reads the argument.
type Tactic struct {
	Name string
	Span source.Span
	Arg  *Argument // nil where there is none
	At   Located   // the condition below which the tactic applies; nil: everywhere
}

// OwnTactic is a tactic that a project defines, as a standard partition: rows of
// predicates over parameters.
type OwnTactic struct {
	Name     string
	Span     source.Span
	Params   Located // declarations in Z
	Of       Located // the term that sp divides by the rows; nil where the tactic does not extend sp
	Given    Located // a condition on the parameters; nil: none
	Rows     []Located
	Negation []Located // the rows for the case that the atom Of does not hold
	Overlaps bool      // several rows may hold at once
	Partial  bool      // the rows need not cover all that Given allows
}

// Recipe is a named list of tactics.
type Recipe struct {
	Name    string
	Span    source.Span
	Tactics []Tactic
}

// Argument is the argument of a tactic as it is written: a scalar, a list or a map.
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
	Kept   bool // whether it is kept because it has failed
}

// Forced is the entry for one callee under stubs: in a unit's file.
type Forced struct {
	Callee   string
	Span     source.Span
	Decision string   // the name of the decision that is forced, one of result.Decision, or ""
	Answers  []Answer // the table of a manual stub
	// Adversarial says that a stub made from the callee's specification prefers unusual
	// answers to usual ones, where several are allowed.
	Adversarial bool
}

// Answer is one row of a manual stub's table: the after-state and outputs with which it
// answers a call with the given inputs and before-state. A row without When answers
// every call.
type Answer struct {
	Span       source.Span
	When, Then Values
}

// SUT says how to build and start a system under test.
type SUT struct {
	Name         string
	At           source.Span
	Build        []string
	Command      []string
	Dir          string   // relative to the project's folder
	Env          []string // the environment variables that it may see, by name, or set as NAME=value
	SHA256       string
	StartTimeout time.Duration
	// Locked has the hashes that a lock file demands; nil: there is none, or it is not asked.
	Locked *Locked
	// Reads are patterns of the files that it reads beside its program, relative to Dir; a folder stands for all
	// that is in it. nil says that nothing is declared.
	Reads []string
}

// Locked are the hashes of a program that a lock file demands: of its file, of what it declares to read, and of those
// of its arguments that are files; "" where there are none.
type Locked struct {
	SHA256    string `json:"sha256"`
	Reads     string `json:"reads,omitempty"`
	Arguments string `json:"arguments,omitempty"`
}

// Run holds the options of a run.
type Run struct {
	Parallel int           // the number of processes per SUT
	Timeout  time.Duration // the time for one case
	Cases    int           // the number of cases per leaf
	// RunTimeout is how long a run may take. 0 means the runner's default; only a
	// System that was not read from files has 0.
	RunTimeout time.Duration
	Calls      int   // how many calls a case may make; 0: the runner's default
	Memory     int64 // how many bytes a program under test may hold; 0: the runner's default
	// Processes is how many processes a program may have at the same time, with all that it started, and Files how
	// many files each may have open; 0: the runner's defaults, as far as the system can limit them.
	Processes, Files int
	// Grace is how long a process has to end by itself before it is killed; 0: the runner's default.
	Grace time.Duration
	// Routes is in how many ways a state that cannot be set is reached; 0: the default.
	Routes int
	// Retries is how often a case that fails is run again; FlakyWarns says that flaky cases do not make a run fail.
	Retries    int
	FlakyWarns bool
	// LeaksFail says that what a program leaves behind makes a run fail.
	LeaksFail bool
	// Order is in which order cases are run within a layer; "": that of the plan.
	Order Order
	// Sequences and Length are the number of sequences and of their steps for machines
	// that do not say them; 0: the runner's defaults.
	Sequences, Length int
}

// Order is an order in which cases are run.
type Order string

// FailedFirst runs those first that failed in the last run that had them.
const FailedFirst Order = "failed-first"

// Report names the reports that every run writes. "" stands for a report that is not
// written.
type Report struct {
	JUnit string
	HTML  string
}

// Writes tells whether the unit may change a state variable: whether it has a variable
// of that name, and some disjunct of its operation does not say that it stays
// unchanged.
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

// Declares tells whether a conjunct of the unit's operation comes from the declaration
// of a variable, and was not written as a condition.
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
