package oracle

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compliance says whether what a unit did satisfies a specification.
type Compliance int

// The values of Compliance.
const (
	Undecided Compliance = iota // a term has no value, or the search gave up
	Holds
	Violated
)

// Judgement is a compliance with its evidence.
type Judgement struct {
	Compliance Compliance
	// Conjuncts are those that are violated. A conjunct of a callee's schema is an
	// occurrence of that schema with the conjunct as its body.
	Conjuncts []zed.Expr
	Reason    string // why the compliance is Undecided
}

// Oracle judges the units of a system. It is safe for concurrent use.
type Oracle struct {
	system *spec.System
	solver solve.Solver
	// outcomes is the same solver, for questions whose reasons are not shown.
	outcomes solve.Solver
	// choices knows which answers depend on the chosen values of constants.
	choices *solve.Choices
	// standings counts what the units remember of enablings.
	standings atomic.Int64
	units     sync.Map // from *spec.Unit to *Unit, which is asked for at each call of a run
	sized     value.BySizes[*Oracle]
}

// New returns the oracle of a system.
func New(system *spec.System, solver solve.Solver) *Oracle {
	return &Oracle{system: system, solver: solver, outcomes: solve.WithoutExplanations(solver),
		choices: solve.NewChoices()}
}

// System returns the system whose units the oracle judges.
func (o *Oracle) System() *spec.System { return o.system }

// WithSizes returns the oracle for cases that rest on the given sizes of given types. For the
// same sizes it returns the same oracle.
func (o *Oracle) WithSizes(sizes value.Sizes) *Oracle {
	return o.sized.At(sizes, o, func() *Oracle { return New(o.system.WithSizes(sizes), o.solver) })
}

// Unit judges one unit. A frame has the values of its variables, in the order of Vars;
// a variable that was not observed is of kind Nothing.
type Unit struct {
	Vars   []zed.Var
	spec   *spec.Unit
	oracle *Oracle

	slots     []string
	disjuncts []disjunct
	unknown   []solve.Var   // all of Vars, as variables of a search
	named     []value.Value // the values in the cases that the specification gives

	compile   sync.Once
	full      *eval.Program
	mu        sync.Mutex // guards standings
	standings map[string][]Enabling

	size  sync.Once
	sizes sizing

	compileCalls sync.Once
	calls        calls

	noOutcome func() zed.Expr // the condition on inputs and before-states outside the precondition
}

// disjunct is a disjunct of a unit's operation. Its conjuncts on inputs and
// before-state alone are compiled, since they refute most disjuncts without a search.
type disjunct struct {
	pred  zed.Expr
	parts func() []zed.Expr // the alternatives of pred, in which disjunctions are pulled to the outside
	early []*conjunct
	fixed []*conjunct // those of early that are fixed
}

// conjunct is a compiled conjunct with its source.
type conjunct struct {
	expr    zed.Expr
	program *eval.Program
	fixed   bool // whether its truth does not depend on a size that is open
}

// Unit returns the judge of a unit. It panics where the unit's specification was not
// checked.
func (o *Oracle) Unit(u *spec.Unit) *Unit {
	if known, ok := o.units.Load(u); ok {
		return known.(*Unit)
	}
	made, _ := o.units.LoadOrStore(u, o.prepare(u))
	return made.(*Unit)
}

func (o *Oracle) prepare(u *spec.Unit) *Unit {
	j := &Unit{Vars: u.Op.Vars, spec: u, oracle: o, standings: map[string][]Enabling{}}
	late := map[string]bool{}
	for _, v := range j.Vars {
		j.slots = append(j.slots, v.Name)
		late[v.Name] = u.Op.Late.Has(v.Name)
		j.unknown = append(j.unknown, solve.Var{Var: v, Scoped: !late[v.Name]})
	}
	for _, own := range u.Cases {
		for _, item := range own.Values {
			j.named = append(j.named, item.Value)
		}
	}
	known := map[zed.Expr]*conjunct{} // the conjuncts, nil for those on what comes after: disjuncts share them
	for _, d := range u.Op.Disjuncts {
		c := disjunct{pred: schema.Conjoin(d.Conjuncts)}
		c.parts = sync.OnceValue(func() []zed.Expr { return schema.Alternatives(c.pred) })
		for _, e := range d.Conjuncts {
			early, asked := known[e]
			if !asked {
				if !o.system.Calculus.Mentions(e, late) {
					early = &conjunct{e, o.program(e, j.slots), !o.counts(e)}
				}
				known[e] = early
			}
			if early == nil {
				continue
			}
			c.early = append(c.early, early)
			if early.fixed {
				c.fixed = append(c.fixed, early)
			}
		}
		j.disjuncts = append(j.disjuncts, c)
	}
	j.noOutcome = sync.OnceValue(func() zed.Expr { return schema.Conjoin(j.refusedCondition()) })
	return j
}

