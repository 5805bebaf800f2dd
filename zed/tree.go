package zed

import (
	"math/big"

	"github.com/ttf-int/ttf-int/source"
)

// Expr is a term of Z: an expression, a predicate or a schema expression. The
// notations share their operators (∧ joins predicates and schemas alike), so
// one tree holds all three; after checking, a predicate has type Bool and a
// schema expression a Power of a Schema type.
type Expr interface {
	At() source.Span // the place where it was written; the zero span for a derived term
	Typ() Type       // the type; nil before checking
}

// Info has what all expressions have in common, which embed it.
type Info struct {
	Span source.Span
	Type Type
}

// At returns where the expression was written.
func (i Info) At() source.Span { return i.Span }

// Typ returns the type of the expression, or nil before checking.
func (i Info) Typ() Type { return i.Type }

// Kind says what a checked name stands for.
type Kind int

// The kinds of names. Unresolved is what the parser leaves.
const (
	Unresolved Kind = iota
	Local           // a variable of the enclosing quantifier, comprehension or schema
	Global          // a variable of an axiomatic description
	GivenSet        // a given type
	FreeType        // a free type
	Constant        // a constant of a free type
	Builtin         // a set of the toolkit: ℤ, ℕ, ℕ₁, 𝕊
	SchemaName      // a named schema
	Element         // an element of a given type, in the literal of a value
	Formal          // a formal generic parameter
)

type (
	// Ref is a name, with its decoration (list', x?) and, where it is
	// generic, its actual parameters. The name of an operator that a
	// specification introduces is its template: "_ ⊞ _".
	Ref struct {
		Info
		Name string
		Args []Expr
		Kind Kind
	}

	// Num is an integer literal.
	Num struct {
		Info
		Value *big.Int
	}

	// Str is a string literal.
	Str struct {
		Info
		Value string
	}

	// OpRef is an operator of the toolkit in the place of a value: (_ + _), or
	// dom without an argument. It is a function, or the set of the tuples that
	// stand in a relation.
	OpRef struct {
		Info
		Op Operator
	}

	// Universe is the set of all values of its type. The checker makes it where the
	// type is inferred later, and replaces it by a written set in the end.
	Universe struct{ Info }

	// Truth is true or false.
	Truth struct {
		Info
		Value bool
	}

	// Op applies an operator of the toolkit: relations (x ∈ S) and functions
	// (S ∪ T), set constructors (ℙ S, S × T × U, S ⇸ T) included.
	Op struct {
		Info
		Op   Operator
		Args []Expr
	}

	// Logic joins predicates, or schemas. And and Or take two or more
	// arguments, Not one, the others two.
	Logic struct {
		Info
		Op   Connective
		Args []Expr
	}

	// Quant is a quantified predicate, or a quantified schema.
	Quant struct {
		Info
		Q    Quantifier
		Text Text
		Body Expr
	}

	// Comp is a set comprehension, a λ or a μ. A nil Body stands for the characteristic
	// tuple; after checking Body is never nil.
	Comp struct {
		Info
		Op   Comprehension
		Text Text
		Body Expr
	}

	// Let is local definitions and the term in which they hold.
	Let struct {
		Info
		Names  []string
		Values []Expr
		Body   Expr
		// Replaces says that the term is written Body[x := e], as in Z/EVES. Where Body
		// is a schema, the term is the schema whose component x is e.
		Replaces bool
	}

	// If is a conditional expression.
	If struct {
		Info
		Cond, Then, Else Expr
	}

	// SetExt is {a, b, c}.
	SetExt struct {
		Info
		Elems []Expr
	}

	// SeqExt is ⟨a, b, c⟩.
	SeqExt struct {
		Info
		Elems []Expr
	}

	// TupleExt is (a, b, c), two elements or more; a ↦ b is one.
	TupleExt struct {
		Info
		Elems []Expr
	}

	// Binding is ⦉x == 1, y == 2⦊; after checking it also stands for θS.
	Binding struct {
		Info
		Names  []string
		Values []Expr
	}

	// Apply is the application f x.
	Apply struct {
		Info
		Fn, Arg Expr
	}

	// Select is the component b.x of a binding.
	Select struct {
		Info
		X    Expr
		Name string
	}

	// TupleSelect is the component t.n of a tuple, from 1.
	TupleSelect struct {
		Info
		X     Expr
		Index int
	}

	// Schema is a schema text in brackets or a box: [D | P].
	Schema struct {
		Info
		Text Text
	}

	// Decorate is S': a schema with all its components decorated.
	Decorate struct {
		Info
		X    Expr
		Mark string
	}

	// Rename is S[new/old, …].
	Rename struct {
		Info
		X        Expr
		New, Old []string
	}

	// Hide is S \ (x, y).
	Hide struct {
		Info
		X     Expr
		Names []string
	}

	// Combine is an operator on two schemas that has no counterpart on
	// predicates.
	Combine struct {
		Info
		Op   Combination
		X, Y Expr
	}

	// Pre is pre S.
	Pre struct {
		Info
		X Expr
	}

	// Theta is θS or θS'. The checker replaces it by a Binding.
	Theta struct {
		Info
		X    Expr
		Mark string
	}

	// Occur is a place where the schema of a unit stands as an operation in
	// another unit's schema expression. Package schema makes it; it is a
	// predicate, true where Body is. Trees of conditions treat it as opaque.
	Occur struct {
		Info
		Schema string // the name of the schema
		Index  int    // the number of the occurrence, from 1, among those of this schema
		// Rename maps the components of the schema to the variables that they are here;
		// nil where all keep their names.
		Rename map[string]string
		Vars   []Var // the schema's components, under their names here
		Body   Expr  // the schema's predicate, over Vars; shared between occurrences
	}
)

