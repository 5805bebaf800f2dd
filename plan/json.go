package plan

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// File is the form in which a plan is written to a file. In later versions fields may
// be added, but never renamed.
type File struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Tool       string `json:"tool"`
	Project    string `json:"project"`
	Assumes    string `json:"assumes"`
	// Strengthened says that callees have the leaves that their callers ask for. A plan
	// from before the field existed has none.
	Strengthened bool `json:"strengthened"`
	// CoverCallees says that cases were added so that each leaf of a callee is met.
	CoverCallees bool `json:"coverCallees,omitempty"`
	// Check is a hash of those parts of the plan that do not follow from the
	// specifications and that no run depends on.
	Check string `json:"check"`
	// Unfinished is set where planning was ended early.
	Unfinished *Unfinished             `json:"unfinished,omitempty"`
	Inputs     []spec.Input            `json:"inputs"`
	Scope      map[string]any          `json:"scope"`
	Constants  map[string]FileConstant `json:"constants,omitempty"`
	Layers     [][]string              `json:"layers"`
	Units      map[string]FileUnit     `json:"units"`
	Classes    map[string]FileClass    `json:"classes,omitempty"`
	text       *source.File            // the file that was read; nil in a File that was made from a plan
}

// FileConstant is a constant in a plan's file.
type FileConstant struct {
	Value json.RawMessage `json:"value"`
	From  spec.Origin     `json:"from"`
	By    string          `json:"by,omitempty"`   // the system under test that reports the value
	With  []string        `json:"with,omitempty"` // the chosen values from which the value follows
}

// FileUnit is a unit in a plan's file.
type FileUnit struct {
	Schema   string         `json:"schema"`
	Layer    int            `json:"layer"`
	Uses     []string       `json:"uses"`
	Cut      []string       `json:"cut,omitempty"` // those of uses that were cut to break a cycle
	Calls    []string       `json:"calls"`
	Classes  []string       `json:"classes,omitempty"` // those that it uses
	Families map[string]int `json:"families"`
	Leaves   []FileLeaf     `json:"leaves"`
	Cases    []FileCase     `json:"cases"`
	Coverage *Coverage      `json:"coverage"`
	Mutants  *Mutants       `json:"mutants,omitempty"`
	// Strengthening is set where callers ask for leaves that the tree does not have.
	Strengthening *Strengthening `json:"strengthening,omitempty"`
	Budget        *Budget        `json:"budget,omitempty"` // set where the leaves used up the budget
	Theorem2      []Matrix       `json:"theorem2,omitempty"`
	Check         string         `json:"check"` // as in File
}

// FileLeaf is a leaf in a plan's file.
type FileLeaf struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Parent    string       `json:"parent"`
	Predicate string       `json:"predicate"`
	At        string       `json:"at"`
	Status    suite.Status `json:"status"`
	Reason    string       `json:"reason"`
	Conflict  []string     `json:"conflict,omitempty"`
	// Chosen names the constants whose chosen values leave the leaf without a case.
	Chosen   []string `json:"chosen,omitempty"`
	Rejected bool     `json:"rejected,omitempty"` // on inputs outside the precondition
	// Strengthens lists the cases of callers for which strengthening added the leaf.
	Strengthens []string `json:"strengthens,omitempty"`
	Check       string   `json:"check"` // as in File
}

// FileCase is a case in a plan's file.
type FileCase struct {
	ID         string   `json:"id"`
	Leaf       string   `json:"leaf"`
	Own        bool     `json:"own,omitempty"`
	Covers     string   `json:"covers,omitempty"`   // the leaf of a callee that the case was added to meet
	Rejected   bool     `json:"rejected,omitempty"` // its input is outside the precondition
	Completion []string `json:"completion,omitempty"`
	// Sizes has the sizes of the given types on which the case rests.
	Sizes value.Sizes `json:"sizes,omitempty"`
	// Values are the inputs and the before-state that the last step sets.
	Values spec.Values `json:"values"`
	// Steps is set where the steps are more than one step that sets the values on a new
	// object.
	Steps    []FileStep  `json:"steps,omitempty"`
	Expected spec.Values `json:"expected"`
	Witness  spec.Values `json:"witness"`
	Several  bool        `json:"several,omitempty"` // the witness is one of several allowed outcomes
	Open     bool        `json:"open,omitempty"`    // no allowed outcome is known
	Stubs    []FileStub  `json:"stubs"`
	Check    string      `json:"check"` // as in File
}

// FileStep is a suite.Step in a plan's file.
type FileStep struct {
	Unit   string            `json:"unit"`
	Object uint32            `json:"object"`
	Values spec.Values       `json:"values"`
	Passed map[string]uint32 `json:"passed,omitempty"` // the inputs that are objects, with their numbers
	Keep   uint32            `json:"keep,omitempty"`
}

// FileStub is a stub decision in a plan's file.
type FileStub struct {
	result.Choice
	Check string `json:"check"` // as in File
}

// assumption is the hypothesis that every plan rests on.
const assumption = "every case passes; a run decides again on what did"

// Header returns the file of a plan without its units and constants.
func Header(p *Plan) File {
	scope := p.System.Scope
	return File{
		APIVersion: APIVersion, Kind: "Plan", Tool: p.Tool, Project: p.System.Project, Assumes: assumption,
		Strengthened: !p.NoStrengthen, CoverCallees: p.CoverCallees, Unfinished: p.Unfinished,
		Inputs: list(p.System.Inputs), Layers: list(p.Layers), Units: map[string]FileUnit{},
		Scope: map[string]any{"int": []int64{scope.IntMin, scope.IntMax}, "set": scope.Set, "seq": scope.Seq,
			"given": scope.Given},
	}
}

