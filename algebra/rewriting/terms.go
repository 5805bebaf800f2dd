package rewriting

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// Term is a term in normal form. Of one engine, equal terms are the same term.
type Term struct {
	Op   *language.Operation // nil for all others
	Text string              // an operator, a value, or the name of a parameter
	Kind Kind
	Sort string // "" for error
	Args []*Term

	id     int
	number int64 // of an integer
	small  bool  // number is its value
}

// Kind says what a term is.
type Kind int

// The kinds of terms.
const (
	Operation Kind = iota
	Operator
	Value
	Parameter
	Failed  // the value error
	Pending // an operation, or an operator, that is to be applied to its arguments
)

// IsInfinite tells whether the term is ∞ or -∞.
func (t *Term) IsInfinite() bool { return t.Kind == Value && (t.Text == "∞" || t.Text == "-∞") }

// Syntax returns the term as one of the language, to be printed.
func (t *Term) Syntax() language.Term {
	args := make([]language.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.Syntax()
	}
	switch t.Kind {
	case Operation:
		return &language.Apply{Op: t.Op.Name.Text, Args: args, Decl: t.Op}
	case Operator:
		return &language.Operator{Op: t.Text, Args: args}
	case Parameter:
		return &language.Variable{Name: t.Text, Sort: t.Sort}
	}
	return &language.Literal{Text: t.Text, Sort: t.Sort}
}

// String returns the term in LOBAS.
func (t *Term) String() string { return language.FormatTerm(t.Syntax(), language.LOBAS) }

// intern returns the one term that is equal to t.
func (e *Engine) intern(t Term) *Term {
	key := make([]byte, 0, 64)
	key = append(key, byte('0'+t.Kind))
	if t.Op != nil {
		key = strconv.AppendInt(key, int64(e.number(t.Op)), 36)
	}
	key = append(key, t.Text...)
	if t.Kind == Parameter {
		key = append(append(key, ':'), t.Sort...)
	}
	for _, a := range t.Args {
		key = strconv.AppendInt(append(key, ' '), int64(a.id), 36)
	}
	if known := e.terms[string(key)]; known != nil {
		return known
	}
	e.nextID++
	out := t
	out.id = e.nextID
	if out.Kind == Value && out.Sort == language.Integer && !out.IsInfinite() {
		n, err := strconv.ParseInt(out.Text, 10, 64)
		out.number, out.small = n, err == nil
	}
	e.terms[string(key)] = &out
	return &out
}

func (e *Engine) number(o *language.Operation) int {
	n, ok := e.operations[o]
	if !ok {
		n = len(e.operations)
		e.operations[o] = n
	}
	return n
}

func (e *Engine) value(text, sort string) *Term {
	kind := Value
	if text == "error" {
		kind = Failed
	}
	return e.intern(Term{Kind: kind, Text: text, Sort: sort})
}

// compare orders two integers.
func compare(a, b *Term) int {
	if a.small && b.small {
		switch {
		case a.number < b.number:
			return -1
		case a.number > b.number:
			return 1
		}
		return 0
	}
	rank := func(t *Term) int {
		switch t.Text {
		case "∞":
			return 1
		case "-∞":
			return -1
		}
		return 0
	}
	if r, s := rank(a), rank(b); r != 0 || s != 0 {
		return r - s
	}
	return toBig(a).Cmp(toBig(b))
}

func toBig(t *Term) *big.Int {
	n, ok := new(big.Int).SetString(t.Text, 10)
	if !ok {
		panic("not a number: " + t.Text)
	}
	return n
}

// calculate returns the value of an arithmetic operator; of infinities, what has no value is an
// error.
func (e *Engine) calculate(op string, a, b *Term) *Term {
	if a.IsInfinite() || b.IsInfinite() {
		return e.calculateInfinite(op, a, b)
	}
	out := new(big.Int)
	switch x, y := toBig(a), toBig(b); op {
	case "+":
		out.Add(x, y)
	case "-":
		out.Sub(x, y)
	case "*":
		out.Mul(x, y)
	}
	return e.value(out.String(), language.Integer)
}

func (e *Engine) calculateInfinite(op string, a, b *Term) *Term {
	if op == "-" && b.IsInfinite() {
		op, b = "+", e.value(negate(b.Text), language.Integer)
	}
	switch {
	case op == "*" && (a.Text == "0" || b.Text == "0"), op == "+" && a.IsInfinite() && b.IsInfinite() && a != b:
		return e.value("error", "")
	case op == "*" && strings.HasPrefix(a.Text, "-") != strings.HasPrefix(b.Text, "-"):
		return e.value("-∞", language.Integer)
	case op == "*":
		return e.value("∞", language.Integer)
	case a.IsInfinite():
		return a
	}
	return b
}

func negate(s string) string {
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		return rest
	}
	return "-" + s
}
