package planner

import (
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics/mutants"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// truthElements bounds the elements of sets that the evaluation of a mutant looks at: it looks
// at a quarter of these.
const truthElements = 20_000

// telling tells mutants of a unit's operation from it. Its methods may be called by
// several goroutines.
type telling struct {
	unit     *plan.Unit
	system   *spec.System
	later    map[string]bool // the constants of free types but the first of each
	once     sync.Once
	mutants  []suite.Mutant  // once a frame is asked about
	programs []*eval.Program // of the mutants, nil where one cannot be compiled
}

// newTelling returns what tells the mutants of a unit: those of its tree, or all, by which
// cases are chosen, where these are not asked for.
func newTelling(u *plan.Unit, system *spec.System) *telling {
	later := map[string]bool{}
	for _, f := range system.Spec.Free {
		for _, name := range f.Constants[min(1, len(f.Constants)):] {
			later[name] = true
		}
	}
	return &telling{unit: u, system: system, later: later}
}

// compile compiles the mutants, with what they share compiled once. The second time it takes
// no work, and gives programs for which a machine is large enough that runs any of them.
func (t *telling) compile() {
	if t.mutants = t.unit.Tree.Mutants; t.mutants == nil {
		t.mutants, _ = mutants.Of(t.unit.Unit, t.system, mutants.Kinds())
	}
	var slots []string
	for _, v := range t.unit.Op.Vars {
		slots = append(slots, v.Name)
	}
	compiler := eval.NewCompiler(slots, t.system.Globals)
	t.programs = make([]*eval.Program, len(t.mutants))
	for range 2 {
		for i, m := range t.mutants {
			t.programs[i], _ = compiler.Compile(m.Pred)
		}
	}
}

// moment is what a frame has, an input and before-state with an outcome, as the mutants see
// it. What one of them makes of it the others share. It is for one goroutine.
type moment struct {
	*telling
	frame   []value.Value
	session *eval.Session
}

// on returns a frame as the mutants see it. Whoever asks for it ends it.
func (t *telling) on(frame []value.Value) moment {
	t.once.Do(t.compile)
	return moment{t, frame, &eval.Session{}}
}

func (m moment) end() { m.session.Close() }

// truth tells whether a mutant allows what the frame has. It is undefined where evaluation
// alone does not tell.
func (m moment) truth(mutant int) eval.Truth {
	program := m.programs[mutant]
	if program == nil {
		return eval.Undefined
	}
	m.session.Left = truthElements
	truth, _ := program.TruthIn(m.session, m.frame)
	return truth
}

// told returns the mutants that do not allow what a frame has.
func (t *telling) told(frame []value.Value) []int {
	var out []int
	m := t.on(frame)
	defer m.end()
	for i := range t.mutants {
		if m.truth(i) == eval.False {
			out = append(out, i)
		}
	}
	return out
}
