package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// placed is a given case together with the sizes of given types at which it satisfies
// its leaf.
type placed struct {
	index  int // its index among the given cases
	values spec.Values
	sizes  value.Sizes
}

// unplaced is a given case that is neither shown to be a case of some leaf nor shown to
// be in none. The unit has a leaf for it alone.
type unplaced struct {
	Index  int    `json:"index"` // its index among the given cases
	Reason string `json:"reason"`
	// Run says that the case is run: it may be inside the precondition, and no person
	// has ruled it out. Where it is not run, its leaf is undecided.
	Run bool `json:"run,omitempty"`
}

// undecided is the error that it could not be decided in which leaf a case lies.
type undecided struct {
	reason string
	run    bool // as in unplaced
}

func (e *undecided) Error() string { return e.reason }

// placeOwnCases finds the leaf of each given case. Cases whose leaf could not be decided are
// returned in `open`. The error is about cases that lie in no leaf.
func (f finder) placeOwnCases(ctx context.Context, u *unit) (in map[string][]placed, open []unplaced, err error) {
	in = map[string][]placed{}
	var errs source.Errors
	near := f.newFilter(u)
	for i, c := range u.Unit.Unit.Cases {
		given := c.Values.Map()
		var missing []string
		for _, v := range u.Tree.VIS {
			if _, ok := given[v.Name]; !ok {
				missing = append(missing, v.Name)
			}
		}
		if len(missing) > 0 {
			errs.Add(source.Errorf(c.Span, "the case gives no value for %s", strings.Join(missing, ", ")))
			continue
		}
		id, sizes, err := f.leafOf(ctx, u, c, near)
		var doubt *undecided
		switch {
		case err == nil:
			in[id] = append(in[id], placed{i, c.Values, sizes})
		case errors.As(err, &doubt):
			open = append(open, unplaced{i, doubt.reason, doubt.run})
		default:
			errs.Add(err)
		}
	}
	return in, open, errs.Err()
}

// leafOf returns the leaf of a given case. Given types on whose sizes the unit depends
// have the scope's sizes; only where the case lies in no leaf then, other sizes are
// tried.
func (f finder) leafOf(ctx context.Context, u *unit, c spec.OwnCase, near *leafFilter) (string, value.Sizes, error) {
	id, sizes, err := f.leafAt(ctx, u, c, near, f.sizes(u, nil, c.Values))
	if err != nil && len(u.counted.All()) > 0 {
		return f.leafAt(ctx, u, c, near, nil)
	}
	return id, sizes, err
}

// leafAt returns the leaf of a case at the given sizes of given types. The error is of
// type undecided where the case may lie in some leaf.
func (f finder) leafAt(ctx context.Context, u *unit, c spec.OwnCase, near *leafFilter,
	sizes value.Sizes) (string, value.Sizes, error) {
	pruned, given := "", c.Values.Map()
	frame := make([]value.Value, len(u.Tree.VIS))
	for i, v := range u.Tree.VIS {
		frame[i] = given[v.Name]
	}
	near.set(frame)
	var inside, refused string // why it may lie in a leaf
	for _, leaf := range append(u.Tree.Leaves(), u.Tree.RejectedLeaves()...) {
		if near.excludes(leaf) {
			continue
		}
		found := f.evaluateCondition(ctx, u, leaf, given, sizes)
		doubt := &inside
		if leaf.IsRejected() {
			doubt = &refused
		}
		switch {
		case found.Outcome == solve.Case && leaf.Pruned == "":
			return leaf.ID, found.Sizes, nil
		case found.Outcome == solve.Case:
			pruned = leaf.ID
		case found.Outcome != solve.Unsatisfiable && leaf.Pruned == "" && *doubt == "":
			*doubt = fmt.Sprintf("%s is %s", leaf.ID, found.Outcome)
			if found.Reason != "" {
				*doubt += " (" + found.Reason + ")"
			}
		}
	}
	doubt := cmp.Or(inside, refused)
	switch {
	case pruned != "" && doubt != "":
		return "", nil, &undecided{fmt.Sprintf(
			"it lies in %s, which the specification rules out, and is not shown to lie in another leaf: %s", pruned,
			doubt), false}
	case pruned != "":
		return "", nil, source.Errorf(c.Span, "the case %s lies in %s, which the specification rules out", c.Values,
			pruned)
	}
	return "", nil, f.noLeafError(ctx, u, c, inside, refused)
}

