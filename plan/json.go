package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// document is the form of a plan that users read and keep. Fields may be
// added, never renamed.
type document struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Tool       string `json:"tool"`
	Project    string `json:"project"`
	Assumes    string `json:"assumes"`
	// Strengthened says that callees were given the leaves that their callers ask
	// for; a plan without the field was not.
	Strengthened bool `json:"strengthened"`
	// CoverCallees says that cases were added that meet the leaves of callees.
	CoverCallees bool `json:"coverCallees,omitempty"`
	// Unfinished is there where the making of the plan was ended.
	Unfinished *Unfinished                 `json:"unfinished,omitempty"`
	Inputs     []spec.Input                `json:"inputs"`
	Scope      map[string]any              `json:"scope"`
	Constants  map[string]documentConstant `json:"constants,omitempty"`
	Layers     [][]string                  `json:"layers"`
	Units      map[string]documentUnit     `json:"units"`
}

type documentConstant struct {
	Value json.RawMessage `json:"value"`
	From  spec.Origin     `json:"from"`
	By    string          `json:"by,omitempty"` // the system under test that says so
}

type documentUnit struct {
	Schema   string         `json:"schema"`
	Layer    int            `json:"layer"`
	Uses     []string       `json:"uses"`
	Cut      []string       `json:"cut,omitempty"` // those of uses that were cut to break a cycle
	Calls    []string       `json:"calls"`
	Families map[string]int `json:"families"`
	Leaves   []documentLeaf `json:"leaves"`
	Cases    []documentCase `json:"cases"`
	Coverage *Coverage      `json:"coverage"`
	// Strengthening is there where callers ask for leaves beside the tree's.
	Strengthening *Strengthening `json:"strengthening,omitempty"`
	Theorem2      []Matrix       `json:"theorem2,omitempty"`
}

type documentLeaf struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Parent    string   `json:"parent"`
	Predicate string   `json:"predicate"`
	At        string   `json:"at"`
	Status    Status   `json:"status"`
	Reason    string   `json:"reason"`
	Conflict  []string `json:"conflict,omitempty"`
	// Chosen names the constants whose chosen values leave the leaf without a case.
	Chosen   []string `json:"chosen,omitempty"`
	Rejected bool     `json:"rejected,omitempty"` // on inputs outside the precondition
	// Strengthens lists the cases of callers for which strengthening added the leaf.
	Strengthens []string `json:"strengthens,omitempty"`
}

type documentCase struct {
	ID         string   `json:"id"`
	Leaf       string   `json:"leaf"`
	Own        bool     `json:"own,omitempty"`
	Covers     string   `json:"covers,omitempty"`   // the leaf of a callee that it was added for
	Rejected   bool     `json:"rejected,omitempty"` // its input is outside the precondition
	Completion []string `json:"completion,omitempty"`
	// Sizes has the given types on whose sizes the case rests.
	Sizes    value.Sizes     `json:"sizes,omitempty"`
	Values   spec.Values     `json:"values"`
	Expected spec.Values     `json:"expected"`
	Witness  spec.Values     `json:"witness"`
	Several  bool            `json:"several,omitempty"` // the witness is one of several allowed outcomes
	Stubs    []result.Choice `json:"stubs"`
}

// assumption is what every plan rests on.
const assumption = "every case passes; a run decides again on what did"

// JSON returns the plan as users keep it.
func (p *Plan) JSON() ([]byte, error) {
	scope := p.System.Scope
	doc := document{
		APIVersion: APIVersion, Kind: "Plan", Tool: p.Tool, Project: p.System.Project, Assumes: assumption, Strengthened: !p.noStrengthen, CoverCallees: p.coverCallees, Unfinished: p.Unfinished,
		Inputs: list(p.System.Inputs), Layers: list(p.Layers), Units: map[string]documentUnit{},
		Scope: map[string]any{"int": []int64{scope.IntMin, scope.IntMax}, "set": scope.Set, "seq": scope.Seq, "given": scope.Given},
	}
	for _, c := range p.System.Constants {
		if doc.Constants == nil {
			doc.Constants = map[string]documentConstant{}
		}
		doc.Constants[c.Name] = documentConstant{value.Encode(c.Value, c.Type), c.From, c.By}
	}
	for _, u := range p.Units {
		d := u.document()
		d.Theorem2 = p.Theorem2(context.Background(), u)
		doc.Units[u.Name] = d
	}
	return json.MarshalIndent(doc, "", "  ")
}

// list returns the slice, or an empty one for nil: JSON readers get [] and not
// null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (u *Unit) document() documentUnit {
	out := documentUnit{
		Schema: u.Schema, Layer: u.Layer, Uses: list(u.Uses), Cut: u.Cut, Calls: list(u.Calls),
		Families: map[string]int{}, Leaves: []documentLeaf{}, Cases: []documentCase{}, Coverage: u.Coverage,
		Strengthening: u.Strengthening,
	}
	for k, n := range u.Families {
		out.Families[strconv.Itoa(k)] = n
	}
	for _, l := range u.Leaves {
		d := documentLeaf{ID: l.ID, Name: l.Name, Predicate: l.Predicate(), At: l.Span.Pos().String(), Status: l.Status, Reason: l.Reason, Conflict: l.Conflict, Chosen: l.Chosen, Rejected: l.Refused(), Strengthens: l.For}
		if l.Parent != nil {
			d.Parent = l.Parent.ID
		}
		out.Leaves = append(out.Leaves, d)
	}
	for _, c := range u.Cases {
		d := documentCase{ID: c.ID, Leaf: c.Leaf.ID, Own: c.Own, Covers: c.Covers, Rejected: c.Leaf.Refused(), Sizes: c.Rests, Values: c.Values, Expected: c.Expected, Witness: c.Witness, Several: c.Several, Stubs: list(c.Stubs)}
		for _, v := range u.Tree.VIS {
			if u.Tree.Completion[v.Name] {
				d.Completion = append(d.Completion, v.Name)
			}
		}
		out.Cases = append(out.Cases, d)
	}
	return out
}

