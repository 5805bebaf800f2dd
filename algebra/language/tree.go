package language

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
)

// The sorts that are built in.
const (
	Integer = "Integer"
	Boolean = "Boolean"
	String  = "String"
)

// Create is the operation that makes an object, and the only one without a target.
const Create = "create"

// Notation is a way to write specifications.
type Notation int

// The notations: LOBAS, in which a sequence of operations is read from left to right; and the
// functional one.
const (
	LOBAS Notation = iota
	Functional
)

// Kind says what an operation is for.
type Kind int

// The kinds of operations. Normal forms consist of constructors; a transformer makes sequences
// of constructors of others; an observer gives a value of another sort.
const (
	Constructor Kind = iota
	Transformer
	Observer
)

// String returns the kind's word in LOBAS.
func (k Kind) String() string { return [...]string{"constructor", "transformer", "observer"}[k] }

// Name is an identifier and where it stands.
type Name struct {
	Text string
	Span source.Span
}

// Class is the specification of a class.
type Class struct {
	Name       Name
	Exports    []Name // empty in functional notation, where all is exported
	Operations []*Operation
	Vars       []Var
	Axioms     []*Axiom
	Notation   Notation // in which it was written
}

// Find returns the operation of this name, or nil.
func (c *Class) Find(name string) *Operation {
	for _, o := range c.Operations {
		if o.Name.Text == name {
			return o
		}
	}
	return nil
}

// IsExported tells whether users of the class have an operation, which test cases then may consist of.
func (c *Class) IsExported(o *Operation) bool {
	return len(c.Exports) == 0 || slices.ContainsFunc(c.Exports, func(n Name) bool { return n.Text == o.Name.Text })
}

// Operation is an operation of a class. Its target is not among Params.
type Operation struct {
	Name   Name
	Kind   Kind
	Params []Var  // their names are empty in functional notation
	Result Name   // the sort of an observer; otherwise the class
	Class  string // whose operation it is
}

// hasTarget tells whether the operation is sent to an object that there is.
func (o *Operation) hasTarget() bool { return o.Name.Text != Create }

// Sorts returns the sorts of all arguments, the target's first.
func (o *Operation) Sorts() []string {
	var out []string
	if o.hasTarget() {
		out = append(out, o.Class)
	}
	for _, p := range o.Params {
		out = append(out, p.Sort.Text)
	}
	return out
}

// Var is a variable or a parameter, with its sort.
type Var struct {
	Name, Sort Name
}

// Axiom is a rule that rewrites Left into Right.
type Axiom struct {
	Label       string // empty: its number
	Left, Right Term
	Span        source.Span
}

// Term is a term: one of the types below.
type Term interface{ At() source.Span }

// Apply is an operation applied to its target, where it has one, and its arguments.
type Apply struct {
	Op    string
	Class string // qualifies create
	Args  []Term
	Decl  *Operation // nil where the operation is not known
	Span  source.Span
	Name  source.Span // where Op stands
}

// WithArg returns the same operation with another argument at the given index.
func (a *Apply) WithArg(i int, arg Term) *Apply {
	out := *a
	out.Args = slices.Clone(a.Args)
	out.Args[i] = arg
	return &out
}

// Variable is a variable, or a parameter of a sequence.
type Variable struct {
	Name string
	Sort string
	Span source.Span
}

// Literal is a value of a built-in sort, or error, whose sort is any.
type Literal struct {
	Text string // as it is printed: 3, -∞, true, "a", error
	Sort string // empty for error
	Span source.Span
}

// Operator is an operator on values of built-in sorts, or equality.
type Operator struct {
	Op   string // not and or = ≠ < ≤ > ≥ + - *
	Args []Term
	Span source.Span
}

// If is a choice between two terms.
type If struct {
	Cond, Then, Else Term
	Span             source.Span
}

// At returns where the term stands.
func (t *Apply) At() source.Span { return t.Span }

// At returns where the term stands.
func (t *Variable) At() source.Span { return t.Span }

// At returns where the term stands.
func (t *Literal) At() source.Span { return t.Span }

// At returns where the term stands.
func (t *Operator) At() source.Span { return t.Span }

// At returns where the term stands.
func (t *If) At() source.Span { return t.Span }