// Text is a schema text: declarations and an optional predicate (nil: true).
type Text struct {
	Decls []Decl
	Pred  Expr
}

// Decl declares names of a type, or includes a schema (Names empty).
type Decl struct {
	Names []Ident
	Type  Expr // the set that the names range over, or the included schema
}

// Ident is a name where it is declared.
type Ident struct {
	Name string
	Span source.Span
}

// Var is a component of a schema after checking.
type Var struct {
	Name string
	Type Type
	Decl Expr        // the set in which it was declared, type-checked
	Span source.Span // where it was declared
}

// Connective is a logical connective.
type Connective int

// The connectives.
const (
	And Connective = iota
	Or
	Implies
	Iff
	Not
)

// Quantifier is a quantifier.
type Quantifier int

// The quantifiers.
const (
	Forall Quantifier = iota
	Exists
	Exists1
)

// Comprehension is a term that binds variables.
type Comprehension int

// The comprehensions.
const (
	SetComp Comprehension = iota
	Lambda
	Mu
)

// Combination is a schema operator that predicates do not have.
type Combination int

// The combinations.
const (
	Compose Combination = iota // S ⨾ T
	Pipe                       // S ≫ T
	Project                    // S ↾ T
)

// Paragraph is one paragraph of a specification.
type Paragraph interface {
	At() source.Span
}

type (
	// Given introduces given types: [NAME, DATE].
	Given struct {
		Span  source.Span
		Names []Ident
	}

	// Free introduces a free type: T ::= a | b | c⟪ℤ⟫.
	Free struct {
		Span     source.Span
		Name     Ident
		Branches []Branch
	}

	// Define introduces a name for a term: X == e, S ≙ [D | P], and schema
	// boxes.
	Define struct {
		Span   source.Span
		Name   Ident
		Params []Ident // generic parameters
		Value  Expr
		Box    bool // written as a schema box
	}

	// Axiom is an axiomatic description, or, with parameters, a generic one.
	Axiom struct {
		Span   source.Span
		Params []Ident
		Text   Text
	}

	// Conjecture is a predicate that is claimed to hold.
	Conjecture struct {
		Span   source.Span
		Name   string // "" where it has none
		Params []Ident
		Pred   Expr
	}

	// Template introduces an operator. From this paragraph on, and in sections that
	// have this one as a parent, the operator is written as Form says.
	Template struct {
		Span source.Span
		Form UserForm
	}

	// Section begins a section of a document, which ends at the next section.
	Section struct {
		Span    source.Span
		Name    Ident
		Parents []Ident
	}

	// Unread stands for a paragraph with a syntax error. Names are the names in it, any
	// of which it may introduce. More says that it also stands for text whose names are
	// not known.
	Unread struct {
		Span  source.Span
		Names []Ident
		More  bool
	}

	// Input stands for a file that is read in its place.
	Input struct {
		Span source.Span
		File string
	}
)

// UserForm says how an operator is written that a specification introduces.
type UserForm struct {
	// Name is the template: "_ ⊞ _", "seqs _", "_ !!", "⟅ _ ⟆".
	Name     string
	Category Category
	// Level is the level of an infix operator among those of the toolkit. The levels of
	// relations and of generic prefix operators are fixed.
	Level Level
	Right bool // an infix operator that associates to the right
}

// Category says what an application of an operator means.
type Category int

// The categories of operators.
const (
	FunctionTemplate Category = iota // x ⊞ y is the application (_ ⊞ _)(x, y)
	RelationTemplate                 // x ⊞ y is the membership (x, y) ∈ (_ ⊞ _)
	GenericTemplate                  // X ⊞ Y is the instance (_ ⊞ _)[X, Y]
)

// Branch is one branch of a free type; Arg is nil for a constant.
type Branch struct {
	Name Ident
	Arg  Expr
}

// At returns where the paragraph was written.
func (p *Given) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Free) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Define) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Axiom) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Template) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Section) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Unread) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Input) At() source.Span { return p.Span }

// At returns where the paragraph was written.
func (p *Conjecture) At() source.Span { return p.Span }
