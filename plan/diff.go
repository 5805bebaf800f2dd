package plan

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Diff says how the leaves and cases of a unit differ from those of an earlier plan.
type Diff struct {
	Unit string `json:"unit"`
	// Inputs says which files have changed, one sentence each.
	Inputs []string `json:"inputs"`
	// New says that the earlier plan does not have the unit.
	New bool `json:"new,omitempty"`
	// LeftOut is how many cases are not compared, since the earlier run left them out.
	LeftOut    int          `json:"leftOut,omitempty"`
	Conditions []LeafChange `json:"conditions"`
	Cases      []CaseChange `json:"cases"`
}

// Change says in which way a leaf or a case differs from that of an earlier plan.
type Change string

// The ways in which leaves and cases can differ.
const (
	Appeared    Change = "appeared"
	Disappeared Change = "disappeared"
	// Renumbered is a leaf or case that had another id in the earlier plan.
	Renumbered Change = "renumbered"
	// Altered is a leaf of the same id with another predicate, or a case of the
	// same id with other values or another expected result.
	Altered Change = "altered"
	// Resettled is a leaf whose status or reason is another.
	Resettled Change = "status"
)

// LeafChange is a leaf in the earlier and in the later plan. The earlier side is empty
// for a leaf that appeared, the later side for one that disappeared.
type LeafChange struct {
	Change Change    `json:"change"`
	Before LeafState `json:"before"`
	After  LeafState `json:"after"`
}

// LeafState is a leaf as one of the two plans has it.
type LeafState struct {
	ID        string       `json:"id,omitempty"`
	Predicate string       `json:"predicate,omitempty"`
	Status    suite.Status `json:"status,omitempty"`
	Reason    string       `json:"reason,omitempty"`
}

// CaseChange is a case in the earlier and in the later plan.
type CaseChange struct {
	Change Change    `json:"change"`
	Before CaseState `json:"before"`
	After  CaseState `json:"after"`
}

// CaseState is a case as one of the two plans has it. Its values are in JSON.
type CaseState struct {
	ID       string          `json:"id,omitempty"`
	Values   json.RawMessage `json:"values,omitempty"`
	Expected json.RawMessage `json:"expected,omitempty"`
	// the steps, where they are more than one step with the values
	Steps json.RawMessage `json:"steps,omitempty"`
}

// DiffSince compares a unit of the plan with the same unit in the file of an earlier plan.
func (p *Plan) DiffSince(earlier *File, u *Unit) (*Diff, error) {
	before, was := earlier.Units[u.Name]
	out := &Diff{Unit: u.Name, New: !was, Inputs: list(Changes(earlier.Inputs, p.System.Inputs)),
		Conditions: []LeafChange{}, Cases: []CaseChange{}}
	now := u.document()
	out.compareLeaves(leafStates(before), leafStates(now))
	var states [2][]CaseState
	for i, u := range []FileUnit{before, now} {
		var err error
		if states[i], err = listCaseStates(u); err != nil {
			return nil, err
		}
	}
	out.compareCases(states[0], states[1])
	return out, nil
}

func leafStates(u FileUnit) []LeafState {
	out := make([]LeafState, len(u.Leaves))
	for i, l := range u.Leaves {
		out[i] = LeafState{ID: l.ID, Predicate: l.Predicate, Status: l.Status, Reason: l.Reason}
	}
	return out
}

func listCaseStates(u FileUnit) ([]CaseState, error) {
	out := make([]CaseState, len(u.Cases))
	for i, c := range u.Cases {
		s := CaseState{ID: c.ID}
		for _, x := range []struct {
			text *json.RawMessage
			of   any
		}{{&s.Values, c.Values}, {&s.Expected, c.Expected}, {&s.Steps, c.Steps}} {
			var err error
			if *x.text, err = json.Marshal(x.of); err != nil {
				return nil, fmt.Errorf("the case %s of the plan cannot be read: %w", c.ID, err)
			}
		}
		if len(c.Steps) == 0 {
			s.Steps = nil
		}
		out[i] = s
	}
	return out, nil
}