// Predicate returns the whole condition of the leaf as people read it: its own
// and those of the conditions above it.
func (l *Leaf) Predicate() string {
	var parts []*suite.Condition
	for _, c := range l.Path() {
		if c.Own() || c.Parent != nil || len(l.Path()) == 1 {
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

// Stale is the error of Load for a plan that was made from other files than
// the project has now.
type Stale struct {
	Changed []string // one sentence each
}

// Error lists what changed.
func (s *Stale) Error() string {
	return "the plan is stale: " + strings.Join(s.Changed, "; ")
}

// Told returns the constants of a kept plan that programs under test said the values
// of.
func Told(data []byte, system *spec.System) ([]spec.Constant, error) {
	var doc struct {
		Constants map[string]documentConstant `json:"constants"`
	}
	if json.Unmarshal(data, &doc) != nil {
		return nil, nil // Load says what is wrong with it
	}
	var out []spec.Constant
	for _, name := range slices.Sorted(maps.Keys(doc.Constants)) {
		c := doc.Constants[name]
		v, err := system.Constant(name)
		if c.From != spec.Told || err != nil {
			continue // the specification has changed
		}
		x, err := value.Decode(c.Value, v.Type)
		if err != nil {
			return nil, fmt.Errorf("the plan's constant %s: %w", name, err)
		}
		out = append(out, spec.Constant{Item: spec.Item{Name: name, Type: v.Type, Value: x}, From: spec.Told, By: c.By})
	}
	return out, nil
}

// sameConstants tells whether a kept plan was made with the values that constants
// have now.
func (p *Plan) sameConstants(kept map[string]documentConstant) error {
	for _, c := range p.System.Constants {
		k := kept[c.Name]
		v, err := value.Decode(k.Value, c.Type)
		if err != nil {
			return &Stale{Changed: []string{fmt.Sprintf("the plan has no value for the constant %s", c.Name)}}
		}
		if !v.Equal(c.Value) || k.From != c.From {
			return &Stale{Changed: []string{fmt.Sprintf("the constant %s is %s (%s), the plan says %s (%s)", c.Name, c.Text(), c.From, v.Text(c.Type), k.From)}}
		}
	}
	return nil
}

// Load reads a plan back and rebuilds it from the specifications, which must
// be the ones that it was made from: otherwise the error is a *Stale. The
// values of its cases are the plan's own.
func Load(ctx context.Context, data []byte, system *spec.System, o Options) (*Plan, error) {
	var doc struct {
		document
		Units map[string]struct {
			Cases []struct {
				ID     string                     `json:"id"`
				Sizes  value.Sizes                `json:"sizes"`
				Values map[string]json.RawMessage `json:"values"`
			} `json:"cases"`
		} `json:"units"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	if doc.Kind != "Plan" || doc.APIVersion != APIVersion {
		return nil, fmt.Errorf("expected a plan of apiVersion %s, found kind %q of apiVersion %q", APIVersion, doc.Kind, doc.APIVersion)
	}
	if changed := Changes(doc.Inputs, system.Inputs); len(changed) > 0 {
		return nil, &Stale{Changed: changed}
	}
	if doc.Unfinished != nil {
		return nil, &Stale{Changed: []string{"it was not finished: " + doc.Unfinished.Reason}}
	}
	o.NoStrengthen, o.CoverCallees = !doc.Strengthened, doc.CoverCallees
	p, err := Make(ctx, system, o)
	if err != nil {
		return nil, err
	}
	if err := p.sameConstants(doc.Constants); err != nil {
		return nil, err
	}
	for name, kept := range doc.Units {
		u := p.Unit(name)
		if u == nil {
			return nil, &Stale{Changed: []string{fmt.Sprintf("there is no unit %s any more", name)}}
		}
		ids := map[string]*Case{}
		for _, c := range u.Cases {
			ids[c.ID] = c
		}
		for _, k := range kept.Cases {
			c := ids[k.ID]
			if c == nil {
				return nil, &Stale{Changed: []string{fmt.Sprintf("the case %s is not found any more", k.ID)}}
			}
			if c.Rests.String() != k.Sizes.String() {
				return nil, &Stale{Changed: []string{fmt.Sprintf("the case %s has the sizes %q, the plan says %q", k.ID, c.Rests, k.Sizes)}}
			}
			for _, item := range c.Values {
				v, err := value.Decode(k.Values[item.Name], item.Type)
				if err != nil {
					return nil, fmt.Errorf("the plan's case %s: %s: %w", k.ID, item.Name, err)
				}
				if !v.Equal(item.Value) {
					return nil, &Stale{Changed: []string{fmt.Sprintf("the case %s has %s, the plan says %s", k.ID, item.Text(), v.Text(item.Type))}}
				}
			}
		}
	}
	return p, nil
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