// noLeafError returns the error for a case that lies in no leaf. The texts say for which
// leaf inside the precondition, and for which outside, that could not be decided.
func (f finder) noLeafError(ctx context.Context, u *unit, c spec.OwnCase, inside, refused string) error {
	verdict := f.engine.Oracle.Unit(u.Unit.Unit).Pre(ctx, u.Frame(c.Values.Map()))
	switch {
	case verdict.Compliance == oracle.Holds && inside != "":
		return &undecided{fmt.Sprintf(
			"it satisfies the precondition of %s, but is not shown to lie in any leaf of the testing tree: %s",
			u.Schema, inside), true}
	case verdict.Compliance == oracle.Holds:
		return source.Errorf(c.Span, "the case %s lies in no leaf of the testing tree, whose tactics leave it out",
			c.Values)
	case verdict.Compliance == oracle.Violated && refused != "":
		return &undecided{fmt.Sprintf(
			"it is outside the precondition of %s, and is not shown to lie in any leaf of rejected inputs: %s",
			u.Schema, refused), false}
	case verdict.Compliance == oracle.Violated && u.Tree.Rejected != nil:
		return source.Errorf(c.Span,
			"the case %s is outside the precondition of %s, and lies in no leaf of rejected inputs", c.Values, u.Schema)
	case verdict.Compliance == oracle.Violated:
		return source.Errorf(c.Span, "the case %s is outside the precondition of %s", c.Values, u.Schema)
	}
	doubt := cmp.Or(inside, refused, verdict.Reason)
	return &undecided{fmt.Sprintf("it is not shown to satisfy the precondition of %s: %s", u.Schema, doubt), true}
}

// reopen marks those given cases of a solved leaf that are open.
func (u *unit) reopen(own []placed, open []unplaced) {
	u.open = slices.DeleteFunc(u.open, func(o unplaced) bool {
		return slices.ContainsFunc(own, func(p placed) bool { return p.index == o.Index })
	})
	u.open = append(u.open, open...)
}

// listOpenLeaves returns a leaf for each given case whose leaf could not be decided, in the
// order of the cases. A leaf has the case where the case is run.
func (f finder) listOpenLeaves(u *unit) []*plan.Leaf {
	var out []*plan.Leaf
	for _, open := range slices.SortedFunc(slices.Values(u.open),
		func(a, b unplaced) int { return a.Index - b.Index }) {
		given := u.Unit.Unit.Cases[open.Index]
		l := &plan.Leaf{Leaf: suite.Leaf{Condition: u.Tree.OwnCaseCondition(open.Index, given)}}
		settle(l, suite.Undecided, open.Reason)
		if open.Run {
			l.Status = suite.HasCase
			steps := suite.MakeSteps(u.Name, spec.FromModel(u.Tree.VIS, given.Values.Map()))
			c := &plan.Case{Case: suite.Case{ID: l.ID, Steps: steps, Expect: suite.Expect{Open: true}}, Leaf: l,
				Own: true}
			f.setSizes(u, c, nil)
			l.Cases = append(l.Cases, c)
		}
		out = append(out, l)
	}
	return out
}

// addOpen adds the leaves of such cases to the unit, behind the leaves of its tree.
func (f finder) addOpen(u *unit) {
	for _, l := range f.listOpenLeaves(u) {
		u.Tree.Root.Children = append(u.Tree.Root.Children, l.Condition)
		u.Add(l)
		u.Cases = append(u.Cases, l.Cases...)
	}
}

// listOpenNotes returns a note for each given case that is open.
func (u *unit) listOpenNotes() []parse.Note {
	var out []parse.Note
	for _, open := range u.open {
		c := u.Unit.Unit.Cases[open.Index]
		what := "undecided"
		if open.Run {
			what = "open, and judged by what " + u.Name + " does"
		}
		out = append(out, parse.Note{Span: c.Span, Text: fmt.Sprintf("the case %s is %s: %s", c.Values, what,
			open.Reason)})
	}
	return out
}
