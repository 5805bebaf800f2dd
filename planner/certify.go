package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// certifier checks the file of a plan against the specifications, and fills the plan
// from it.
type certifier struct {
	work *work
	file *plan.File
	// trusted says that the file is what another ttf-int has just written: nothing is evaluated again.
	trusted bool
}

// checkProject checks what the file says about the project as a whole.
func (c *certifier) checkProject() error {
	f, now := c.file, plan.Header(c.work.planned.Plan)
	switch {
	case f.Project != now.Project:
		return f.Errorf([]string{"project"}, "the project is %s", now.Project)
	case f.Tool != c.work.options.Tool && c.work.options.Tool != "":
		return f.Errorf([]string{"tool"}, "the plan was made by version %s, and this is version %s", f.Tool,
			c.work.options.Tool)
	case !maps.EqualFunc(f.Scope, now.Scope, func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }):
		return f.Errorf([]string{"scope"}, "the project's scope is %v", now.Scope)
	}
	for k := range max(len(f.Layers), len(c.work.planned.Layers)) {
		if k >= len(c.work.planned.Layers) || k >= len(f.Layers) ||
			!slices.Equal(f.Layers[k], c.work.planned.Layers[k]) {
			return f.Errorf([]string{"layers", strconv.Itoa(k)}, "the specifications have the layers %v",
				c.work.planned.Layers)
		}
	}
	for name := range f.Units {
		if c.work.planned.unit(name) == nil {
			return f.Errorf([]string{"units", name}, "there is no such unit")
		}
	}
	for _, u := range c.work.planned.Units {
		if _, ok := f.Units[u.Name]; !ok {
			return f.Errorf([]string{"units"}, "the unit %s is missing", u.Name)
		}
	}
	return nil
}

// certifyUnits sets the leaves and cases of every unit.
func (c *certifier) certifyUnits(ctx context.Context) error {
	c.work.expect(countOne, 2)
	return c.work.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		tree, err := tactics.Build(c.work.planned.System, u.Unit.Unit, c.work.options.Conditions)
		if err != nil {
			return err
		}
		u.Tree = tree
		c.work.planned.trees.Put(tree)
		u.counted = c.work.planned.System.Globals.CountsOf(u.conditions()...)
		if err := c.checkUnit(u); err != nil {
			return err
		}
		if err := c.certifyLeaves(u); err != nil {
			return err
		}
		return c.certifyCases(ctx, u)
	}, nil)
}

// checkUnit checks what the file says about a unit itself, without leaves and cases, against
// the specification.
func (c *certifier) checkUnit(u *unit) error {
	k, now := c.file.Units[u.Name], plan.UnitHeader(u.Unit)
	for _, x := range []struct {
		field     string
		kept, now any
	}{
		{"schema", k.Schema, now.Schema}, {"layer", k.Layer, now.Layer}, {"uses", k.Uses, now.Uses},
		{"cut", k.Cut, now.Cut},
		{"calls", k.Calls, now.Calls}, {"classes", k.Classes, now.Classes}, {"families", k.Families, now.Families},
	} {
		if fmt.Sprint(x.kept) != fmt.Sprint(x.now) {
			return c.file.Errorf([]string{"units", u.Name, x.field}, "the specifications have %v", x.now)
		}
	}
	if k.Coverage == nil {
		return c.file.Errorf([]string{"units", u.Name}, "coverage is missing")
	}
	u.Coverage, u.Mutants, u.Strengthening, u.Budget, u.Theorem2 = k.Coverage, k.Mutants, k.Strengthening, k.Budget,
		k.Theorem2
	if err := u.Coverage.ReadAs(u.Op.Vars); err != nil {
		return c.file.Errorf([]string{"units", u.Name, "coverage"}, "%v", err)
	}
	for i, m := range u.Theorem2 {
		if err := m.ReadAs(u.Op.Vars); err != nil {
			return c.file.Errorf([]string{"units", u.Name, "theorem2", strconv.Itoa(i)}, "%v", err)
		}
	}
	return nil
}

