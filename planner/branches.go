package planner

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// branches are the disjuncts of an operation and of its mutants. A mutant has most of them in common with
// the operation, so that it takes little to evaluate, however many there are.
type branches struct {
	programs []*eval.Program // of each disjunct, those of the operation first; nil: it cannot be compiled
	shared   int             // how many are of the operation
	changes  []change        // of each mutant
}

// change is what a mutant changes in an operation: the disjuncts that it does not have, and its own.
type change struct{ lacks, own []int }

// newBranches compiles the disjuncts of an operation and of its mutants. The same pointer is the same
// disjunct.
func newBranches(compiler *eval.Compiler, operation zed.Expr, mutants []zed.Expr) branches {
	var out branches
	at := map[zed.Expr]int{}
	add := func(e zed.Expr) int {
		i, ok := at[e]
		if !ok {
			i = len(out.programs)
			program, _ := compiler.Compile(e)
			at[e], out.programs = i, append(out.programs, program)
		}
		return i
	}
	for _, e := range disjuncts(operation) {
		add(e)
	}
	out.shared = len(out.programs)
	for _, pred := range mutants {
		var c change
		kept := make([]bool, out.shared)
		for _, e := range disjuncts(pred) {
			if i := add(e); i < out.shared {
				kept[i] = true
			} else {
				c.own = append(c.own, i)
			}
		}
		for i, is := range kept {
			if !is {
				c.lacks = append(c.lacks, i)
			}
		}
		out.changes = append(out.changes, c)
	}
	return out
}

// branchTruths are the truths of branches on one frame, each of which is evaluated once.
type branchTruths struct {
	*branches
	session *eval.Session
	frame   []value.Value
	truths  []eval.Truth
	known   []bool
	common  tally // of the operation's disjuncts
	counted bool
}

// tally counts disjuncts by their truth.
type tally struct{ true, undecided int }

// add counts a truth n times.
func (t *tally) add(truth eval.Truth, n int) {
	switch truth {
	case eval.True:
		t.true += n
	case eval.False:
	default:
		t.undecided += n
	}
}

// on returns the truths on a frame, none of which is evaluated yet.
func (b *branches) on(session *eval.Session, frame []value.Value) *branchTruths {
	return &branchTruths{branches: b, session: session, frame: frame, truths: make([]eval.Truth, len(b.programs)),
		known: make([]bool, len(b.programs))}
}

// truth evaluates a disjunct.
func (b *branchTruths) truth(at int) eval.Truth {
	if !b.known[at] {
		b.known[at], b.truths[at] = true, eval.Undefined
		if program := b.programs[at]; program != nil {
			b.session.Left = truthElements
			b.truths[at], _ = program.TruthIn(b.session, b.frame)
		}
	}
	return b.truths[at]
}

// of returns the truth of a mutant, which is undefined where evaluation alone does not decide it.
func (b *branchTruths) of(mutant int) eval.Truth {
	if !b.counted {
		b.counted = true
		for i := range b.shared {
			b.common.add(b.truth(i), 1)
		}
	}
	count := b.common
	for _, i := range b.changes[mutant].lacks {
		count.add(b.truth(i), -1)
	}
	for _, i := range b.changes[mutant].own {
		count.add(b.truth(i), 1)
	}
	switch {
	case count.true > 0:
		return eval.True
	case count.undecided > 0:
		return eval.Undefined
	}
	return eval.False
}

// adds tells whether a disjunct that a mutant has and the operation does not is true.
func (b *branchTruths) adds(mutant int) bool {
	return slices.ContainsFunc(b.changes[mutant].own, func(i int) bool { return b.truth(i) == eval.True })
}
