package planner

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics/mutants"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// truthElements bounds the sets that evaluating a mutant enumerates: they may have a
// quarter of this number of elements.
const truthElements = 20_000

// telling tells the mutants of a unit's operation from the operation. Its methods may
// be called from several goroutines.
type telling struct {
	unit     *plan.Unit
	system   *spec.System
	later    map[string]bool // the constants of free types except the first of each type
	once     sync.Once
	large    bool           // whether the operation is too large to be split for each mutant
	mutants  []suite.Mutant // set when a frame is first evaluated
	preds    []zed.Expr     // those of the mutants, split into alternatives where mutants are wanted
	branches branches       // those of preds
	// wholes are the programs of the mutants that are split, as they are written: some say of a frame what
	// their alternatives leave open.
	wholes   []func() *eval.Program
	compiler *eval.Compiler
	splitter *splitter // what split them; nil where none are wanted
}

// How many different terms an operation may consist of, what its callees say included. Each mutant
// of a call repeats what all callees below it say, so that making the mutants of the upper units of
// eight layers takes longer than everything else.
const (
	// maxUnwanted is the number up to which mutants are made although they are not wanted, and cases
	// are only chosen by them.
	maxUnwanted = 400
	// maxSplit is the number up to which an operation is split for each of its mutants.
	maxSplit = 1_000
)

// countTerms returns the number of different terms of a predicate, up to one more than most.
func countTerms(pred zed.Expr, most int) int {
	n := 0
	zed.EachPart([]zed.Expr{pred}, func(zed.Expr) bool {
		n = min(n+1, most+1)
		return n <= most
	})
	return n
}

// newTelling returns the telling for a unit. Its mutants are those of the unit's tree;
// where the tactic mut is not used, all mutants, by which cases are only chosen, unless
// the operation is large.
func newTelling(u *plan.Unit, system *spec.System) *telling {
	later := map[string]bool{}
	for _, f := range system.Spec.Free {
		for _, name := range f.Constants[min(1, len(f.Constants)):] {
			later[name] = true
		}
	}
	return &telling{unit: u, system: system, later: later}
}

// anew returns the telling as it was before a frame was evaluated.
func (t *telling) anew() *telling {
	if t == nil {
		return nil
	}
	return &telling{unit: t.unit, system: t.system, later: t.later}
}

// splitterOf returns what splits the mutants of the unit, which knows them already.
func (t *telling) splitterOf() *splitter {
	t.once.Do(t.compile)
	return t.splitter
}

// compile makes the mutants and compiles them; parts that they share are compiled once. Of a large operation
// for which none are wanted there are none, and nothing is compiled. Wanted ones of an operation
// that is not large, whose alternatives would share nothing with those of the others, are compiled
// alternative by alternative: what is quantified over all outcomes of a callee is evaluated for
// those alone that its equations determine.
func (t *telling) compile() {
	wanted := t.unit.Tree.Mutants != nil
	if t.mutants = t.unit.Tree.Mutants; !wanted {
		if countTerms(t.unit.Op.Pred, maxUnwanted) > maxUnwanted {
			return
		}
		t.mutants, _ = mutants.List(t.unit.Unit, t.system, mutants.Kinds())
	}
	t.large = countTerms(t.unit.Op.Pred, maxSplit) > maxSplit
	var slots []string
	for _, v := range t.unit.Op.Vars {
		slots = append(slots, v.Name)
	}
	if wanted {
		t.splitter = newSplitter(t.system.Calculus)
	}
	t.compiler = eval.NewCompiler(slots, t.system.Globals)
	t.preds = make([]zed.Expr, len(t.mutants))
	t.wholes = make([]func() *eval.Program, len(t.mutants))
	for i, m := range t.mutants {
		if t.preds[i] = m.Pred; wanted && !t.large {
			t.preds[i] = t.splitter.split(m.Pred)
			t.wholes[i] = sync.OnceValue(func() *eval.Program {
				whole, _ := eval.NewCompiler(slots, t.system.Globals).Compile(m.Pred)
				return whole
			})
		}
	}
	of := t.unit.Op.Pred
	if wanted && !t.large {
		of = t.splitter.split(of)
	}
	t.branches = newBranches(t.compiler, of, t.preds)
}

// moment is a frame (an input, a before-state and an outcome) on which mutants are
// evaluated. Results about parts that mutants share are computed once. It must be used
// by one goroutine only.
type moment struct {
	*telling
	frame   []value.Value
	session *eval.Session
	truths  *branchTruths
}

// newMoment returns the moment for a frame. The caller must end it.
func (t *telling) newMoment(frame []value.Value) moment {
	t.once.Do(t.compile)
	session := &eval.Session{}
	return moment{t, frame, session, t.branches.on(session, frame)}
}

func (m moment) end() { m.session.Close() }

// truth tells whether a mutant allows the outcome of the frame. It is undefined where
// evaluation alone does not decide that.
func (m moment) truth(mutant int) eval.Truth {
	truth := m.truths.of(mutant)
	if truth != eval.Undefined || m.wholes[mutant] == nil {
		return truth
	}
	if whole := m.wholes[mutant](); whole != nil {
		truth, _ = whole.TruthIn(&eval.Session{Left: truthElements}, m.frame)
	}
	return truth
}

// rulesOut tells whether what an alternative says of inputs and before-state is false on the frame.
func (m moment) rulesOut(one *alternative) bool {
	if one.given == nil {
		one.given, _ = m.compiler.Compile(schema.Conjoin(m.listGiven(one)))
	}
	m.session.Left = truthElements
	truth, _ := one.given.TruthIn(m.session, m.frame)
	return truth == eval.False
}

// listGiven returns the conjuncts of an alternative that are about inputs and before-states.
func (t *telling) listGiven(one *alternative) []zed.Expr {
	var out []zed.Expr
	for _, text := range one.order {
		if c := one.conjuncts[text]; t.isGiven(c) {
			out = append(out, c)
		}
	}
	return out
}

// isGiven tells whether a conjunct is about inputs and before-states alone.
func (t *telling) isGiven(conjunct zed.Expr) bool {
	return !slices.ContainsFunc(t.system.Calculus.FreeVars(conjunct),
		func(name string) bool { return !t.unit.Op.Early.Has(name) })
}

// wantEvery wants all mutants.
func wantEvery(int) bool { return true }

// listTold returns the wanted mutants that do not allow the outcome of a frame.
func (t *telling) listTold(frame []value.Value, wanted func(mutant int) bool) []int {
	var out []int
	if t.once.Do(t.compile); len(t.mutants) == 0 {
		return nil
	}
	m := t.newMoment(frame)
	defer m.end()
	for i := range t.mutants {
		if wanted(i) && m.truth(i) == eval.False {
			out = append(out, i)
		}
	}
	return out
}
