package evaltest

import (
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/eval/functions"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/sets"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// elements is how many elements the given types of a document have.
const elements = 2

// Whole has the parts of a compiler over some variables, and is what they ask for terms of
// all kinds: it implements scope.Expressions.
type Whole struct {
	Globals      *eval.Globals
	Vars         []zed.Var
	Places       *scope.Places
	Definitions  *scope.Definitions
	Texts        *texts.Compiler
	Relations    *relations.Compiler
	Enumerations *sets.Enumerations
	Tests        *sets.Tests

	t    testing.TB
	spec *types.Spec
}

// Read returns a whole over the definitions of a document, whose given types have two elements
// each, and over variables, which are declared as in "x, y : ℤ; s : seq ℤ".
func Read(t testing.TB, document, variables string) *Whole {
	t.Helper()
	w := &Whole{t: t}
	paragraphs, err := parse.Document(source.NewFile("document", document).Whole())
	w.must(document, err)
	w.spec, err = types.Check(paragraphs)
	w.must(document, err)
	axioms, err := config.ConstantsOf(w.spec, elements)
	w.must(document, err)
	w.Globals = axioms.Globals
	if variables != "" {
		parsed, _, err := parse.Toolkit().SchemaText(source.NewFile("variables", variables).Whole())
		w.must(variables, err)
		w.Vars, _, _, err = w.spec.Text(parsed, nil)
		w.must(variables, err)
	}
	var slots []string
	for _, v := range w.Vars {
		slots = append(slots, v.Name)
	}
	g := w.Globals
	names := scope.GlobalNames{Given: g.Given, Free: g.Free, Partial: g.Partial, Consts: g.Consts, Ctors: g.Ctors,
		Axioms: g.Defined}
	w.Places = scope.NewPlaces(slots)
	w.Definitions = scope.NewDefinitions(names, functions.NewCompiled(w.Compiler), w.Places)
	w.Texts = texts.New(w, w.Places, w.Definitions)
	w.Relations = relations.New(w, w.Definitions, w.Texts)
	w.Enumerations = sets.NewEnumerations(w, w.Definitions, w.Relations)
	w.Tests = sets.NewTests(w, w.Definitions, w.Texts, w.Relations)
	return w
}

func (w *Whole) must(text string, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%s: %s", text, source.Show(err, 0))
	}
}

// Compiler returns package eval's compiler of terms over some variables.
func (w *Whole) Compiler(slots []string) func(zed.Expr) (*machine.Program, error) {
	return eval.NewCompiler(slots, w.Globals).Compile
}

// Expr returns the checked term that a text is, over the variables. The test ends where it is
// not a term.
func (w *Whole) Expr(text string) zed.Expr {
	w.t.Helper()
	e, err := w.TryExpr(text)
	w.must(text, err)
	return e
}

// TryExpr returns the checked term that a text is, or why it is not a term.
func (w *Whole) TryExpr(text string) (zed.Expr, error) {
	parsed, err := parse.Toolkit().Expr(source.NewFile("term", text).Whole())
	if err != nil {
		return nil, err
	}
	e, err := w.spec.Expr(parsed, w.Vars)
	if err != nil {
		return nil, err
	}
	return schema.New(w.spec).Term(e), nil
}

// Denoted returns what a text without variables denotes. The test ends where that is nothing.
func (w *Whole) Denoted(text string) value.Value {
	w.t.Helper()
	p, err := eval.Compile(w.Expr(text), nil, w.Globals)
	w.must(text, err)
	v, reason := p.Value(nil)
	if reason != nil {
		w.t.Fatalf("%s: %s", text, reason)
	}
	return v
}

// Program returns the program of a predicate, or of a term where that is not nil, as the
// compiled parts stand.
func (w *Whole) Program(truth machine.Predicate, term machine.Term) *machine.Program {
	return machine.NewProgram(truth, term, machine.Layout{Slots: w.Places.Slots, Size: w.Places.Size}, &sync.Pool{})
}

// Truth returns the outcome of a predicate on the values of the variables.
func (w *Whole) Truth(p machine.Predicate, frame ...value.Value) (machine.Truth, *machine.Reason) {
	return w.Program(p, nil).Truth(frame)
}

// Value returns what a term computes on the values of the variables, or why it has no value.
func (w *Whole) Value(x machine.Term, frame ...value.Value) (value.Value, *machine.Reason) {
	return w.Program(nil, x).Value(frame)
}

// IsIn returns whether a value is in a set, as the test for it says.
func (w *Whole) IsIn(in machine.Membership, v value.Value, frame ...value.Value) (machine.Truth, *machine.Reason) {
	return w.Truth(func(m *machine.Machine) machine.Truth { return in(m, v) }, frame...)
}

// program compiles a term on its own; frame finds the values of its variables.
func (w *Whole) program(e zed.Expr) (p *machine.Program, frame func(*machine.Machine) []value.Value) {
	w.t.Helper()
	var slots []string
	var places []int
	for _, name := range w.Places.Free.NamesOf(e) {
		if place, ok := w.Places.Find(name); ok {
			slots, places = append(slots, name), append(places, place)
		}
	}
	p, err := eval.Compile(e, slots, w.Globals)
	w.must(zed.Print(e, zed.Unicode), err)
	return p, func(m *machine.Machine) []value.Value {
		out := make([]value.Value, len(places))
		for i, place := range places {
			out[i] = m.Frame[place]
		}
		return out
	}
}

// Term compiles a term.
func (w *Whole) Term(e zed.Expr) machine.Term {
	p, frame := w.program(e)
	return func(m *machine.Machine) (value.Value, bool) { return p.ValueWithin(m, frame(m)) }
}

// Terms compiles terms.
func (w *Whole) Terms(es []zed.Expr) []machine.Term {
	out := make([]machine.Term, len(es))
	for i, e := range es {
		out[i] = w.Term(e)
	}
	return out
}

// Predicate compiles a predicate.
func (w *Whole) Predicate(e zed.Expr) machine.Predicate {
	p, frame := w.program(e)
	return func(m *machine.Machine) machine.Truth { return p.TruthWithin(m, frame(m)) }
}

// Member compiles the test whether a value is in a set.
func (w *Whole) Member(e zed.Expr) machine.Membership { return w.Tests.Membership(e) }

// Extent compiles a set to run through.
func (w *Whole) Extent(e zed.Expr) machine.Extents { return w.Enumerations.RunThrough(e) }

// Enumerated compiles a set to run through, which may be a power set or a function space.
func (w *Whole) Enumerated(e zed.Expr) machine.Extents { return w.Enumerations.Enumerated(e) }

// SetTerm compiles a set as a value.
func (w *Whole) SetTerm(e zed.Expr) machine.Term { return w.Enumerations.SetTerm(e) }

// Images compiles a relation that cannot be built.
func (w *Whole) Images(e zed.Expr) machine.Images { return w.Relations.ImagesOf(e) }