// JSON returns the plan as a JSON document.
func (p *Plan) JSON() ([]byte, error) {
	doc := Header(p)
	for _, c := range p.System.Constants {
		if doc.Constants == nil {
			doc.Constants = map[string]FileConstant{}
		}
		doc.Constants[c.Name] = FileConstant{value.Encode(c.Value, c.Type), c.From, c.By, c.With}
	}
	for _, u := range p.Units {
		doc.Units[u.Name] = u.document()
	}
	for _, c := range p.Classes {
		if doc.Classes == nil {
			doc.Classes = map[string]FileClass{}
		}
		doc.Classes[c.Name] = FileClassOf(c)
	}
	if err := doc.sign(); err != nil {
		return nil, err
	}
	return json.MarshalIndent(doc, "", "  ")
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// list returns the slice, or an empty one for nil: JSON readers get [] and not
// null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// UnitHeader returns a unit of a plan's file without leaves and cases.
func UnitHeader(u *Unit) FileUnit {
	out := FileUnit{
		Schema: u.Schema, Layer: u.Layer, Uses: list(u.Uses), Cut: u.Cut, Calls: list(u.Calls), Classes: u.Classes,
		Families: map[string]int{}, Leaves: []FileLeaf{}, Cases: []FileCase{}, Coverage: u.Coverage, Mutants: u.Mutants,
		Strengthening: u.Strengthening, Budget: u.Budget, Theorem2: u.Theorem2,
	}
	if len(u.Theorem2) == 0 {
		out.Theorem2 = nil // as it is read
	}
	for k, n := range u.Families {
		out.Families[strconv.Itoa(k)] = n
	}
	return out
}

func (u *Unit) document() FileUnit {
	out := UnitHeader(u)
	for _, l := range u.Leaves {
		out.Leaves = append(out.Leaves, fileLeaf(l))
	}
	completion := Completion(u)
	for _, c := range u.Cases {
		d := FileCase{ID: c.ID, Leaf: c.Leaf.ID, Own: c.Own, Covers: c.Covers, Rejected: c.Leaf.IsRejected(),
			Sizes: c.Rests, Completion: completion,
			Values: c.Values(), Steps: fileSteps(c.Steps), Expected: c.Expected, Witness: c.Witness, Several: c.Several,
			Open: c.Open, Stubs: []FileStub{}}
		for _, choice := range c.Stubs {
			d.Stubs = append(d.Stubs, FileStub{Choice: choice})
		}
		out.Cases = append(out.Cases, d)
	}
	return out
}

// fileSteps returns the steps of a case as a file has them: nil for a case that its
// values describe completely.
func fileSteps(steps []suite.Step) []FileStep {
	if !suite.IsScript(steps) {
		return nil
	}
	out := make([]FileStep, len(steps))
	for i, s := range steps {
		out[i] = FileStep{Unit: s.Unit, Object: uint32(s.Object), Values: s.Values, Keep: uint32(s.Keep)}
		for _, p := range s.Passed {
			if out[i].Passed == nil {
				out[i].Passed = map[string]uint32{}
			}
			out[i].Passed[p.Name] = uint32(p.Object)
		}
	}
	return out
}

func fileLeaf(l *Leaf) FileLeaf {
	out := FileLeaf{ID: l.ID, Name: l.Name(), Predicate: l.Predicate(), At: l.Span.Pos().String(), Status: l.Status,
		Reason:   l.Why().Reason,
		Conflict: l.Why().Conflict, Chosen: l.Why().Chosen, Rejected: l.IsRejected(), Strengthens: l.For}
	if l.Parent != nil {
		out.Parent = l.Parent.ID
	}
	return out
}

// Completion names the variables of a unit's cases that only callees' schemas have.
func Completion(u *Unit) []string {
	var out []string
	for _, v := range u.Tree.VIS {
		if u.Tree.Completion[v.Name] {
			out = append(out, v.Name)
		}
	}
	return out
}

// Predicate returns the whole condition of the leaf as people read it: its own
// and those of the conditions above it.
func (l *Leaf) Predicate() string {
	var parts []*suite.Condition
	for _, c := range l.Path() {
		if c.HasOwnPart() || c.Parent != nil || len(l.Path()) == 1 {
			parts = append(parts, c)
		}
	}
	if len(parts) == 1 {
		return parts[0].Shown
	}
	text := make([]string, len(parts))
	for i, c := range parts {
		text[i] = c.Conjunct()
	}
	return strings.Join(text, " ∧ ")
}

// Stale is the error for a plan that was made when the project's files had other
// contents.
type Stale struct {
	Changed []string // one sentence each
}

// Error lists what changed.
func (s *Stale) Error() string {
	return "the plan is stale: " + strings.Join(s.Changed, "; ")
}

// Changes says which inputs were changed, added or removed.
func Changes(before, now []spec.Input) []string {
	var out []string
	for _, b := range before {
		i := slices.IndexFunc(now, func(n spec.Input) bool { return n.Path == b.Path })
		switch {
		case i < 0:
			out = append(out, b.Path+" was removed")
		case now[i].SHA256 != b.SHA256:
			out = append(out, b.Path+" changed")
		}
	}
	for _, n := range now {
		if !slices.ContainsFunc(before, func(b spec.Input) bool { return b.Path == n.Path }) {
			out = append(out, n.Path+" was added")
		}
	}
	return out
}
