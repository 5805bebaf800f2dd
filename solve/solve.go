package solve

import (
	"context"
	"iter"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Var is a variable to find a value for. A scoped variable, as those of a valid input
// space, has the bounds of the problem's scope. Other variables (after-states, outputs,
// those of callees alone) have bounds that follow from the predicate; where none
// follow, finding no value proves nothing.
type Var struct {
	zed.Var
	Scoped bool
}

// Problem is a question: are there values of Vars that make Pred true?
type Problem struct {
	Vars []Var
	// Pred is a type-checked predicate. It may share parts, and contain *zed.Occur
	// nodes, whose bodies count.
	Pred zed.Expr
	// Bound holds the values of the other free variables of Pred. A variable
	// that is also in Vars keeps its value from here.
	Bound map[string]value.Value
	Scope value.Scope
	// Globals has the values of names. Chosen values of constants hold for a model, but
	// are not a reason that there is none. The given types in Sizes have these sizes;
	// for others on whose size the predicate depends, the solver tries several sizes,
	// beginning with the scope's.
	Globals *eval.Globals
	// Distinct asks All for only one of the models that differ by a renaming of
	// elements of given types which occur in no constant, no bound value and not in the
	// predicate: the least of them (value.Compare, variable by variable). Where types
	// have too many elements to try all renamings, some such models remain. Expected
	// outcomes are enumerated without it.
	Distinct bool
	// Steps bounds the search for an answer, where it is not 0, instead of the solver's
	// own budget. It is for answers that are only shown. Beyond asks for values outside
	// the scope, whatever the solver's options say.
	Steps  int64
	Beyond bool
	// Confined asks for values within the scope, and within ranges that the predicate
	// itself gives. Without it, where the scope has no model, the solver also tries
	// what the predicate names: its integers, sizes and strings, with their neighbours.
	Confined bool
	// Named has further values to try in this way, which a person gave.
	Named []value.Value
	// Unproved asks Solve for a model only. The solver does not look for a proof that
	// there is none, and answers Undecided where it finds none. The model is the same
	// as without it.
	Unproved bool
	// Unexplained asks Solve for the outcome only. The outcome is the same as without
	// it, but the conflict in Result need not be minimal, since minimising it often
	// takes longer than finding it.
	Unexplained bool
	// Refuting is the work of a refutation that Solve tries before a long search, since a model is not
	// expected; 0: as much as the steps allow, after the search.
	Refuting int
	// Seed, where it is not 0, asks Solve for a model drawn at random under this seed,
	// instead of the smallest model: the same model for the same problem and seed.
	// Where none is drawn, the outcome is Undecided. A solver that cannot draw returns
	// what it finds.
	Seed uint64
}

// Outcome says how a search ended.
type Outcome int

// The outcomes. Only Unsatisfiable says that the predicate is false for all values;
// where it has no truth value for some, a term in it having none, it is Undecided.
// NoneInScope says that no values make it true within the scope, or with the values that were chosen for constants.
const (
	Undecided     Outcome = iota // the step budget ran out, or a part could not be decided
	Case                         // a model was found
	Unsatisfiable                // proved, without depending on a bound
	NoneInScope                  // the bounded space was exhausted
)

// String returns the outcome's name in plan files: case, unsatisfiable,
// none-in-scope or undecided.
func (o Outcome) String() string {
	switch o {
	case Case:
		return "case"
	case Unsatisfiable:
		return "unsatisfiable"
	case NoneInScope:
		return "none-in-scope"
	}
	return "undecided"
}

// Result is the answer to a problem.
type Result struct {
	Outcome Outcome
	// Model has the value of every variable of the problem, where the outcome is Case.
	Model map[string]value.Value
	// Reason is a sentence that says why there is no model; empty for Case.
	Reason string
	// Conflict is a minimal set of conjuncts that contradict each other, where the
	// outcome is Unsatisfiable and such a set was found.
	Conflict []zed.Expr
	// Steps is the number of choices that the search tried.
	Steps int64
	// Built is the number of values that the search built to choose from, where that is
	// counted. Where sets are large it is what takes the time, however few the steps are.
	Built int64
	// Bound names the bound on which the search depended, where that is known.
	Bound string
	// Chosen names the constants on whose chosen values (eval.Chosen) the result
	// depends, where the outcome is NoneInScope: with other values there may be a
	// model.
	Chosen []string
	// Sizes has the sizes of given types on which the model rests, where the outcome is
	// Case: with other sizes the predicate may be false.
	Sizes value.Sizes

	// Proved says that Unsatisfiable holds whatever the sizes of given types are. Given
	// says that more elements of given types may give a model, where the outcome is
	// NoneInScope.
	Proved, Given bool

	// NeverTrue says, where the outcome is Undecided, that no values make the predicate
	// true, although for some values it may have no truth value.
	NeverTrue bool
}

// FiniteValues is the bound of a search that took all values to be finite.
const FiniteValues = "finite values"

// DefaultSteps is the default step budget: about a second of search, and far more than
// any leaf of a specification written by hand took.
const DefaultSteps = 200_000

// Options are the limits of the embedded solver.
type Options struct {
	// Steps is the number of choices that a search may try; 0: DefaultSteps. Since
	// choices are counted and not timed, results are the same on every machine.
	Steps int64
	// Beyond asks for values outside the scope where the scope has none. Without it,
	// such values are found only in ranges that the predicate itself gives.
	Beyond bool
}

// Solver answers problems. It is safe for concurrent use.
type Solver interface {
	// Solve returns the smallest model that it finds, or why there is none. The search
	// asks the context for its error again and again. A context that has ended ends the
	// search undecided, for the reason that Interrupted gives; this is a safety net,
	// and what it ends depends on the machine.
	Solve(ctx context.Context, p Problem) Result
	// All yields every model within the bounds, each once, as a result with the outcome
	// Case, when the caller takes it. For each variable the smallest values come first,
	// and the variable that was chosen first varies last. Memory does not grow with the
	// number of models, unless the value of a variable follows from that of a
	// quantified one. The last result is never a Case: it says that the space was
	// exhausted (NoneInScope, or Unsatisfiable where there is none beyond the bounds
	// either), or that the search was given up (Undecided).
	All(ctx context.Context, p Problem) iter.Seq[Result]
}
