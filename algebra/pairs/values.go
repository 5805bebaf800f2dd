package pairs

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
)

// apart is by how much integers differ that are far apart.
const apart = 1000

// maxKeptApart is how many parameters are kept apart two by two.
const maxKeptApart = 12

// builtIn returns a value of a built-in sort, or nil.
func builtIn(sort string) *language.Literal {
	text := map[string]string{language.Integer: "0", language.Boolean: "true", language.String: `""`}[sort]
	if text == "" {
		return nil
	}
	return &language.Literal{Text: text, Sort: sort}
}

// valuate returns values of the parameters of a sequence for a path: the smallest ones; those at the
// borders of its conditions; such as all differ; and such as are far apart.
func (m *Maker) valuate(sequence language.Term, path []rewriting.Condition) ([]valuation, error) {
	params := map[string]*language.Variable{}
	addParameters(sequence, params)
	names := slices.Sorted(maps.Keys(params))
	var out []valuation
	try := func(more ...rewriting.Condition) bool {
		if len(out) == m.options.Values {
			return true
		}
		values, outcome := m.asker.Solve(append(path[:len(path):len(path)], more...))
		if outcome != solve.Case {
			return false
		}
		by := m.assign(params, names, values)
		if !slices.ContainsFunc(out, func(o valuation) bool { return isEqual(o, by) }) {
			out = append(out, by)
		}
		return true
	}
	if !try() {
		return nil, nil
	}
	var borders, differ []rewriting.Condition
	for _, c := range path {
		at, err := m.border(c)
		if err != nil {
			return nil, err
		}
		borders = append(borders, at...)
	}
	if len(borders) > 0 && !try(borders...) {
		for _, b := range borders {
			try(b)
		}
	}
	for i, n := range names[:min(len(names), maxKeptApart)] {
		for _, o := range names[:i] {
			if a := params[n].Sort; a == params[o].Sort && a != language.Boolean {
				c, err := m.condition(params[o], "=", params[n])
				if err != nil {
					return nil, err
				}
				c[0].Holds = !c[0].Holds
				differ = append(differ, c...)
			}
		}
	}
	if len(differ) == 0 || !try(differ...) {
		return out, nil
	}
	far, err := m.keepFar(params, names, out[len(out)-1])
	if err == nil {
		try(far...)
	}
	return out, err
}

// keepFar returns conditions by which integers are far apart, in the order that they have.
func (m *Maker) keepFar(params map[string]*language.Variable, names []string, by valuation) ([]rewriting.Condition,
	error,
) {
	var numbers []string
	for _, n := range names {
		if params[n].Sort == language.Integer {
			numbers = append(numbers, n)
		}
	}
	value := func(n string) *big.Int {
		out, _ := new(big.Int).SetString(by[n].(*language.Literal).Text, 10)
		return out
	}
	slices.SortStableFunc(numbers, func(a, b string) int { return value(a).Cmp(value(b)) })
	var out []rewriting.Condition
	for i := 1; i < len(numbers); i++ {
		c, err := m.condition(plus(params[numbers[i-1]], apart), "<", params[numbers[i]])
		if err != nil {
			return nil, err
		}
		out = append(out, c...)
	}
	return out, nil
}

func plus(t language.Term, n int) language.Term {
	return &language.Operator{Op: "+", Args: []language.Term{t, &language.Literal{Text: strconv.Itoa(n),
		Sort: language.Integer}}}
}

// border returns what makes a condition hold only just, or fail only just; nothing where it has no
// border.
func (m *Maker) border(c rewriting.Condition) ([]rewriting.Condition, error) {
	if c.Term.Kind != rewriting.Operator || c.Term.Args[0].IsInfinite() || c.Term.Args[1].IsInfinite() ||
		c.Term.Args[0].Sort != language.Integer || c.Term.Text == "=" && c.Holds {
		return nil, nil
	}
	left, right := c.Term.Args[0].Syntax(), c.Term.Args[1].Syntax()
	if c.Holds || c.Term.Text == "=" {
		left = plus(left, 1)
	}
	return m.condition(left, "=", right)
}

// condition returns the condition that two terms are in a relation; none where that is decided.
func (m *Maker) condition(left language.Term, op string, right language.Term) ([]rewriting.Condition, error) {
	tree, err := m.engine.Normalize(&language.Operator{Op: op, Args: []language.Term{left, right}})
	if err != nil || tree.Leaf != nil {
		return nil, err
	}
	return []rewriting.Condition{{Term: tree.Cond, Holds: tree.Yes.Leaf != nil && tree.Yes.Leaf.Text == "true"}}, nil
}

func addParameters(t language.Term, params map[string]*language.Variable) {
	if v, ok := t.(*language.Variable); ok {
		params[v.Name] = v
	}
	for _, c := range language.Children(t) {
		addParameters(c, params)
	}
}

func isEqual(a, b valuation) bool {
	for n, v := range a {
		if b[n].(*language.Literal).Text != v.(*language.Literal).Text {
			return false
		}
	}
	return true
}

// notable are strings at which programs often fail: the empty one, of one letter, with a blank, with the end of a line,
// and with letters beyond ASCII.
var notable = []string{`""`, `"a"`, `"two words"`, `"two\nlines"`, `"größe"`}

// longText returns a string that is longer than what programs may have set aside for it.
func longText() string { return strconv.Quote(strings.Repeat("long ", 13)) }

// textOf returns the string of a number: those at which programs often fail first, and then as many as are wanted.
func textOf(number int64) string {
	switch n := number - 1; {
	case n >= 0 && n < int64(len(notable)):
		return notable[n]
	case n == int64(len(notable)):
		return longText()
	}
	return fmt.Sprintf("\"s%d\"", number)
}

// assign gives all parameters values: those that the conditions do not mention, values of their own. Of strings one is
// notable, in turn by the number of the sequence, and so is an integer of every second sequence.
func (m *Maker) assign(params map[string]*language.Variable, names []string, values map[string]string) valuation {
	out, specials := valuation{}, m.specials()
	free := map[string]int{} // how many have no value, by sort
	for _, n := range names {
		if _, given := values[n]; !given {
			free[params[n].Sort]++
		}
	}
	seen := map[string]int{}
	for i, n := range names {
		sort := params[n].Sort
		text, given := values[n]
		if !given {
			text = map[string]string{language.Integer: strconv.Itoa(i + 11), language.Boolean: "true",
				language.String: strconv.Quote(fmt.Sprintf("s%d", i+11))}[sort]
			isChosen, turn := seen[sort] == m.number%free[sort], m.number/free[sort]
			switch seen[sort]++; {
			case isChosen && sort == language.String:
				text = notable[turn%len(notable)]
			case isChosen && sort == language.Integer && turn%2 == 1 && len(specials) > 0:
				text = strconv.FormatInt(specials[turn/2%len(specials)], 10)
			}
		}
		out[n] = &language.Literal{Text: text, Sort: sort}
	}
	return out
}