func (o *Oracle) program(e zed.Expr, slots []string) *eval.Program {
	p, err := eval.Compile(e, slots, o.system.Globals)
	if err != nil {
		panic(fmt.Sprintf("oracle: a checked predicate does not compile: %v", err))
	}
	return p
}

// The numbers of set elements that are enumerated to judge a frame: before a search,
// and after a search that decides nothing. For hidden states a search is often quicker
// than enumeration.
const (
	quickElements  = 2_000_000
	judgedElements = 80_000_000
)

// Judge tells whether the unit's specification, with callees unfolded, holds for a
// frame. It searches for values of states that the specification hides.
func (u *Unit) Judge(ctx context.Context, frame spec.Frame) Judgement {
	u.compile.Do(func() { u.full = u.oracle.program(u.spec.Op.Pred, u.slots) })
	truth, reason := evaluateFrame(ctx, u.full, frame, quickElements)
	found := Undecided
	if truth != eval.True && truth != eval.False {
		found = u.search(ctx, frame)
	}
	if found == Undecided && reason != nil && reason.Infinite && ctx.Err() == nil {
		truth, reason = evaluateFrame(ctx, u.full, frame, judgedElements)
	}
	switch {
	case truth == eval.True || found == Holds:
		return Judgement{Compliance: Holds}
	case truth == eval.False || found == Violated:
		return u.violation(ctx, frame)
	}
	return Judgement{Compliance: Undecided, Reason: u.explain(frame, reason)}
}

// evaluateFrame evaluates a predicate on a frame. A single evaluation enumerates at most a
// quarter of the given number of elements.
func evaluateFrame(ctx context.Context, p *eval.Program, frame spec.Frame, elements int) (eval.Truth, *eval.Reason) {
	session := &eval.Session{Left: elements, Stop: func() bool { return ctx.Err() != nil }}
	defer session.Close()
	return p.TruthIn(session, frame)
}

func explain(r *eval.Reason) string {
	if r == nil {
		return "the specification has no value here"
	}
	return r.String()
}

func findRefuted(cs []*conjunct, frame spec.Frame) []zed.Expr {
	var out []zed.Expr
	for _, c := range cs {
		if truth, _ := c.program.Truth(frame); truth == eval.False {
			out = append(out, c.expr)
		}
	}
	return out
}

// Enabling says whether the precondition of a disjunct holds.
type Enabling int

// The values of Enabling.
const (
	Unsettled Enabling = iota
	Enabled
	Disabled // this is proved
)

// How many results of Enablings are remembered for a unit, and for all units together. They are asked for again soon,
// if at all, while their unit is worked on.
const (
	maxStandings    = 1 << 14
	maxAllStandings = 1 << 16
)

// Enablings tells for each disjunct of the unit's operation whether some after-state and
// outputs satisfy it for the frame's inputs and before-state. Other values of the frame
// are ignored.
func (u *Unit) Enablings(ctx context.Context, frame spec.Frame) []Enabling {
	key := u.key(frame)
	u.mu.Lock()
	known, ok := u.standings[key]
	u.mu.Unlock()
	if ok {
		return known
	}
	out := make([]Enabling, len(u.disjuncts))
	for i, d := range u.disjuncts {
		if len(u.oracle.withoutChosen(findRefuted(d.fixed, frame))) > 0 {
			out[i] = Disabled
			continue
		}
		out[i] = enablingOf(u.model(ctx, i+1, u.boundValues(frame)).Outcome)
	}
	if ctx.Err() == nil {
		u.remember(key, out)
	}
	return out
}

func enablingOf(o solve.Outcome) Enabling {
	switch o {
	case solve.Case:
		return Enabled
	case solve.Unsatisfiable:
		return Disabled
	}
	return Unsettled
}

// key returns a text that identifies the inputs and before-state of a frame.
func (u *Unit) key(frame spec.Frame) string {
	var b []byte
	for _, i := range u.spec.Op.Early.At {
		b = frame[i].AppendKey(b)
	}
	return string(b)
}

func (u *Unit) remember(key string, s []Enabling) {
	if u.oracle.standings.Add(1) > maxAllStandings {
		u.oracle.forgetStandings()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.standings) < maxStandings {
		u.standings[key] = s
	}
}

// forgetStandings forgets what all units remember of enablings.
func (o *Oracle) forgetStandings() {
	o.standings.Store(0)
	o.units.Range(func(_, of any) bool {
		u := of.(*Unit)
		u.mu.Lock()
		defer u.mu.Unlock()
		u.standings = map[string][]Enabling{}
		return true
	})
}

