package planner

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// splitter splits the operation of a unit and its mutants into alternatives. What they share is
// split once, and conjuncts that are the same are one term in all of them.
type splitter struct {
	calculus *schema.Calculus
	taken    map[zed.Expr][]*alternative // the alternatives of disjuncts
	made     map[string]*alternative     // alternatives by the parts of which they are made, see partsOf
	numbers  map[zed.Expr]int            // a number for each part
	texts    map[zed.Expr]string         // the printed form of conjuncts
	denials  map[string]string           // the printed form of the negation, by that of a conjunct
	known    map[string]zed.Expr         // conjuncts by their printed form
}

func newSplitter(c *schema.Calculus) *splitter {
	return &splitter{calculus: c, taken: map[zed.Expr][]*alternative{}, made: map[string]*alternative{},
		numbers: map[zed.Expr]int{}, texts: map[zed.Expr]string{}, denials: map[string]string{},
		known: map[string]zed.Expr{}}
}

// alternative is one of several predicates whose disjunction is a given predicate. Its
// conjuncts are kept by their printed form.
type alternative struct {
	pred      zed.Expr
	key       string
	conjuncts map[string]zed.Expr
	order     []string
	fixed     map[string]string   // the constants that variables are, by their names
	enabling  *alternative        // see there; nil: not asked yet
	compared  bool                // whether it was held against the operation
	beyond    zed.Expr            // see beyondOf
	given     *eval.Program       // its conjuncts about inputs and before-states
	demands   map[string]zed.Expr // see demanded
}

// with returns the alternative with further conjuncts, which are given by their printed form.
func (one *alternative) with(conjuncts map[string]zed.Expr) *alternative {
	out := *one
	out.conjuncts, out.order = maps.Clone(one.conjuncts), slices.Clone(one.order)
	for _, text := range slices.Sorted(maps.Keys(conjuncts)) {
		if out.conjuncts[text] == nil {
			out.conjuncts[text], out.order = conjuncts[text], append(out.order, text)
		}
	}
	return &out
}

// alternatives splits a predicate into alternatives. In each of them callees are
// unfolded, and intermediate states that equations determine are eliminated, so that
// few quantifiers have to be negated, and none has to be searched through.
func (s *splitter) alternatives(pred zed.Expr) []*alternative {
	var out []*alternative
	for _, e := range disjuncts(pred) {
		parts, ok := s.taken[e]
		if !ok {
			for _, part := range schema.Alternatives(e) {
				key := string(s.partsOf(part, nil))
				one, known := s.made[key]
				if !known {
					one = s.newAlternative(s.calculus.Eliminate(nil, part))
					s.made[key] = one
				}
				if one != nil {
					parts = append(parts, one)
				}
			}
			s.taken[e] = parts
		}
		out = append(out, parts...)
	}
	return out
}

// partsOf appends what an alternative is made of: the parts that it is the conjunction of, callees
// unfolded, and what is quantified. Most alternatives of mutants are made of the same parts as some
// of the operation.
func (s *splitter) partsOf(e zed.Expr, key []byte) []byte {
	for _, c := range schema.Conjuncts(e) {
		switch x := c.(type) {
		case *zed.Occur:
			key = s.partsOf(x.Body, key)
			continue
		case *zed.Quant:
			if x.Q == zed.Exists {
				key = append(key, '(')
				for _, d := range x.Text.Decls {
					for _, n := range d.Names {
						key = append(append(key, n.Name...), ' ')
					}
					key = append(s.appendNumber(key, d.Type), ';')
				}
				if x.Text.Pred != nil {
					key = s.partsOf(x.Text.Pred, key)
				}
				key = append(s.partsOf(x.Body, append(key, '|')), ')')
				continue
			}
		}
		key = append(s.appendNumber(key, c), ' ')
	}
	return key
}

// appendNumber appends the number of a part.
func (s *splitter) appendNumber(key []byte, part zed.Expr) []byte {
	n, ok := s.numbers[part]
	if !ok {
		n = len(s.numbers)
		s.numbers[part] = n
	}
	return strconv.AppendInt(key, int64(n), 36)
}

// split returns the disjunction of the alternatives of a predicate.
func (s *splitter) split(pred zed.Expr) zed.Expr {
	var out []zed.Expr
	for _, one := range s.alternatives(pred) {
		out = append(out, one.pred)
	}
	return schema.Disjoin(out)
}

// newAlternative returns a predicate as an alternative; nil where two of its conjuncts contradict
// each other by their form.
func (s *splitter) newAlternative(pred zed.Expr) *alternative {
	out := &alternative{conjuncts: map[string]zed.Expr{}, fixed: map[string]string{}}
	var said []zed.Expr
	for _, c := range schema.Conjuncts(pred) {
		text := s.textOf(c)
		if _, twice := out.conjuncts[text]; twice {
			continue
		}
		if s.known[text] == nil {
			s.known[text] = c
		}
		if s.denies(out, text) {
			return nil
		}
		if name, constant, ok := schema.ConstantOf(c); ok && isEquation(c) {
			out.fixed[name] = constant
		}
		out.conjuncts[text], out.order = s.known[text], append(out.order, text)
		said = append(said, s.known[text])
	}
	out.pred = schema.Conjoin(said)
	out.key = strings.Join(slices.Sorted(slices.Values(out.order)), "\n")
	return out
}

// denies tells whether the form of a conjunct, which is given as it is printed, shows that it is false
// where an alternative holds: its negation is a conjunct of that, or a variable another constant.
func (s *splitter) denies(one *alternative, text string) bool {
	c := s.known[text]
	denial, ok := s.denials[text]
	if !ok {
		denial = s.textOf(schema.Negate(c))
		s.denials[text] = denial
	}
	if one.conjuncts[denial] != nil {
		return true
	}
	name, constant, ok := schema.ConstantOf(c)
	return ok && isEquation(c) && one.fixed[name] != "" && one.fixed[name] != constant
}

func isEquation(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && o.Op == zed.Equal
}

// excludes tells whether the form of two alternatives shows that no more than one of them holds.
func (s *splitter) excludes(one, other *alternative) bool {
	return slices.ContainsFunc(other.order, func(text string) bool {
		return one.conjuncts[text] == nil && s.denies(one, text)
	})
}

// textOf returns what is the same for conjuncts that are the same: how one is printed, or its
// address where that would be long.
func (s *splitter) textOf(conjunct zed.Expr) string {
	text, ok := s.texts[conjunct]
	if !ok {
		if zed.Length(conjunct, maxPrinted) > maxPrinted {
			text = fmt.Sprintf("%p", conjunct)
		} else {
			text = zed.Print(conjunct, zed.Unicode)
		}
		s.texts[conjunct] = text
	}
	return text
}

// maxPrinted is how many terms a conjunct may consist of that is compared by how it is printed.
// What a unit's callees say in several places is shared, and is printed in each.
const maxPrinted = 2_000

// disjuncts returns the disjuncts of a predicate.
func disjuncts(pred zed.Expr) []zed.Expr {
	if l, ok := pred.(*zed.Logic); ok && l.Op == zed.Or {
		return l.Args
	}
	return []zed.Expr{pred}
}
