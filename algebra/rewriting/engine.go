package rewriting

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// DefaultSteps is how often an engine applies an axiom before it gives up.
const DefaultSteps = 20_000_000

// maxNesting is how deep applications of axioms may be nested.
const maxNesting = 100_000

// ErrSteps says that a term has no normal form within the number of steps.
var ErrSteps = errors.New("the axioms give no normal form within the number of steps")

// CircleError says that a term has no normal form, since it is rewritten to what has it again.
type CircleError struct{ Term string }

func (e *CircleError) Error() string {
	return fmt.Sprintf("the axioms give no normal form: %s is rewritten to what has it again", e.Term)
}

// Engine applies the axioms of classes. It is for one goroutine.
type Engine struct {
	Steps int                     // how many are left
	Fired map[*language.Axiom]int // how often each axiom was applied

	axioms     map[*language.Operation][]*language.Axiom
	terms      map[string]*Term
	operations map[*language.Operation]int
	leaves     map[*Term]*Tree
	branches   map[branchKey]*Tree
	choices    map[choiceKey]*Tree
	applied    map[string]*Tree
	reasons    map[*Term]Reason
	explained  map[*Tree]bool
	current    site     // of the right side that is evaluated
	open       []string // the keys of what is being rewritten
	nextID     int
	depth      int
}

// New returns an engine for the axioms of classes.
func New(classes []*language.Class) *Engine {
	e := &Engine{
		Steps: DefaultSteps, Fired: map[*language.Axiom]int{},
		axioms: map[*language.Operation][]*language.Axiom{}, terms: map[string]*Term{},
		operations: map[*language.Operation]int{}, leaves: map[*Term]*Tree{},
		branches: map[branchKey]*Tree{}, choices: map[choiceKey]*Tree{}, applied: map[string]*Tree{},
		reasons: map[*Term]Reason{}, explained: map[*Tree]bool{},
	}
	for _, c := range classes {
		for _, a := range c.Axioms {
			if l, ok := a.Left.(*language.Apply); ok && l.Decl != nil {
				e.axioms[l.Decl] = append(e.axioms[l.Decl], a)
			}
		}
	}
	return e
}

// Normalize returns the tree of normal forms of a term. Its variables are parameters, of which
// nothing is known but their sort; integers among them are finite. The error is ErrSteps or a CircleError.
func (e *Engine) Normalize(t language.Term) (tree *Tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			circle, is := r.(*CircleError)
			if r != ErrSteps && !is {
				panic(r)
			}
			if tree, err = nil, ErrSteps; is {
				err = circle
			}
			for _, key := range e.open {
				delete(e.applied, key)
			}
			e.open, e.depth, e.current = nil, 0, site{}
		}
	}()
	return e.eval(t, nil), nil
}

// pending stands for the tree of what is being rewritten.
var pending = &Tree{}

// binding gives the variables of an axiom their values.
type binding map[string]*Term

func (e *Engine) eval(t language.Term, b binding) *Tree {
	switch t := t.(type) {
	case *language.Literal:
		return e.leaf(e.value(t.Text, t.Sort))
	case *language.Variable:
		if v := b[t.Name]; v != nil {
			return e.leaf(v)
		}
		return e.leaf(e.intern(Term{Kind: Parameter, Text: t.Name, Sort: t.Sort}))
	case *language.If:
		cond := e.eval(t.Cond, b)
		e.explain(cond, e.current, t.Cond, b)
		return e.either(cond, func() *Tree { return e.eval(t.Then, b) }, func() *Tree { return e.eval(t.Else, b) })
	case *language.Operator:
		return e.evalOperator(t, b)
	case *language.Apply:
		args := make([]*Tree, len(t.Args))
		for i, a := range t.Args {
			args[i] = e.eval(a, b)
		}
		return e.apply(t.Decl, t.Op, args)
	}
	panic("a term of an unknown kind")
}

