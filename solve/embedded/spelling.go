package embedded

import (
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// texts remembers how terms are printed, and which names are free in them, since predicates share their parts.
type texts struct {
	free    *zed.FreeNames
	printed map[zed.Expr]string
}

func newTexts() *texts { return &texts{free: solve.FreeNames(), printed: map[zed.Expr]string{}} }

func (t *texts) print(e zed.Expr) string {
	out, ok := t.printed[e]
	if !ok {
		out = zed.Print(e, zed.Unicode)
		t.printed[e] = out
	}
	return out
}

// spelling writes predicates such that those have the same text that say the same of variables which are equal.
type spelling struct {
	*texts
	names map[string]string // the variable that stands for another one that is equal to it
	spelt map[zed.Expr]string
}

// newSpelling returns how the parts of a predicate are written in which conjuncts x = y say which variables are
// equal.
func newSpelling(pred zed.Expr, t *texts) *spelling {
	s := &spelling{texts: t, names: map[string]string{}, spelt: map[zed.Expr]string{}}
	var equal [][2]string
	for _, c := range schema.Conjuncts(pred) {
		if v, w, ok := variablesOf(c); ok {
			equal = append(equal, [2]string{v, w})
		}
	}
	for _, e := range equal {
		if v, w := s.nameOf(e[0]), s.nameOf(e[1]); v != w {
			s.names[max(v, w)] = min(v, w)
		}
	}
	for name := range s.names {
		s.names[name] = s.nameOf(name)
	}
	return s
}

// variablesOf returns the variables of a predicate x = y.
func variablesOf(e zed.Expr) (v, w string, ok bool) {
	eq, isOp := e.(*zed.Op)
	if !isOp || eq.Op != zed.Equal || len(eq.Args) != 2 {
		return "", "", false
	}
	x, one := eq.Args[0].(*zed.Ref)
	y, other := eq.Args[1].(*zed.Ref)
	if !one || !other || !isVariable(x) || !isVariable(y) || len(x.Args) > 0 || len(y.Args) > 0 {
		return "", "", false
	}
	return x.Name, y.Name, true
}

// nameOf returns the variable that stands for another one, and that one itself where nothing does.
func (s *spelling) nameOf(name string) string {
	for to, ok := s.names[name]; ok && to != name; to, ok = s.names[name] {
		name = to
	}
	return name
}

// isEquation tells whether a predicate says that two variables are equal of which one stands for the other.
func (s *spelling) isEquation(e zed.Expr) bool {
	v, w, ok := variablesOf(e)
	return ok && s.nameOf(v) == s.nameOf(w)
}

// spell writes a predicate, or that which it negates: then it does not hold. The sides of an equation are in the
// order of their texts.
func (s *spelling) spell(e zed.Expr) (text string, holds bool) {
	o, ok := e.(*zed.Op)
	if !ok || len(o.Args) != 2 {
		return s.write(e), true
	}
	left, right, op := s.write(o.Args[0]), s.write(o.Args[1]), o.Op
	holds = true
	switch op {
	case zed.Greater, zed.LessEq: // of integers
		left, right, op, holds = right, left, zed.Less, op == zed.Greater
	case zed.GreaterEq:
		op, holds = zed.Less, false
	case zed.NotEqual:
		op, holds = zed.Equal, false
	case zed.NotIn:
		op, holds = zed.In, false
	}
	if op == zed.Equal && right < left {
		left, right = right, left
	}
	return "(" + left + ") " + string(op) + " (" + right + ")", holds
}

// write writes a term.
func (s *spelling) write(e zed.Expr) string {
	if out, ok := s.spelt[e]; ok {
		return out
	}
	renamed := s.rename(e)
	// A variable may have the name of a constant.
	out := s.print(renamed) + " of " + strings.Join(s.free.NamesOf(renamed), " ")
	s.spelt[e] = out
	return out
}

// rename returns a term with the variables that stand for those that are free in it.
func (s *spelling) rename(e zed.Expr) zed.Expr {
	if len(s.names) == 0 {
		return e
	}
	var renamed map[string]string
	for _, name := range s.free.NamesOf(e) {
		if to := s.nameOf(name); to != name {
			if renamed == nil {
				renamed = map[string]string{}
			}
			renamed[name] = to
		}
	}
	if renamed == nil {
		return e
	}
	return schema.Rename(e, renamed)
}

// note notes that a predicate is true.
func (a *assumption) note(e zed.Expr) {
	text, holds := a.spelling.spell(e)
	a.known[text] = holds
}

// recall returns what is known of a predicate that is no connective.
func (a *assumption) recall(e zed.Expr) eval.Truth {
	if a.spelling.isEquation(e) {
		return eval.True
	}
	text, holds := a.spelling.spell(e)
	known, ok := a.known[text]
	switch {
	case !ok:
		return eval.Unknown
	case known == holds:
		return eval.True
	}
	return eval.False
}
