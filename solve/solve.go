package solve

import (
	"context"
	"iter"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Var is a variable to find a value for. A scoped one takes its bounds from
// the problem's scope (the variables of a valid input space); one that is not
// (after-states, outputs, what only a callee has) takes them from propagation,
// and where that gives none, not finding a value proves nothing.
type Var struct {
	zed.Var
	Scoped bool
}

// Problem is a question: are there values of Vars that make Pred true?
type Problem struct {
	Vars []Var
	// Pred is a checked predicate. It may share subtrees, and hold *zed.Occur
	// nodes, whose bodies count.
	Pred zed.Expr
	// Bound holds the values of the other free variables of Pred. A variable
	// that is also in Vars keeps its value from here.
	Bound map[string]value.Value
	Scope value.Scope
	// Globals gives names their values. Values of constants that were chosen hold for
	// a model, and are not a reason why there should be none. The given types in Sizes have
	// these; of others, on whose size the predicate depends, the solver tries several
	// sizes, the scope's first.
	Globals *eval.Globals
	// Distinct asks All for one of the models that differ only by a renaming of
	// elements of given types which occur in no constant, in no bound value and not
	// in the predicate: the least of them (value.Compare, variable by variable).
	// Where the types have too many elements to try all renamings, some copies
	// remain. Expected outcomes need them all, and do not ask for this.
	Distinct bool
	// Steps bounds the search for an answer, where it is not 0, in place of the solver's
	// own budget: for advice, which must not take what cases do. Beyond asks for values
	// outside of the scope whether or not the solver's options do.
	Steps  int64
	Beyond bool
	// Confined asks for values of the scope alone, and of ranges that the predicate itself
	// gives. Without it, what the predicate names is tried too where the scope has no model:
	// its integers, sizes and strings, with their neighbours.
	Confined bool
	// Named has more values that are tried so: a person gave them.
	Named []value.Value
	// Unproved asks Solve for a model alone: a proof that there is none is not looked for, and
	// where none is found the outcome is Undecided. The model is the one found without it.
	Unproved bool
	// Unexplained asks Solve for the outcome alone: it is the one found without it, but the
	// conflict that Result has need not be minimal, which often takes longer than to find it.
	Unexplained bool
	// Seed, where it is not 0, asks Solve for any model in place of the smallest, drawn
	// under the seed: the same model for the same problem and seed. Where none is drawn,
	// the outcome is Undecided. A solver that draws none returns what it finds.
	Seed uint64
}

// Outcome is how a search ended.
type Outcome int

// The outcomes. Only Unsatisfiable says that the predicate is false for all values;
// where it has no truth value for some, a term in it having none, it is Undecided.
// NoneInScope says that no values make it true within the scope, or with the values that were chosen for constants.
const (
	Undecided     Outcome = iota // the step budget ran out, or a part could not be decided
	Case                         // a model was found
	Unsatisfiable                // derived without leaning on a bound
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
	// Model has the value of every variable of the problem where the outcome
	// is Case.
	Model map[string]value.Value
	// Reason is one sentence that says why there is no model; empty for Case.
	Reason string
	// Conflict is a minimal set of conjuncts that contradict each other, where
	// the outcome is Unsatisfiable and one was found.
	Conflict []zed.Expr
	// Steps is the number of choices that were tried.
	Steps int64
	// Bound names the bound that the search leaned on, where it can be told.
	Bound string
	// Chosen names the constants whose chosen values (eval.Chosen) the result leans
	// on, where the outcome is NoneInScope: with others there may be a model.
	Chosen []string
	// Sizes has the given types on whose sizes the model rests, with these, where the
	// outcome is Case: with more elements or fewer the predicate may be false.
	Sizes value.Sizes

	// Proved says of Unsatisfiable that it is so whatever sizes given types have, and
	// Given of NoneInScope that more elements of given types may give a model.
	Proved, Given bool

	// NeverTrue says of Undecided that no values make the predicate true, though for
	// some it may have no truth value.
	NeverTrue bool
}

// DefaultSteps is the step budget where the options have none: about a second
// of search, and far more than any leaf of a hand-written specification took.
const DefaultSteps = 200_000

// Options are the limits of the embedded solver.
type Options struct {
	// Steps is the number of choices that a search may try; DefaultSteps where
	// it is 0. Being counted and not timed, it is equal on every machine.
	Steps int64
	// Beyond asks for values outside of the scope where it has none. Without it,
	// these are found only in ranges that the predicate itself gives.
	Beyond bool
}

// Solver answers problems. It is safe for concurrent use.
type Solver interface {
	// Solve returns the smallest model it finds, or why there is none. A context
	// that has ended, of which the search looks at the error again and again, ends
	// the search undecided, for the reason that Interrupted gives: unlike steps it
	// is a safety net, and what it ends depends on the machine.
	Solve(ctx context.Context, p Problem) Result
	// All yields every model within the bounds, each once and as a result of
	// outcome Case, as the caller takes them: of every variable the smallest values
	// come first, the variable chosen first varying last. Memory does not grow with
	// the number of models, unless a variable's value follows from that of a
	// quantified one. The last result is never a Case, and says whether
	// the space was exhausted (NoneInScope, or Unsatisfiable where there is
	// none beyond the bounds either) or the search was given up (Undecided).
	All(ctx context.Context, p Problem) iter.Seq[Result]
}
