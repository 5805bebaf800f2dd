package mutants

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// Mutant is an axiom of a class with a mistake in it.
type Mutant struct {
	Axiom int           // which of the class's axioms it is made of
	Right language.Term // its right side, in the place of that axiom's
}

// Of returns the mutants of a class's axioms, in their order; of one axiom no two have the same right side.
func Of(class *language.Class) (out []Mutant) {
	sorts := map[string]string{}
	for _, v := range class.Vars {
		sorts[v.Name.Text] = v.Sort.Text
	}
	for i, a := range class.Axioms {
		left, is := a.Left.(*language.Apply)
		if !is || left.Decl == nil {
			continue
		}
		m := &maker{class: class.Name.Text, sorts: sorts, sort: left.Decl.Result.Text, seen: map[string]bool{}}
		eachVariable(a.Left, func(v *language.Variable) {
			if !slices.Contains(m.bound, v.Name) {
				m.bound = append(m.bound, v.Name)
			}
		})
		m.see(a.Right)
		if left.Decl.Kind == language.Transformer && len(left.Args) > 0 {
			m.target = left.Args[0]
		}
		m.result(a.Right, func(t language.Term) {
			if m.see(t) {
				out = append(out, Mutant{Axiom: i, Right: t})
			}
		})
	}
	return out
}

// Apply returns the class with the mutant in the place of its axiom. Its operations are the same.
func (m Mutant) Apply(class *language.Class) *language.Class {
	out := *class
	out.Axioms = slices.Clone(class.Axioms)
	axiom := *out.Axioms[m.Axiom]
	axiom.Right = m.Right
	out.Axioms[m.Axiom] = &axiom
	return &out
}

// maker makes the mutants of one axiom.
type maker struct {
	class  string
	sorts  map[string]string // of variables
	sort   string            // of the right side
	bound  []string          // the variables of the left side, in their order
	target language.Term     // what a transformer is sent to; nil: nothing
	seen   map[string]bool   // right sides
}

// see tells whether a right side is new.
func (m *maker) see(t language.Term) bool {
	text := language.FormatTerm(t, language.LOBAS)
	known := m.seen[text]
	m.seen[text] = true
	return !known
}

// result makes the mutants of a right side, or of a branch of it. What is made is handed to use as the whole.
func (m *maker) result(t language.Term, use func(language.Term)) {
	if t, is := t.(*language.If); is {
		use(t.Then)
		use(t.Else)
		use(&language.If{Cond: t.Cond, Then: t.Else, Else: t.Then})
		m.part(t.Cond, language.Boolean, func(c language.Term) {
			use(&language.If{Cond: c, Then: t.Then, Else: t.Else})
		})
		m.result(t.Then, func(b language.Term) { use(&language.If{Cond: t.Cond, Then: b, Else: t.Else}) })
		m.result(t.Else, func(b language.Term) { use(&language.If{Cond: t.Cond, Then: t.Then, Else: b}) })
		return
	}
	failure := &language.Literal{Text: "error"}
	if l, is := t.(*language.Literal); is && l.Text == failure.Text {
		if m.target != nil {
			use(m.target)
		}
		return
	}
	m.part(t, m.sort, use)
	use(failure)
}

// part makes the mutants of a term of the given sort that is not a branch.
func (m *maker) part(t language.Term, sort string, use func(language.Term)) {
	switch t := t.(type) {
	case *language.Literal:
		m.literal(t, use)
	case *language.Variable:
		for _, name := range m.bound {
			if name != t.Name && m.sorts[name] == m.sorts[t.Name] {
				use(&language.Variable{Name: name, Sort: m.sorts[name]})
			}
		}
		if sort == language.Boolean {
			use(&language.Operator{Op: "not", Args: []language.Term{t}})
		}
	case *language.Operator:
		m.operator(t, use)
	case *language.If:
		use(t.Then)
		use(t.Else)
		m.part(t.Cond, language.Boolean, func(c language.Term) {
			use(&language.If{Cond: c, Then: t.Then, Else: t.Else})
		})
		m.part(t.Then, sort, func(b language.Term) { use(&language.If{Cond: t.Cond, Then: b, Else: t.Else}) })
		m.part(t.Else, sort, func(b language.Term) { use(&language.If{Cond: t.Cond, Then: t.Then, Else: b}) })
	case *language.Apply:
		m.application(t, use)
	}
}