// either evaluates only what some path of the condition leads to.
func (e *Engine) either(cond *Tree, yes, no func() *Tree) *Tree {
	if cond.Leaf != nil {
		switch cond.Leaf.Text {
		case "true":
			return yes()
		case "false":
			return no()
		}
		return cond
	}
	none := e.leaf(e.value("error", ""))
	a, b := none, none
	if e.has(cond, func(l *Term) bool { return l.Text == "true" }) {
		a = yes()
	}
	if e.has(cond, func(l *Term) bool { return l.Text == "false" }) {
		b = no()
	}
	return e.choose(cond, a, b)
}

func (e *Engine) truth(b bool) *Tree {
	return e.leaf(e.value(strconv.FormatBool(b), language.Boolean))
}

// evalOperator evaluates an operator; and and or do not look at their right side where the left
// one decides.
func (e *Engine) evalOperator(t *language.Operator, b binding) *Tree {
	left := e.eval(t.Args[0], b)
	right := func() *Tree { return e.eval(t.Args[1], b) }
	yes, no := e.truth(true), e.truth(false)
	switch t.Op {
	case "not":
		return e.choose(left, no, yes)
	case "and":
		return e.either(left, right, func() *Tree { return no })
	case "or":
		return e.either(left, func() *Tree { return yes }, right)
	}
	return e.apply(nil, t.Op, []*Tree{left, right()})
}

// apply applies an operation, or an operator where op is nil, to trees.
func (e *Engine) apply(op *language.Operation, name string, args []*Tree) *Tree {
	key := make([]byte, 0, 32)
	if op != nil {
		key = strconv.AppendInt(key, int64(e.number(op)), 36)
	} else {
		key = append(append(key, '!'), name...)
	}
	for _, a := range args {
		key = strconv.AppendInt(append(key, ' '), int64(a.id), 36)
	}
	if known := e.applied[string(key)]; known == pending {
		again := e.intern(Term{Kind: Operation, Op: op, Sort: op.Result.Text, Args: leavesOf(args)})
		panic(&CircleError{again.String()})
	} else if known != nil {
		return known
	}
	var out *Tree
	if first(args...) != nil {
		out = e.compose(e.combine(op, name, args), func(l *Term) *Tree {
			leaves := make([]*Tree, len(l.Args))
			for i, a := range l.Args {
				leaves[i] = e.leaf(a)
			}
			return e.apply(op, name, leaves)
		})
	} else {
		terms := make([]*Term, len(args))
		failed := false
		for i, a := range args {
			terms[i] = a.Leaf
			failed = failed || a.Leaf.Kind == Failed
		}
		switch {
		case failed:
			out = e.leaf(e.value("error", ""))
		case op == nil:
			out = e.operate(name, terms[0], terms[1])
		default:
			e.applied[string(key)], e.open = pending, append(e.open, string(key))
			out = e.rewrite(op, terms)
			e.open = e.open[:len(e.open)-1]
		}
	}
	e.applied[string(key)] = out
	return out
}

func leavesOf(trees []*Tree) (out []*Term) {
	for _, t := range trees {
		out = append(out, t.Leaf)
	}
	return out
}

// rewrite applies the first axiom that fits; where that depends on parameters, under conditions.
func (e *Engine) rewrite(op *language.Operation, args []*Term) *Tree {
	e.depth++
	defer func() { e.depth-- }()
	if e.Steps--; e.Steps < 0 || e.depth > maxNesting {
		panic(ErrSteps)
	}
	return e.tryAxioms(e.axioms[op], op, args)
}

func (e *Engine) tryAxioms(axioms []*language.Axiom, op *language.Operation, args []*Term) *Tree {
	for i, a := range axioms {
		b := binding{}
		m := matcher{engine: e, binding: b, fits: e.truth(true)}
		for j, p := range a.Left.(*language.Apply).Args {
			if !m.match(p, args[j]) {
				break
			}
		}
		if m.fits == e.truth(false) {
			continue
		}
		at := site{a, op, args}
		e.explain(m.fits, at, nil, b)
		return e.either(m.fits, func() *Tree {
			e.Fired[a]++
			before := e.current
			e.current = at
			out := e.eval(a.Right, b)
			e.current = before
			return out
		}, func() *Tree { return e.tryAxioms(axioms[i+1:], op, args) })
	}
	return e.leaf(e.intern(Term{Kind: Operation, Op: op, Sort: op.Result.Text, Args: args}))
}

