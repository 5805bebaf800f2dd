package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// IsSilent tells whether an operation says nothing of any result: none of the outputs and, where there are none, no
// variable of the state after it, beside which states there are. An operation without results is not silent.
func (op *Operation) IsSilent() bool {
	results := op.Output.Vars
	if len(results) == 0 {
		results = op.After.Vars
	}
	for _, c := range op.said() {
		mentioned := FreeVars(c)
		if slices.ContainsFunc(results, func(v zed.Var) bool { return slices.Contains(mentioned, v.Name) }) {
			return false
		}
	}
	return len(results) > 0
}

// IsBlank tells whether an operation says neither what comes of it nor when it may be called: at most that the state
// stays as it is. So is what was declared and never specified.
func (op *Operation) IsBlank() bool {
	return len(op.Occurrences) == 0 && !slices.ContainsFunc(op.said(), func(c zed.Expr) bool { return !op.keeps(c) })
}

// said returns the conjuncts of an operation without those that only declare a variable, and without those of a state
// schema, which are at one place and hold of the state before it and of the one after it.
func (op *Operation) said() []zed.Expr {
	declared, later, earlier := map[string]zed.Expr{}, map[string]string{}, map[string]string{}
	for _, v := range op.Vars {
		declared[v.Name] = v.Decl
	}
	for _, v := range op.Before.Vars {
		later[v.Name], earlier[v.Name+"'"] = v.Name+"'", v.Name
	}
	all := slices.DeleteFunc(Conjuncts(op.Pred), func(c zed.Expr) bool { return toolkit.Repeats(c, declared) })
	type line struct {
		text string
		at   source.Span
	}
	lines := map[line]bool{}
	for _, c := range all {
		lines[line{zed.Print(c, zed.Unicode), c.At()}] = true
	}
	isTwice := func(c zed.Expr, names map[string]string) bool {
		other := zed.Print(Rename(c, names), zed.Unicode)
		return other != zed.Print(c, zed.Unicode) && lines[line{other, c.At()}]
	}
	return slices.DeleteFunc(all, func(c zed.Expr) bool { return isTwice(c, later) || isTwice(c, earlier) })
}

// LeavesState tells whether an operation says of each variable of the state that it stays as it is.
func (op *Operation) LeavesState() bool {
	kept := map[string]bool{}
	for _, c := range Conjuncts(op.Pred) {
		if op.keeps(c) {
			for _, name := range FreeVars(c) {
				kept[name] = true
			}
		}
	}
	return !slices.ContainsFunc(op.Before.Vars, func(v zed.Var) bool { return !kept[v.Name] })
}

// Gives tells whether an operation says what one of its outputs has to do with a variable of the state.
func (op *Operation) Gives(name string) bool {
	isOutput := func(name string) bool {
		return slices.ContainsFunc(op.Output.Vars, func(v zed.Var) bool { return v.Name == name })
	}
	return slices.ContainsFunc(op.said(), func(c zed.Expr) bool {
		mentioned := FreeVars(c)
		return slices.Contains(mentioned, name) && slices.ContainsFunc(mentioned, isOutput)
	})
}

// keeps tells whether a conjunct says that a variable of the state stays as it is.
func (op *Operation) keeps(c zed.Expr) bool {
	e, ok := c.(*zed.Op)
	if !ok || e.Op != zed.Equal {
		return false
	}
	left, one := e.Args[0].(*zed.Ref)
	right, other := e.Args[1].(*zed.Ref)
	isVar := func(name string) bool {
		return slices.ContainsFunc(op.Before.Vars, func(v zed.Var) bool { return v.Name == name })
	}
	return one && other && (isVar(left.Name) && right.Name == left.Name+"'" ||
		isVar(right.Name) && left.Name == right.Name+"'")
}