// literal makes neighbours of an integer, and the other truth value.
func (m *maker) literal(t *language.Literal, use func(language.Term)) {
	switch n, err := strconv.ParseInt(t.Text, 10, 64); {
	case t.Sort == language.Integer && err == nil:
		use(integer(n + 1))
		use(integer(n - 1))
	case t.Text == "true":
		use(&language.Literal{Text: "false", Sort: language.Boolean})
	case t.Text == "false":
		use(&language.Literal{Text: "true", Sort: language.Boolean})
	}
}

func integer(n int64) language.Term {
	return &language.Literal{Text: strconv.FormatInt(n, 10), Sort: language.Integer}
}

// others are the operators that are written in the place of one.
func others(op string) []string {
	return map[string][]string{
		"<": {"≤", ">", "="}, "≤": {"<", "≥", "="}, ">": {"≥", "<", "="}, "≥": {">", "≤", "="}, "=": {"≠"}, "≠": {"="},
		"and": {"or"}, "or": {"and"}, "+": {"-"}, "-": {"+"}, "*": {"+"},
	}[op]
}

// operator makes other operators, one of two operands alone, and 0 of a sum.
func (m *maker) operator(t *language.Operator, use func(language.Term)) {
	for _, op := range others(t.Op) {
		use(&language.Operator{Op: op, Args: t.Args})
	}
	of := language.Integer
	switch t.Op {
	case "not":
		use(t.Args[0])
		of = language.Boolean
	case "and", "or":
		use(t.Args[0])
		use(t.Args[1])
		of = language.Boolean
	case "+", "-", "*":
		use(t.Args[0])
		use(t.Args[1])
		use(integer(0))
	case "=", "≠":
		of = m.sortOf(t.Args[0])
	}
	for i, a := range t.Args {
		m.part(a, of, func(b language.Term) {
			if inner, is := b.(*language.Operator); is && inner.Op == "not" && t.Op == "not" {
				return // it is what leaving out the outer one gives
			}
			args := slices.Clone(t.Args)
			args[i] = b
			use(&language.Operator{Op: t.Op, Args: args})
		})
	}
}

// sortOf returns the sort of a term as far as it says.
func (m *maker) sortOf(t language.Term) string {
	switch t := t.(type) {
	case *language.Variable:
		return m.sorts[t.Name]
	case *language.Literal:
		return t.Sort
	case *language.Apply:
		if t.Decl != nil {
			return t.Decl.Result.Text
		}
	}
	return ""
}

// application leaves an operation out, where what it is sent to is of the same class, and makes the mutants of its
// arguments.
func (m *maker) application(t *language.Apply, use func(language.Term)) {
	if t.Decl == nil {
		return
	}
	sorts := t.Decl.Sorts()
	if len(t.Args) == 0 || len(sorts) != len(t.Args) {
		return
	}
	switch {
	case sorts[0] == t.Decl.Result.Text && t.Op != language.Create:
		use(t.Args[0])
	case t.Decl.Result.Text == language.Boolean:
		use(&language.Operator{Op: "not", Args: []language.Term{t}})
	}
	for i, a := range t.Args {
		m.part(a, sorts[i], func(b language.Term) { use(t.WithArg(i, b)) })
	}
}

func eachVariable(t language.Term, use func(*language.Variable)) {
	if v, is := t.(*language.Variable); is {
		use(v)
	}
	for _, c := range language.Children(t) {
		eachVariable(c, use)
	}
}