// certifyLeaves sets the leaves of a unit: those of its tree, then those of given cases that
// are open, then the points that strengthening added.
func (c *certifier) certifyLeaves(u *unit) error {
	k := c.file.Units[u.Name]
	conditions := slices.Concat(u.Tree.Leaves(), u.Tree.RejectedLeaves(), c.findOpenConditions(u))
	for i, kept := range k.Leaves {
		place := []string{"units", u.Name, "leaves", strconv.Itoa(i)}
		var condition *suite.Condition
		if i < len(conditions) {
			condition = conditions[i]
		} else {
			point, err := c.readPoint(u, kept)
			if err != nil {
				return c.file.Errorf(place, "%v", err)
			}
			condition = u.Tree.ConditionAt(point, u.At)
		}
		if condition.Kind == suite.Unplaced || condition.Kind == suite.Point {
			u.Tree.Root.Children = append(u.Tree.Root.Children, condition)
		}
		found := suite.Leaf{Condition: condition}
		found.Settle(kept.Status, suite.Why{Reason: kept.Reason, Conflict: kept.Conflict, Chosen: kept.Chosen})
		l := &plan.Leaf{Leaf: found, For: kept.Strengthens}
		for _, x := range plan.LeafDifferences(l, kept) {
			return c.file.Errorf(append(place, x.Field), "the specifications have %s", x.Now)
		}
		if (l.Status == suite.PrunedByHand) != (l.Pruned != "") {
			return c.file.Errorf(append(place, "status"), "what a person rules out is said in the specification")
		}
		if l.Kind == suite.Unplaced && l.Status != suite.Undecided && l.Status != suite.HasCase {
			return c.file.Errorf(append(place, "status"),
				"the specification gives this case: the plan has it, or it is undecided")
		}
		u.Add(l)
	}
	if n := len(u.Leaves); n < len(conditions) {
		return c.file.Errorf([]string{"units", u.Name, "leaves"}, "the leaf %s is missing", conditions[n].ID)
	}
	c.work.planned.engine.Decider.Calls().ForgetTree(u.Name)
	return nil
}

// findOpenConditions returns conditions for those given cases that the file has in no leaf of the
// tree. Each of them must have a leaf of its own in the file.
func (c *certifier) findOpenConditions(u *unit) []*suite.Condition {
	var out []*suite.Condition
	for i, given := range u.Unit.Unit.Cases {
		values := spec.FromModel(u.Tree.VIS, given.Values.Map())
		if !slices.ContainsFunc(c.file.Units[u.Name].Cases, func(k plan.FileCase) bool {
			kept, err := readExactly(k.Values, u.Tree.VIS)
			return k.Own && err == nil && kept.Equal(values) && k.Leaf != u.Tree.OwnCaseCondition(i, given).ID
		}) {
			out = append(out, u.Tree.OwnCaseCondition(i, given))
		}
	}
	return out
}

// readPoint returns the input and before-state of a leaf that strengthening added, which
// are those of its case.
func (c *certifier) readPoint(u *unit, leaf plan.FileLeaf) (spec.Values, error) {
	for _, k := range c.file.Units[u.Name].Cases {
		if k.Leaf == leaf.ID {
			return k.Values.ReadAs(u.Op.Vars)
		}
	}
	return nil, fmt.Errorf("the testing tree has no leaf %s, and there is no case that would be its point", leaf.ID)
}

// certifyCases sets the cases of a unit.
func (c *certifier) certifyCases(ctx context.Context, u *unit) error {
	seen := map[string]int{}
	for i, kept := range c.file.Units[u.Name].Cases {
		place := []string{"units", u.Name, "cases", strconv.Itoa(i)}
		l := u.Leaf(kept.Leaf)
		if l == nil {
			return c.file.Errorf(append(place, "leaf"), "there is no leaf %s", kept.Leaf)
		}
		seen[l.ID]++
		id := l.ID
		if n := seen[l.ID]; n > 1 {
			id += "#" + strconv.Itoa(n)
		}
		if kept.ID != id {
			return c.file.Errorf(append(place, "id"), "the case is %s, the next of its leaf", id)
		}
		if l.Status != suite.HasCase {
			return c.file.Errorf(place, "the leaf %s has a case, and its status is %s", l.ID, l.Status)
		}
		made, err := c.certifyCase(ctx, u, l, kept, place)
		if err != nil {
			return err
		}
		l.Cases, u.Cases = append(l.Cases, made), append(u.Cases, made)
	}
	for i, l := range u.Leaves {
		if l.Status == suite.HasCase && len(l.Cases) == 0 {
			return c.file.Errorf([]string{"units", u.Name, "leaves", strconv.Itoa(i)},
				"the leaf has the status case, and there is none")
		}
	}
	return nil
}

