package calls

import (
	"context"
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// tested is a unit's testing tree, prepared for telling in which of its leaves a call
// lies.
type tested struct {
	roots  []*condition
	mu     sync.Mutex // guards points
	points map[string][]Membership
}

// Membership says that a call lies in a leaf, or that it may.
type Membership struct {
	Leaf    string
	Certain bool
	Exact   bool // whether the leaf is a single point that strengthening added
}

// condition is a condition of a testing tree, prepared for evaluation.
type condition struct {
	program *eval.Program // nil where the condition needs a search, or where the disjunct decides
	search  zed.Expr      // the condition, where it contains a precondition
	below   []*condition
	// set only for a leaf:
	id       string
	exact    bool
	disjunct int        // 0: any disjunct of the operation
	searches []zed.Expr // the conditions with preconditions, its own and those above it
}

func (a *Analysis) testedLeaves(u *spec.Unit) *tested {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.units[u.Name]; ok {
		return known
	}
	if a.kept.Load() > maxKept {
		a.units = map[string]*tested{}
		a.kept.Store(0)
	}
	made := &tested{points: map[string][]Membership{}}
	slots := make([]string, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
	}
	known := map[*suite.Condition]*condition{}
	compiler := eval.NewCompiler(slots, a.system.Globals)
	for _, leaf := range a.trees.Leaves(u.Name) {
		var above *condition
		var searches []zed.Expr
		for _, c := range leaf.Path() {
			if known[c] == nil {
				known[c] = prepareCondition(c, compiler)
				a.kept.Add(1)
				if above == nil {
					made.roots = append(made.roots, known[c])
				} else {
					above.below = append(above.below, known[c])
				}
			}
			above = known[c]
			if above.search != nil {
				searches = append(searches, above.search)
			}
		}
		above.id, above.exact, above.disjunct, above.searches = leaf.ID, leaf.Kind == suite.Point, leaf.Disjunct,
			searches
	}
	a.units[u.Name] = made
	return made
}

func prepareCondition(c *suite.Condition, compiler *eval.Compiler) *condition {
	switch c.Kind {
	case suite.Enabled:
		return &condition{}
	case suite.Searched:
		return &condition{search: c.Pred}
	}
	p, err := compiler.Compile(c.Pred)
	if err != nil {
		panic(fmt.Sprintf("stubs: a checked predicate does not compile: %v", err))
	}
	return &condition{program: p}
}

// maxRemembered is the largest number of points of a unit for which the leaves are
// remembered.
const maxRemembered = 1 << 14

// maxKept is the number of conditions and points of all units above which those of all are forgotten when another
// unit's are needed: the calls of one caller after the other are located, and they go to few units.
const maxKept = 1 << 16

// Confirm returns the ids of the leaves of u's testing tree in which a call is known to
// lie, by its inputs and before-state. The frame is in the order of u's variables; its
// other values are ignored.
func (a *Analysis) Confirm(u *spec.Unit, frame spec.Frame) []string {
	return a.confirm(context.Background(), u, frame)
}

func (a *Analysis) confirm(ctx context.Context, u *spec.Unit, frame spec.Frame) []string {
	var out []string
	for _, m := range a.Locate(ctx, u, frame) {
		if m.Certain {
			out = append(out, m.Leaf)
		}
	}
	return out
}

// Locate returns the leaves in which a call lies, and those in which it may lie as far
// as is known. Nothing that an interrupted search found is remembered.
func (a *Analysis) Locate(ctx context.Context, u *spec.Unit, frame spec.Frame) []Membership {
	prepared := a.testedLeaves(u)
	var b []byte
	for _, i := range u.Op.Early.At {
		b = frame[i].AppendKey(b)
	}
	key := string(b)
	prepared.mu.Lock()
	known, ok := prepared.points[key]
	prepared.mu.Unlock()
	if ok {
		return known
	}
	var out []Membership
	for _, leaf := range appendLeaves(nil, prepared.roots, frame, true) {
		if is, unknown := a.isInside(ctx, u, prepared, leaf.condition, frame); is || unknown {
			out = append(out, Membership{leaf.id, is && leaf.certain, leaf.exact})
		}
	}
	prepared.mu.Lock()
	if len(prepared.points) < maxRemembered && ctx.Err() == nil {
		prepared.points[key] = out
		a.kept.Add(1)
	}
	prepared.mu.Unlock()
	return out
}

// found is a leaf none of whose conditions evaluates to false on a call.
type found struct {
	*condition
	certain bool
}

// appendLeaves appends the leaves at and below some conditions for which every condition
// that can be evaluated is true or unknown, as it is where a set is too large to be
// enumerated. A condition without a truth value counts as false.
func appendLeaves(out []found, conditions []*condition, frame spec.Frame, certain bool) []found {
	for _, c := range conditions {
		certain := certain
		if c.program != nil {
			switch truth, reason := c.program.Truth(frame); {
			case truth == eval.True:
			case truth == eval.Unknown || truth == eval.Undefined && reason.Infinite:
				certain = false
			default:
				continue
			}
		}
		if c.id != "" {
			out = append(out, found{c, certain})
		}
		out = appendLeaves(out, c.below, frame, certain)
	}
	return out
}

// isInside tells whether a point lies in a leaf whose evaluable conditions hold there.
// Since all inputs and the before-state are known, the precondition of the disjunct and
// those in the conditions are closed predicates, which are decided one by one. unknown
// says that some of them is not decided and none is false.
func (a *Analysis) isInside(ctx context.Context, u *spec.Unit, prepared *tested, l *condition,
	frame spec.Frame) (is, unknown bool) {
	for i, s := range a.oracle.Unit(u).Enablings(ctx, frame) {
		if l.disjunct == 0 || l.disjunct == i+1 {
			is = is || s == oracle.Enabled
			unknown = unknown || s == oracle.Unsettled
		}
	}
	if unknown = unknown && !is; !is && !unknown {
		return false, false
	}
	for _, e := range l.searches {
		bound := map[string]value.Value{}
		for _, i := range u.Op.Early.At {
			bound[u.Op.Vars[i].Name] = frame[i]
		}
		switch a.solver.Solve(ctx, solve.Problem{Pred: e, Bound: bound, Scope: u.Scope,
			Globals: a.system.Globals}).Outcome {
		case solve.Case:
		case solve.Unsatisfiable:
			return false, false
		default:
			is, unknown = false, true
		}
	}
	return is, unknown
}

// ForgetTree tells the analysis that leaves were added to a unit's testing tree, so that it
// forgets what it prepared of the tree.
func (a *Analysis) ForgetTree(unit string) {
	a.mu.Lock()
	delete(a.units, unit)
	a.mu.Unlock()
	for _, sized := range a.sized.Made() {
		sized.ForgetTree(unit)
	}
}
