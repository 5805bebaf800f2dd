package embedded

import (
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// numbering numbers terms and predicates such that equal numbers stand for what is written in the same way, since
// predicates share their parts. It remembers how large terms are, and which names are free in them.
type numbering struct {
	free    *zed.FreeNames
	sizes   map[zed.Expr]int
	numbers map[shape]int
	spelt   map[string]*spelt // by the names that stand for others
}

// shape is how a term is made of two others: of its operator and the numbers of these, or none where a part is
// missing. Where the term is written as a whole, the operator is its text.
type shape struct {
	operator    string
	first, rest int
}

const (
	none  = -1 // there is no such part
	named = -2 // in the place of both parts: the operator is the name of a variable
)

// spelt remembers the numbers of terms and predicates.
type spelt struct {
	terms      map[zed.Expr]int
	predicates map[zed.Expr]statement
}

// statement is the number of a predicate, or of that which it negates: then it does not hold.
type statement struct {
	number int
	holds  bool
}

func newNumbering() *numbering {
	return &numbering{free: solve.FreeNames(), sizes: map[zed.Expr]int{}, numbers: map[shape]int{},
		spelt: map[string]*spelt{}}
}

// number returns the number of a shape.
func (t *numbering) number(operator string, first, rest int) int {
	of := shape{operator, first, rest}
	out, ok := t.numbers[of]
	if !ok {
		out = len(t.numbers)
		t.numbers[of] = out
	}
	return out
}

// maxSpelt is how many parts a term has at most that is printed: a part that occurs often may make a text of a few
// shared terms that is larger than any memory.
const maxSpelt = 4096

// size returns how many parts a term has when it is printed, and more than maxSpelt where these are more.
func (t *numbering) size(e zed.Expr) int {
	if known, ok := t.sizes[e]; ok {
		return known
	}
	out := 1
	for _, part := range zed.Children(e) {
		if out += t.size(part); out > maxSpelt {
			out = maxSpelt + 1
			break
		}
	}
	t.sizes[e] = out
	return out
}

// spelling numbers predicates such that those have the same number that say the same of variables which are equal.
type spelling struct {
	*numbering
	names map[string]string // the variable that stands for another one that is equal to it
	spelt *spelt
}

// newSpelling returns how the parts of a predicate are written in which conjuncts x = y say which variables are
// equal.
func newSpelling(pred zed.Expr, t *numbering) *spelling {
	s := &spelling{numbering: t, names: map[string]string{}}
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
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		s.names[name] = s.nameOf(name)
		all.WriteString(name + " is " + s.names[name] + "\n")
	}
	s.spelt = t.spelt[all.String()]
	if s.spelt == nil { // the cases of a unit have mostly the same equations
		s.spelt = &spelt{terms: map[zed.Expr]int{}, predicates: map[zed.Expr]statement{}}
		t.spelt[all.String()] = s.spelt
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

// spell numbers a predicate. The sides of an equation are in the order of their numbers.
func (s *spelling) spell(e zed.Expr) statement {
	if _, isLogic := e.(*zed.Logic); isLogic {
		return statement{s.write(e), true}
	}
	known, ok := s.spelt.predicates[e]
	if !ok {
		known = s.compare(e)
		s.spelt.predicates[e] = known
	}
	return known
}

// compare numbers a predicate that is not a connective: each way to compare two integers, and to say what two terms
// are not, is written as its counterpart.
func (s *spelling) compare(e zed.Expr) statement {
	o, ok := e.(*zed.Op)
	if !ok || len(o.Args) != 2 {
		return statement{s.write(e), true}
	}
	left, right, op := s.write(o.Args[0]), s.write(o.Args[1]), o.Op
	holds := true
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
	return statement{s.number(string(op), left, right), holds}
}

// connectives are the operators of the shapes of connectives.
var connectives = [...]string{zed.And: "and", zed.Or: "or", zed.Implies: "implies", zed.Iff: "iff", zed.Not: "not"}

// apart returns the operator and the parts of a term that is made of others and introduces no names, and false
// for every other term.
func apart(e zed.Expr) (operator string, parts []zed.Expr, ok bool) {
	switch x := e.(type) {
	case *zed.Logic:
		return connectives[x.Op], x.Args, true
	case *zed.Op:
		return string(x.Op), x.Args, true
	case *zed.Apply:
		return "apply", []zed.Expr{x.Fn, x.Arg}, true
	case *zed.TupleExt:
		return "tuple", x.Elems, true
	}
	return "", nil, false
}

// write returns the number of a term. Those of connectives and of applied operators are made of those of their
// parts, since schemas that include others share these.
func (s *spelling) write(e zed.Expr) int {
	switch x := e.(type) {
	case *zed.Occur:
		return s.write(x.Body)
	case *zed.Ref:
		if isVariable(x) && len(x.Args) == 0 {
			return s.number(s.nameOf(x.Name), named, named)
		}
	}
	out, ok := s.spelt.terms[e]
	if !ok {
		if operator, parts, ok := apart(e); ok {
			out = s.join(operator, parts)
		} else {
			out = s.writeWhole(e)
		}
		s.spelt.terms[e] = out
	}
	return out
}

// join returns the number of an operator that is applied to terms.
func (s *spelling) join(operator string, args []zed.Expr) int {
	out := none
	for i, arg := range args {
		if part := s.write(arg); i == 0 {
			out = part
		} else {
			out = s.number(operator, out, part)
			operator = ", "
		}
	}
	if len(args) < 2 {
		return s.number(operator, out, none)
	}
	return out
}

// writeWhole returns the number of a term as it is printed. A term that is too large to be printed is the same as
// itself alone.
func (s *spelling) writeWhole(e zed.Expr) int {
	if s.size(e) > maxSpelt {
		return s.number("too large", len(s.numbers), none)
	}
	renamed := s.rename(e)
	text := zed.Print(renamed, zed.Unicode)
	if free := s.free.NamesOf(renamed); len(free) > 0 { // a variable may have the name of a constant
		text += " of " + strings.Join(free, " ")
	}
	return s.number(text, none, none)
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
	said := a.spelling.spell(e)
	a.known[said.number] = said.holds
}

// recall returns what is known of a predicate that is not a connective.
func (a *assumption) recall(e zed.Expr) eval.Truth {
	if a.spelling.isEquation(e) {
		return eval.True
	}
	said := a.spelling.spell(e)
	known, ok := a.known[said.number]
	switch {
	case !ok:
		return eval.Unknown
	case known == said.holds:
		return eval.True
	}
	return eval.False
}