// explainClosed returns the reason why a case of the file cannot be open, or "" where it can.
func (c *certifier) explainClosed(ctx context.Context, u *unit, made *plan.Case, kept plan.FileCase) string {
	values := made.Values()
	switch l := made.Leaf; {
	case kept.Witness != nil || kept.Expected != nil || kept.Several:
		return "it has an outcome"
	case l.IsRejected():
		return "its leaf is one of rejected inputs"
	case l.Kind == suite.Unplaced:
		for i, given := range u.Unit.Unit.Cases {
			if u.Tree.OwnCaseCondition(i, given).ID == l.ID && !spec.FromModel(u.Tree.VIS,
				given.Values.Map()).Equal(values) {
				return "the specification gives the values " + given.Values.String()
			}
		}
		if c.work.planned.finder.engine.Oracle.Unit(u.Unit.Unit).Pre(ctx,
			u.Frame(values.Map())).Compliance == oracle.Violated {
			return "its values are outside the precondition"
		}
	case c.work.planned.finder.evaluateCondition(ctx, u, l.Condition, values.Map(),
		made.Sizes).Outcome == solve.Unsatisfiable:
		return "its values lie outside of the leaf " + l.ID
	}
	return ""
}

// certifyCase returns a case of the file after it was evaluated: its values satisfy the
// leaf, and its witness is an outcome that the specification allows.
func (c *certifier) certifyCase(ctx context.Context, u *unit, l *plan.Leaf, kept plan.FileCase,
	place []string) (*plan.Case, error) {
	values, err := readExactly(kept.Values, u.Tree.VIS)
	if err != nil {
		return nil, c.file.Errorf(append(place, "values"), "%v", err)
	}
	steps, err := c.steps(u, kept, values, place)
	if err != nil {
		return nil, err
	}
	judged := u.UnitFor(l)
	var witness spec.Values
	if !kept.Open {
		if witness, err = readExactly(kept.Witness, judged.Op.Late.Vars); err != nil {
			return nil, c.file.Errorf(append(place, "witness"), "%v", err)
		}
	}
	made := &plan.Case{
		Case: suite.Case{ID: kept.ID, Steps: steps, Expect: suite.Expect{Witness: witness, Several: kept.Several,
			Open: kept.Open}},
		Leaf: l, Own: kept.Own, Covers: kept.Covers,
	}
	made.Sizes = c.work.planned.finder.sizes(u, kept.Sizes, values)
	if made.Rests = c.work.planned.finder.neededSizes(u, made.Sizes); made.Rests.String() != kept.Sizes.String() {
		return nil, c.file.Errorf(append(place, "sizes"), "the case rests on the sizes %q", made.Rests)
	}
	if completion := plan.Completion(u.Unit); !slices.Equal(completion, kept.Completion) {
		return nil, c.file.Errorf(append(place, "completion"), "the specifications have %v", completion)
	}
	if l.IsRejected() != kept.Rejected {
		return nil, c.file.Errorf(append(place, "rejected"), "of the leaf %s it is %v", l.ID, l.IsRejected())
	}
	if kept.Open {
		if c.trusted {
			return made, nil
		}
		if why := c.explainClosed(ctx, u, made, kept); why != "" {
			return nil, c.file.Errorf(append(place, "open"), "the case cannot be open: %s", why)
		}
		return made, nil
	}
	if c.trusted {
		return made, c.setExpected(made, judged, kept, witness, place)
	}
	if c.work.planned.finder.evaluateCondition(ctx, u, l.Condition, values.Map(), made.Sizes).Outcome != solve.Case {
		return nil, c.file.Errorf(append(place, "values"), "they are not found to satisfy the leaf %s", l.ID)
	}
	frame := judged.Frame(append(slices.Clone(values), witness...).Map())
	if c.work.planned.engine.WithSizes(made.Sizes).Oracle.Unit(judged).Judge(ctx, frame).Compliance != oracle.Holds {
		return nil, c.file.Errorf(append(place, "witness"),
			"it is not an outcome that the specification allows on these values")
	}
	return made, c.setExpected(made, judged, kept, witness, place)
}

// setExpected sets what is expected of a case of the file: its witness, where no other outcome is allowed.
func (c *certifier) setExpected(made *plan.Case, judged *spec.Unit, kept plan.FileCase, witness spec.Values,
	place []string) (err error) {
	if kept.Expected == nil {
		return nil
	}
	if made.Expected, err = readExactly(kept.Expected, judged.Op.Late.Vars); err != nil ||
		!made.Expected.Equal(witness) {
		return c.file.Errorf(append(place, "expected"), "the only outcome that is allowed is the witness, %s", witness)
	}
	return nil
}

