package ground

import (
	"math/big"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// rule is an axiom as it is compiled.
type rule struct {
	left  []*code
	right *code
	slots int // of variables
}

type form int

// The forms of codes.
const (
	constant form = iota
	variable
	choice
	application
	operator
	result // a branch of an axiom
)

// code is a compiled term.
type code struct {
	form  form
	value Ref        // of a constant
	slot  int        // of a variable; the number of a branch
	op    *operation // of an application
	sign  string     // an operator
	args  []*code
}

// addAxiom compiles an axiom.
func (m *Machine) addAxiom(c *language.Class, a *language.Axiom) {
	left, ok := a.Left.(*language.Apply)
	if !ok || left.Decl == nil {
		return
	}
	names := map[string]int{}
	var r rule
	for _, t := range left.Args {
		r.left = append(r.left, m.compile(t, names))
	}
	r.right = m.compileRight(c, a, a.Right, names)
	r.slots = len(names)
	o := m.byDecl[left.Decl]
	if len(r.left) > 0 && r.left[0].form == application {
		head := r.left[0].op.number
		o.byHead[head] = append(o.byHead[head], r)
		return
	}
	o.rest = append(o.rest, r)
	for i := range o.byHead {
		o.byHead[i] = append(o.byHead[i], r)
	}
}

// compileRight compiles the right side of an axiom, and numbers its branches.
func (m *Machine) compileRight(c *language.Class, a *language.Axiom, t language.Term, names map[string]int) *code {
	if t, ok := t.(*language.If); ok {
		return &code{form: choice, args: []*code{m.compile(t.Cond, names), m.compileRight(c, a, t.Then, names),
			m.compileRight(c, a, t.Else, names)}}
	}
	m.branches = append(m.branches, Branch{c, a, t})
	return &code{form: result, slot: len(m.branches) - 1, args: []*code{m.compile(t, names)}}
}

func compileTerm(m *Machine, t language.Term) (*code, map[string]int) {
	names := map[string]int{}
	return m.compile(t, names), names
}

func (m *Machine) compile(t language.Term, names map[string]int) *code {
	out := &code{}
	switch t := t.(type) {
	case *language.Literal:
		return &code{form: constant, value: m.makeValue(t)}
	case *language.Variable:
		slot, ok := names[t.Name]
		if !ok {
			slot = len(names)
			names[t.Name] = slot
		}
		return &code{form: variable, slot: slot}
	case *language.If:
		out.form = choice
	case *language.Operator:
		out.form, out.sign = operator, t.Op
	case *language.Apply:
		out.form, out.op = application, m.byDecl[t.Decl]
	}
	for _, a := range language.Children(t) {
		out.args = append(out.args, m.compile(a, names))
	}
	return out
}

// makeValue returns the term of a literal.
func (m *Machine) makeValue(l *language.Literal) Ref {
	switch l.Text {
	case "error":
		return Error
	case "true":
		return True
	case "false":
		return False
	case "∞":
		return infinite
	case "-∞":
		return minusInfinite
	}
	if l.Sort == language.String {
		return m.MakeString(l.Text)
	}
	if n, err := strconv.ParseInt(l.Text, 10, 64); err == nil {
		return m.MakeInteger(n)
	}
	n, ok := new(big.Int).SetString(l.Text, 10)
	if !ok {
		panic("not a number: " + l.Text)
	}
	return m.makeBig(n)
}

func (m *Machine) addValue(op int32, n int64) Ref {
	m.nodes = append(m.nodes, node{op: op, n: n})
	return Ref(len(m.nodes) - 1)
}

// MakeInteger returns the term of an integer.
func (m *Machine) MakeInteger(n int64) Ref { return m.addValue(isInteger, n) }

func (m *Machine) makeBig(n *big.Int) Ref {
	if n.IsInt64() {
		return m.MakeInteger(n.Int64())
	}
	m.bigs = append(m.bigs, n)
	return m.addValue(isBig, int64(len(m.bigs)-1))
}

// MakeString returns the term of a string as it is written, with its quotation marks.
func (m *Machine) MakeString(s string) Ref {
	n, ok := m.byString[s]
	if !ok {
		n = int64(len(m.strings))
		m.strings = append(m.strings, s)
		m.byString[s] = n
	}
	return m.addValue(isString, n)
}
