package ground

import (
	"errors"
	"math/big"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// maxNesting is how deep applications of axioms may be nested.
const maxNesting = 100_000

// ErrSteps says that a term has no normal form within the number of steps.
var ErrSteps = errors.New("the axioms give no normal form within the number of steps")

// ErrStuck says that the value of a term is needed that no axiom covers.
var ErrStuck = errors.New("no axiom covers a term whose value is needed")

// Ref is a term in normal form of one machine, until its next Reset.
type Ref int32

// What nodes are, but for applications, which have the number of their operation.
const (
	isInteger = -1 - iota
	isBig
	isString
	isFixed
)

// The terms that every machine has.
const (
	Error Ref = iota
	True
	False
	infinite
	minusInfinite
	fixed // how many these are
)

// node is a term. Equal terms need not be one node.
type node struct {
	op    int32 // of an application; otherwise what it is
	stuck bool  // whether some axiom is missing
	first int32 // where its arguments are
	memo  int32 // where the values of its operations without arguments are
	n     int64 // an integer, or the number of a string or of a big integer
}

// operation is an operation as it is compiled.
type operation struct {
	decl   *language.Operation
	number int32
	arity  int
	slot   int      // among those without arguments of its class; -1: it has some
	slots  int      // how many of them its result has
	byHead [][]rule // the axioms, by the operation in the first argument
	rest   []rule   // those for any first argument of another kind
}

// Machine evaluates ground terms. It is for one goroutine.
type Machine struct {
	Steps int   // how many axioms may still be applied
	Taken []int // how often each branch was taken, by its number

	operations []*operation
	byDecl     map[*language.Operation]*operation
	branches   []Branch
	nodes      []node
	args       []Ref
	memo       []Ref
	frame      []Ref
	bigs       []*big.Int
	strings    []string
	byString   map[string]int64
	kept       [3]int // how much of nodes, args and memo stays after a Reset
	depth      int
	builder    language.Builder
}

// Branch is one way in which an axiom may be applied: the part of its right side that is the
// result.
type Branch struct {
	Class *language.Class
	Axiom *language.Axiom
	Part  language.Term
}

// New returns a machine for the axioms of classes.
func New(classes []*language.Class) *Machine {
	m := &Machine{byDecl: map[*language.Operation]*operation{}, byString: map[string]int64{}}
	m.nodes = make([]node, fixed)
	for i := range m.nodes {
		m.nodes[i].op = isFixed
	}
	slots := map[string]int{}
	for _, c := range classes {
		for _, o := range c.Operations {
			p := &operation{decl: o, number: int32(len(m.operations)), arity: len(o.Params), slot: -1}
			if o.Name.Text != language.Create {
				p.arity++
				if len(o.Params) == 0 {
					p.slot = slots[c.Name.Text]
					slots[c.Name.Text]++
				}
			}
			m.operations = append(m.operations, p)
			m.byDecl[o] = p
		}
	}
	for _, p := range m.operations {
		p.slots, p.byHead = slots[p.decl.Result.Text], make([][]rule, len(m.operations))
	}
	for _, c := range classes {
		for _, a := range c.Axioms {
			m.addAxiom(c, a)
		}
	}
	m.Taken = make([]int, len(m.branches))
	m.kept = [3]int{len(m.nodes), len(m.args), len(m.memo)}
	return m
}

// Branches returns all branches of the axioms, by their numbers.
func (m *Machine) Branches() []Branch { return m.branches }

// Reset forgets all terms, so that their memory is used again.
func (m *Machine) Reset() {
	m.nodes, m.args, m.memo = m.nodes[:m.kept[0]], m.args[:m.kept[1]], m.memo[:m.kept[2]]
}

// IsStuck tells whether some part of a term is covered by no axiom.
func (m *Machine) IsStuck(r Ref) bool { return m.nodes[r].stuck }

// IsValue tells whether a term is a value of a built-in sort, or an error.
func (m *Machine) IsValue(r Ref) bool { return m.nodes[r].op < 0 }

// Evaluate returns the normal form of a term without variables. The error is ErrSteps or ErrStuck.
func (m *Machine) Evaluate(t language.Term) (r Ref, err error) {
	defer m.recover(&err)
	e, names := compileTerm(m, t)
	if len(names) > 0 {
		panic("a ground term has no variables: " + language.FormatTerm(t, language.LOBAS))
	}
	return m.eval(e, 0), nil
}

// Send returns what an operation makes of arguments, the target first where it has one. The error
// is ErrSteps or ErrStuck.
func (m *Machine) Send(o *language.Operation, args ...Ref) (r Ref, err error) {
	defer m.recover(&err)
	return m.apply(m.byDecl[o], args), nil
}

// recover turns the panic that ends an evaluation into its error.
func (m *Machine) recover(err *error) {
	switch r := recover(); r {
	case nil:
		return
	case ErrSteps, ErrStuck:
		m.depth, m.frame = 0, m.frame[:0]
		*err = r.(error)
	default:
		panic(r)
	}
}

// apply applies an operation to normal forms.
func (m *Machine) apply(o *operation, args []Ref) Ref {
	for _, a := range args {
		if a == Error {
			return Error
		}
	}
	var memo int32 = -1
	if o.slot >= 0 && len(args) == 1 && m.nodes[args[0]].op >= 0 {
		memo = m.nodes[args[0]].memo + int32(o.slot)
		if known := m.memo[memo]; known >= 0 {
			return known
		}
	}
	if m.depth++; m.depth > maxNesting {
		panic(ErrSteps)
	}
	out := m.rewrite(o, args)
	m.depth--
	if memo >= 0 {
		m.memo[memo] = out
	}
	return out
}

// rewrite applies the first axiom that fits; without one the application is a normal form.
func (m *Machine) rewrite(o *operation, args []Ref) Ref {
	rules := o.rest
	if len(args) > 0 {
		if head := m.nodes[args[0]].op; head >= 0 {
			rules = o.byHead[head]
		}
	}
	for i := range rules {
		r := &rules[i]
		base := len(m.frame)
		for range r.slots {
			m.frame = append(m.frame, -1)
		}
		fits := true
		for j, p := range r.left {
			if fits = m.match(p, args[j], base); !fits {
				break
			}
		}
		if fits {
			if m.Steps--; m.Steps < 0 {
				panic(ErrSteps)
			}
			out := m.eval(r.right, base)
			m.frame = m.frame[:base]
			return out
		}
		m.frame = m.frame[:base]
	}
	return m.make(o, args)
}

// make returns an application as it is.
func (m *Machine) make(o *operation, args []Ref) Ref {
	n := node{op: o.number, first: int32(len(m.args)), memo: int32(len(m.memo)),
		stuck: o.decl.Kind != language.Constructor}
	for _, a := range args {
		n.stuck = n.stuck || m.nodes[a].stuck
	}
	m.args = append(m.args, args...)
	for range o.slots {
		m.memo = append(m.memo, -1)
	}
	m.nodes = append(m.nodes, n)
	return Ref(len(m.nodes) - 1)
}

// Parts returns the operation that a normal form ends in and its arguments; nil for values of built-in sorts.
func (m *Machine) Parts(r Ref) (*language.Operation, []Ref) {
	if m.IsValue(r) {
		return nil, nil
	}
	return m.operations[m.nodes[r].op].decl, m.argsOf(r)
}

func (m *Machine) argsOf(r Ref) []Ref {
	n := &m.nodes[r]
	if n.op < 0 {
		return nil
	}
	return m.args[n.first : int(n.first)+m.operations[n.op].arity]
}

// Equal tells whether two terms are the same.
func (m *Machine) Equal(a, b Ref) bool {
	if a == b {
		return true
	}
	x, y := &m.nodes[a], &m.nodes[b]
	switch {
	case x.op != y.op || x.op == isFixed:
		return false
	case x.op == isBig:
		return m.bigs[x.n].Cmp(m.bigs[y.n]) == 0
	case x.op < 0:
		return x.n == y.n
	}
	as, bs := m.argsOf(a), m.argsOf(b)
	for i := len(as) - 1; i >= 0; i-- { // what was done last differs more often
		if !m.Equal(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// Syntax returns a term as one of the language.
func (m *Machine) Syntax(r Ref) language.Term {
	n := &m.nodes[r]
	switch {
	case n.op == isInteger:
		return &language.Literal{Text: strconv.FormatInt(n.n, 10), Sort: language.Integer}
	case n.op == isBig:
		return &language.Literal{Text: m.bigs[n.n].String(), Sort: language.Integer}
	case n.op == isString:
		return &language.Literal{Text: m.strings[n.n], Sort: language.String}
	case n.op == isFixed:
		return [...]*language.Literal{{Text: "error"}, {Text: "true", Sort: language.Boolean},
			{Text: "false", Sort: language.Boolean}, {Text: "∞", Sort: language.Integer},
			{Text: "-∞", Sort: language.Integer}}[r]
	}
	o := m.operations[n.op].decl
	out := m.builder.Apply(o)
	for _, a := range m.argsOf(r) {
		out.Args = append(out.Args, m.Syntax(a))
	}
	return out
}

// Pack appends the nodes of a term, as the packer numbers them.
func (m *Machine) Pack(p *language.Packer, out language.Packed, r Ref) language.Packed {
	n := &m.nodes[r]
	switch {
	case n.op == isInteger:
		return append(out, p.Integer(n.n))
	case n.op < 0:
		l := m.Syntax(r).(*language.Literal)
		return append(out, p.Literal(l.Text, l.Sort))
	}
	for _, a := range m.argsOf(r) {
		out = m.Pack(p, out, a)
	}
	return append(out, p.Operation(m.operations[n.op].decl))
}