// readExactly reads values as they were written, by the types of the given variables. It is
// an error where they are the values of other variables.
func readExactly(kept spec.Values, vars []zed.Var) (spec.Values, error) {
	typed, err := kept.ReadAs(vars)
	if err != nil {
		return nil, err
	}
	out := spec.FromModel(vars, typed.Map())
	if out == nil {
		out = spec.Values{}
	}
	for _, v := range vars {
		if _, ok := typed.Lookup(v.Name); !ok {
			return nil, fmt.Errorf("%s has no value", v.Name)
		}
	}
	if len(typed) != len(out) {
		return nil, fmt.Errorf("a variable has two values")
	}
	return out, nil
}

// certifyDecisions sets the decisions for every case, after checking the evidence for each.
func (c *certifier) certifyDecisions(ctx context.Context) error {
	return c.work.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		for i, made := range u.Cases {
			kept, place := c.file.Units[u.Name].Cases[i].Stubs, []string{"units", u.Name, "cases", strconv.Itoa(i),
				"stubs"}
			callees := c.work.planned.engine.Decider.Callees(u.UnitFor(made.Leaf))
			if len(kept) != len(callees) {
				return c.file.Errorf(place, "there are %d places at which a callee is called or used, and %d decisions",
					len(callees), len(kept))
			}
			for k, want := range callees {
				at := append(place[:len(place):len(place)], strconv.Itoa(k))
				if kept[k].Callee != want.Callee {
					return c.file.Errorf(append(at, "callee"), "the callee is %s here", want.Callee)
				}
				if kept[k].Occurrence != want.Occurrence {
					return c.file.Errorf(append(at, "occurrence"), "it is %d here", want.Occurrence)
				}
				choice, err := c.certifyDecision(u, made, kept[k].Choice, at)
				if err != nil {
					return err
				}
				made.Stubs = append(made.Stubs, choice)
			}
		}
		return nil
	}, nil)
}

// certifyDecision returns a decision of the file after checking that what it rests on is there.
func (c *certifier) certifyDecision(u *unit, made *plan.Case, kept result.Choice, place []string) (result.Choice,
	error) {
	q := c.work.planned.unit(kept.Callee)
	choice, err := kept.ReadAs(q.Op.Vars)
	if err != nil {
		return choice, c.file.Errorf(place, "%v", err)
	}
	at := append(place[:len(place):len(place)], "decision")
	switch choice.Decision {
	case result.Auto, result.None, result.BlockedStub:
	case result.Spec:
	case result.Manual:
		if !slices.ContainsFunc(u.Stubs, func(f spec.Forced) bool { return f.Callee == q.Name && len(f.Answers) > 0 }) {
			return choice, c.file.Errorf(at, "%s has no table of answers for %s", u.Name, q.Name)
		}
	case result.Self:
		l := q.Leaf(choice.Leaf)
		if l == nil || l.Status != suite.HasCase || l.IsOpen() {
			return choice, c.file.Errorf(at, "self rests on a leaf of %s that has a case; there is no such leaf %q",
				q.Name, choice.Leaf)
		}
		if choice.Witness == nil || !c.trusted && !c.isInLeaf(q, choice, made.Sizes) {
			return choice, c.file.Errorf(at, "self rests on a call in %s, and the witness is not one", choice.Leaf)
		}
	case result.ByCall:
		if len(choice.Possible) == 0 {
			return choice, c.file.Errorf(at,
				"by-call rests on leaves of %s in which the call may lie, and there are none", q.Name)
		}
	default:
		return choice, c.file.Errorf(at, "there is no decision %q", choice.Decision)
	}
	for _, id := range choice.Possible {
		if q.Leaf(id) == nil {
			return choice, c.file.Errorf(append(place[:len(place):len(place)], "possible"), "%s has no leaf %s",
				q.Name, id)
		}
	}
	return choice, nil
}

// isInLeaf tells whether the witness of a decision lies in the leaf on which the decision
// rests.
func (c *certifier) isInLeaf(q *unit, choice result.Choice, sizes value.Sizes) bool {
	return slices.Contains(c.work.planned.engine.WithSizes(sizes).Decider.Calls().LeavesOf(q.Unit.Unit, choice.Witness),
		choice.Leaf)
}