// Pre tells whether the frame's inputs and before-state satisfy the unit's
// precondition: whether the specification allows some after-state and outputs for them.
// Other values of the frame are ignored.
func (u *Unit) Pre(ctx context.Context, frame spec.Frame) Judgement {
	var missing []zed.Expr
	for _, d := range u.disjuncts {
		if m := findRefuted(d.early, frame); missing == nil || len(m) < len(missing) {
			missing = m
		}
	}
	unsettled := false
	for _, s := range u.Enablings(ctx, frame) {
		if s == Enabled {
			return Judgement{Compliance: Holds}
		}
		unsettled = unsettled || s == Unsettled
	}
	if unsettled {
		return Judgement{Compliance: Undecided, Reason: "it was not found out whether " + u.spec.Schema +
			" allows any result here"}
	}
	return Judgement{Compliance: Violated, Conjuncts: missing}
}

// Refuses returns conjuncts that make the unit's precondition false whatever the values
// of unobserved variables are; nil where none are found.
func (u *Unit) Refuses(frame spec.Frame) []zed.Expr {
	var missing []zed.Expr
	for _, d := range u.disjuncts {
		m := u.oracle.withoutChosen(findRefuted(d.fixed, frame))
		if len(m) == 0 {
			return nil
		}
		if missing == nil || len(m) < len(missing) {
			missing = m
		}
	}
	return missing
}

// Problem returns the problem of finding a test case with an allowed outcome in the
// disjunct with the given number (from 1; 0: in any). It has the same predicate each
// time, so that a solver prepares it once.
func (u *Unit) Problem(disjunct int) solve.Problem {
	p := solve.Problem{Vars: u.unknown, Pred: u.spec.Op.Pred, Scope: u.spec.Scope, Globals: u.oracle.system.Globals,
		Named: u.named}
	if disjunct > 0 {
		p.Pred = u.disjuncts[disjunct-1].pred
	}
	return p
}

// boundValues returns the inputs and before-state of a frame by name.
func (u *Unit) boundValues(frame spec.Frame) map[string]value.Value {
	bound := make(map[string]value.Value, len(u.spec.Op.Early.At))
	for _, i := range u.spec.Op.Early.At {
		bound[u.Vars[i].Name] = frame[i]
	}
	return bound
}

// Outcomes returns up to `limit` of the after-states with outputs that the
// specification allows for the frame's inputs and before-state, the smallest first
// within a disjunct. complete says that these are proved to be all, whatever the sizes
// of given types are. reason says why there is none.
func (u *Unit) Outcomes(ctx context.Context, frame spec.Frame,
	limit int) (all []spec.Values, complete bool, reason string) {
	seen := map[string]bool{}
	complete = true
	for i, d := range u.disjuncts {
		if len(findRefuted(d.early, frame)) > 0 {
			complete = complete && len(findRefuted(d.fixed, frame)) > 0
			continue
		}
		for answer := range u.models(ctx, i+1, u.boundValues(frame)) {
			if answer.Outcome != solve.Case {
				// With more elements of given types there may be others.
				complete = complete && answer.Outcome != solve.Undecided && !answer.Given
				reason = answer.Reason
				break
			}
			after := u.afterValues(answer.Model)
			if seen[after.String()] {
				continue
			}
			if len(all) == limit {
				return all, false, ""
			}
			seen[after.String()] = true
			all = append(all, after)
		}
	}
	return all, complete, reason
}

// Outcome returns an allowed after-state with outputs for the frame's inputs and
// before-state, a different one for a different seed where there are several. It is nil
// where none was found, and reason says why.
func (u *Unit) Outcome(ctx context.Context, frame spec.Frame, seed int64) (after spec.Values, reason string) {
	if seed == 0 {
		reason = "it is outside the precondition of " + u.spec.Schema
		if chosen := u.oracle.listChosen(u.spec.Op.Pred); chosen != "" {
			reason += " with " + chosen + ", chosen by the solver"
		}
		for i, d := range u.disjuncts {
			if len(findRefuted(d.early, frame)) > 0 {
				if len(findRefuted(d.fixed, frame)) == 0 {
					reason = "whether it is inside the precondition of " + u.spec.Schema +
						" rests on the size of a given type"
				}
				continue
			}
			answer := u.model(ctx, i+1, u.boundValues(frame))
			if answer.Outcome == solve.Case {
				return u.afterValues(answer.Model), ""
			}
			reason = answer.Reason
		}
		return nil, reason
	}
	all, _, reason := u.Outcomes(ctx, frame, maxChoice)
	if len(all) == 0 {
		return nil, reason
	}
	return all[int(uint64(seed)%uint64(len(all)))], ""
}

// maxChoice is the number of outcomes among which a seed chooses. It is large enough to
// show that a caller relies on one of them.
const maxChoice = 8

// afterValues returns the after-state and outputs in a model.
func (u *Unit) afterValues(model map[string]value.Value) spec.Values {
	out := make(spec.Values, 0, len(u.spec.Op.Late.At))
	for _, i := range u.spec.Op.Late.At {
		v := &u.Vars[i]
		out = append(out, spec.Item{Var: v, Value: model[v.Name]})
	}
	return out
}