// matcher holds a left side against a term.
type matcher struct {
	engine  *Engine
	binding binding
	fits    *Tree // under which conditions it does
}

func (m *matcher) match(p language.Term, t *Term) bool {
	e := m.engine
	switch p := p.(type) {
	case *language.Variable:
		if old := m.binding[p.Name]; old != nil {
			return m.require(e.operate("=", old, t))
		}
		m.binding[p.Name] = t
		return true
	case *language.Literal:
		return m.require(e.operate("=", e.value(p.Text, p.Sort), t))
	case *language.Apply:
		if t.Kind == Operation && t.Op == p.Decl {
			for i, a := range p.Args {
				if !m.match(a, t.Args[i]) {
					return false
				}
			}
			return true
		}
	}
	return m.require(e.truth(false))
}

func (m *matcher) require(t *Tree) bool {
	m.fits = m.engine.choose(m.fits, t, m.engine.truth(false))
	return m.fits != m.engine.truth(false)
}

// operate applies an operator to values and parameters.
func (e *Engine) operate(op string, a, b *Term) *Tree {
	values := a.Kind == Value && b.Kind == Value
	yes, no := e.truth(true), e.truth(false)
	switch op {
	case "≠":
		return e.choose(e.operate("=", a, b), no, yes)
	case ">":
		return e.operate("<", b, a)
	case "≥":
		return e.choose(e.operate("<", a, b), no, yes)
	case "≤":
		return e.choose(e.operate("<", b, a), no, yes)
	case "=":
		return e.equate(a, b)
	case "<":
		switch {
		case a == b:
			return no
		case values:
			return e.truth(compare(a, b) < 0)
		case a.IsInfinite() && isFinite(b), b.IsInfinite() && isFinite(a):
			return e.truth(a.Text == "-∞" || b.Text == "∞")
		}
		return e.leaf(e.intern(Term{Kind: Operator, Text: "<", Sort: language.Boolean, Args: []*Term{a, b}}))
	}
	if values {
		return e.leaf(e.calculate(op, a, b))
	}
	return e.leaf(e.intern(Term{Kind: Operator, Text: op, Sort: language.Integer, Args: []*Term{a, b}}))
}

// isFinite tells whether an integer is made of parameters and finite values.
func isFinite(t *Term) bool {
	if t.Kind == Operation || t.IsInfinite() {
		return false
	}
	for _, a := range t.Args {
		if !isFinite(a) {
			return false
		}
	}
	return true
}

// equate compares two terms; objects are equal where their normal forms are.
func (e *Engine) equate(a, b *Term) *Tree {
	constructed := func(t *Term) bool { return t.Kind == Operation && t.Op.Kind == language.Constructor }
	switch {
	case a == b:
		return e.truth(true)
	case a.Kind == Value && b.Kind == Value:
		return e.truth(false)
	case a.IsInfinite() && isFinite(b), b.IsInfinite() && isFinite(a):
		return e.truth(false)
	case a.Kind == Value && a.Sort == language.Boolean:
		return e.choose(e.leaf(b), e.truth(a.Text == "true"), e.truth(a.Text != "true"))
	case b.Kind == Value && b.Sort == language.Boolean:
		return e.equate(b, a)
	case constructed(a) && constructed(b):
		if a.Op != b.Op {
			return e.truth(false)
		}
		out := e.truth(true)
		for i := range a.Args {
			out = e.choose(out, e.equate(a.Args[i], b.Args[i]), e.truth(false))
		}
		return out
	}
	if a.id > b.id {
		a, b = b, a
	}
	return e.leaf(e.intern(Term{Kind: Operator, Text: "=", Sort: language.Boolean, Args: []*Term{a, b}}))
}