// compareLeaves compares leaves. It pairs those with the same id and predicate first, then
// those with the same predicate, then those with the same id. Leaves that are left over
// have disappeared or appeared.
func (d *Diff) compareLeaves(before, after []LeafState) {
	pairs := pair(before, after,
		func(l LeafState) string { return l.ID + "\n" + l.Predicate },
		func(l LeafState) string { return l.Predicate },
		func(l LeafState) string { return l.ID })
	for _, x := range pairs {
		switch {
		case x.before == nil:
			d.Conditions = append(d.Conditions, LeafChange{Change: Appeared, After: *x.after})
		case x.after == nil:
			d.Conditions = append(d.Conditions, LeafChange{Change: Disappeared, Before: *x.before})
		case x.before.Predicate != x.after.Predicate:
			d.Conditions = append(d.Conditions, LeafChange{Altered, *x.before, *x.after})
		case x.before.Status != x.after.Status:
			d.Conditions = append(d.Conditions, LeafChange{Resettled, *x.before, *x.after})
		case x.before.ID != x.after.ID:
			d.Conditions = append(d.Conditions, LeafChange{Renumbered, *x.before, *x.after})
		}
	}
}

// compareCases compares cases. It pairs those with the same id and values first, then those
// with the same values, then those with the same id.
func (d *Diff) compareCases(before, after []CaseState) {
	pairs := pair(before, after,
		func(c CaseState) string { return c.ID + "\n" + string(c.Values) },
		func(c CaseState) string { return string(c.Values) },
		func(c CaseState) string { return c.ID })
	for _, x := range pairs {
		switch {
		case x.before == nil:
			d.Cases = append(d.Cases, CaseChange{Change: Appeared, After: *x.after})
		case x.after == nil:
			d.Cases = append(d.Cases, CaseChange{Change: Disappeared, Before: *x.before})
		case !bytes.Equal(x.before.Values, x.after.Values), !bytes.Equal(x.before.Expected, x.after.Expected),
			!bytes.Equal(x.before.Steps, x.after.Steps):
			d.Cases = append(d.Cases, CaseChange{Altered, *x.before, *x.after})
		case x.before.ID != x.after.ID:
			d.Cases = append(d.Cases, CaseChange{Renumbered, *x.before, *x.after})
		}
	}
}

// both is an element of an earlier list paired with one of a later list; one of them
// may be nil.
type both[T any] struct{ before, after *T }

// pair pairs the elements of two lists that have the same key, each element once. Pairs
// by the first key function are made first. Elements without a partner follow in the
// order of the lists, those of the earlier list first.
func pair[T any](before, after []T, keys ...func(T) string) []both[T] {
	earlier := make([]*T, len(after)) // what each later one was
	used := make([]bool, len(before))
	for _, key := range keys {
		free := map[string][]int{}
		for i, b := range before {
			if !used[i] {
				free[key(b)] = append(free[key(b)], i)
			}
		}
		for j, a := range after {
			k := key(a)
			if earlier[j] == nil && len(free[k]) > 0 {
				earlier[j], used[free[k][0]] = &before[free[k][0]], true
				free[k] = free[k][1:]
			}
		}
	}
	var out []both[T]
	for i := range before {
		if !used[i] {
			out = append(out, both[T]{before: &before[i]})
		}
	}
	for j := range after {
		out = append(out, both[T]{earlier[j], &after[j]})
	}
	return out
}

// Text returns the values of a case of the unit as people read them, or as JSON where
// they do not fit the unit's variables, which may have changed since.
func (u *Unit) Text(values json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(values, &fields) != nil {
		return string(values)
	}
	var out spec.Values
	for _, v := range u.Op.Vars {
		if text, ok := fields[v.Name]; ok {
			x, err := value.Decode(text, v.Type)
			if err != nil {
				return string(values)
			}
			out = append(out, spec.NewItem(v.Name, v.Type, x))
		}
	}
	if len(out) != len(fields) {
		return string(values)
	}
	return out.String()
}
