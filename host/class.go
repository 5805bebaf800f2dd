package host

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Class says how a class of the specification corresponds to one of the program.
type Class struct {
	Spec *spec.Class
	// Wrong says which operations the program does not have, or has otherwise; nil where it has
	// all of them.
	Wrong []string

	id         uint32 // as a step has it
	operations map[string]*served
	shows      *served // gives the state of an object
	copies     *served
	infinite   bool // whether the specification has ∞
}

// served is an operation of the program.
type served struct {
	name  string // as the specification has it, and what it does where that has none
	index uint32
	takes int // how many arguments
	*wire.Operation
}

// CanShow tells whether the program shows the states of objects, and CanCopy whether it copies them.
func (c *Class) CanShow() bool { return c.shows != nil }

// CanCopy tells whether the program copies objects.
func (c *Class) CanCopy() bool { return c.copies != nil }

// Place returns where an operation begins in the program's source, as "/folder/heap.go:12"; "" where the program does
// not have it, or does not say.
func (c *Class) Place(operation string) string {
	if s := c.operations[operation]; s != nil {
		return s.GetPlace()
	}
	return ""
}

// Classes are the classes of a program.
type Classes struct {
	Names  []string // as the program has them
	byName map[string]*Class
}

// Find returns the binding of a class of the specification; nil where the program does not have it.
func (c *Classes) Find(name string) *Class { return c.byName[name] }

// Classes returns the classes of the program, which must have been prepared.
func (p *Program) Classes() *Classes { return p.classes }

// bindClasses holds the classes of the program against those of the specification.
func bindClasses(p *Program, d *wire.Description) {
	p.classes = &Classes{byName: map[string]*Class{}}
	for _, w := range d.Classes {
		p.classes.Names = append(p.classes.Names, w.Name)
	}
	for _, s := range p.system.Classes {
		i := slices.IndexFunc(d.Classes, func(w *wire.Class) bool { return plainName(w.Name) == plainName(s.Name) })
		if i < 0 || s.SUT != p.spec.Name {
			continue
		}
		p.classes.byName[s.Name] = bindClass(s, d.Classes[i], uint32(i+1), p.system.Dir)
	}
	for _, s := range p.system.Classes {
		if s.SUT == p.spec.Name {
			bindBeside(p, s, d)
		}
	}
}

// bindBeside binds the classes that the specification of a class has beside it, and no document is about: pairs make
// objects of them for arguments. One that the program does not have is missing only where such an object is needed.
func bindBeside(p *Program, s *spec.Class, d *wire.Description) {
	for _, c := range s.Classes {
		name := plainName(c.Name.Text)
		i := slices.IndexFunc(d.Classes, func(w *wire.Class) bool { return plainName(w.Name) == name })
		if i < 0 || p.classes.byName[c.Name.Text] != nil {
			continue
		}
		beside := *s
		beside.Name, beside.Algebra = c.Name.Text, c
		bound := bindClass(&beside, d.Classes[i], uint32(i+1), p.system.Dir)
		bound.Wrong = nil
		p.classes.byName[beside.Name] = bound
	}
}

// plainName returns what is compared of the name of a class or operation.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func bindClass(s *spec.Class, w *wire.Class, id uint32, dir string) *Class {
	c := &Class{Spec: s, id: id, operations: map[string]*served{}, infinite: hasInfinity(s.Algebra)}
	for i, o := range w.Operations {
		one := &served{index: uint32(i), takes: len(o.Params), Operation: o}
		switch o.Kind {
		case wire.OperationKind_SHOWS:
			c.shows, one.name = one, "its state"
		case wire.OperationKind_COPIES:
			c.copies, one.name, one.takes = one, "a copy", 1
		}
	}
	for _, o := range s.Algebra.Operations {
		kind := wire.OperationKind_METHOD
		if o.Name.Text == language.Create {
			kind = wire.OperationKind_MAKES
		}
		i := slices.IndexFunc(w.Operations, func(w *wire.Operation) bool {
			return w.Kind == kind && plainName(w.Name) == plainName(o.Name.Text)
		})
		if !s.Algebra.IsExported(o) && (i < 0 || misfit(s.Algebra, o, w.Operations[i]) != "") {
			continue // own pairs may have it, and no other ones do
		}
		if i < 0 {
			var names []string
			for _, w := range w.Operations {
				names = append(names, w.Name)
			}
			c.Wrong = append(c.Wrong, fmt.Sprintf("%s: the class %s of the program has no operation %s%s",
				o.Name.Span.Pos(), w.Name, o.Name.Text, source.DidYouMean(o.Name.Text, names)))
			continue
		}
		if why := misfit(s.Algebra, o, w.Operations[i]); why != "" {
			c.Wrong = append(c.Wrong, fmt.Sprintf("%s: %s is not as the program has it (%s): %s", o.Name.Span.Pos(),
				o.Name.Text, shortenPath(dir, w.Operations[i].Place), why))
			continue
		}
		c.operations[o.Name.Text] = &served{o.Name.Text, uint32(i), len(w.Operations[i].Params), w.Operations[i]}
	}
	return c
}

// hasInfinity tells whether the axioms of a class have an infinite integer.
func hasInfinity(c *language.Class) bool {
	var in func(t language.Term) bool
	in = func(t language.Term) bool {
		if l, ok := t.(*language.Literal); ok && strings.HasSuffix(l.Text, "∞") && l.Sort == language.Integer {
			return true
		}
		return slices.ContainsFunc(language.Children(t), in)
	}
	return slices.ContainsFunc(c.Axioms, func(a *language.Axiom) bool { return in(a.Left) || in(a.Right) })
}

// misfit says how an operation of the program is not as it is specified, or "".
func misfit(class *language.Class, o *language.Operation, w *wire.Operation) string {
	if w.Unfit != "" {
		return w.Unfit
	}
	if len(w.Params) != len(o.Params) {
		return fmt.Sprintf("it has %s, and %d are specified", countParameters(len(w.Params)), len(o.Params))
	}
	for i, p := range o.Params {
		if got := sortOf(w.Params[i]); !sameSort(got, p.Sort.Text) {
			return fmt.Sprintf("its parameter %d is %s, and %s is specified", i+1, nameSort(got), p.Sort.Text)
		}
	}
	if o.Kind != language.Observer {
		return ""
	}
	if w.Gives == nil {
		return fmt.Sprintf("it gives no value, and %s is specified", o.Result.Text)
	}
	if got := sortOf(w.Gives); !sameSort(got, o.Result.Text) {
		return fmt.Sprintf("it gives %s, and %s is specified", nameSort(got), o.Result.Text)
	}
	return ""
}

func countParameters(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}

// sortOf returns the sort of values of a shape; "" where there is none.
func sortOf(s *wire.Shape) string {
	switch s.GetKind() {
	case wire.Kind_INT, wire.Kind_BIG:
		return language.Integer
	case wire.Kind_STRING:
		return language.String
	case wire.Kind_ATOM:
		if len(s.Names) == 2 && slices.Contains(s.Names, "true") && slices.Contains(s.Names, "false") {
			return language.Boolean
		}
	case wire.Kind_OBJECT:
		return strings.Join(s.Names, "")
	}
	return ""
}

func sameSort(program, specified string) bool { return plainName(program) == plainName(specified) }

func nameSort(sort string) string {
	if sort == "" {
		return "of a type that no sort stands for"
	}
	return "of the sort " + sort
}

// Operations are operations of a class that a step runs one after the other on its object.
type Operations struct {
	class *Class
	all   []*served
	codes []uint32 // of all, as a step has them
	ints  []int64
	elems []*wire.Value // all arguments, where some of them are no integers
	// asked are the operations whose values are wanted, in order.
	asked []*served
}

// Begin returns operations of the class, of which there is none yet, with room for as many as are expected.
func (c *Class) Begin(expected int) *Operations {
	return &Operations{class: c, all: make([]*served, 0, expected), codes: make([]uint32, 0, expected),
		ints: make([]int64, 0, expected)}
}

// Argument is an argument of an operation: an object of the case, or a literal.
type Argument struct {
	Object  int
	Literal *language.Literal // nil for an object
}

// Add adds an operation; its value is given where it is wanted.
func (o *Operations) Add(name string, wanted bool, args ...Argument) error {
	s, is := o.class.operations[name]
	if !is {
		return fmt.Errorf("the program has no operation %s", name)
	}
	return o.add(s, wanted, args)
}

// Show adds what gives the state of the object.
func (o *Operations) Show() error { return o.add(o.class.shows, true, nil) }

// Copy adds what makes the object as a copy of another one.
func (o *Operations) Copy(object int) error {
	return o.add(o.class.copies, false, []Argument{{Object: object}})
}

func (o *Operations) add(s *served, wanted bool, args []Argument) error {
	code := s.index * 2
	if wanted {
		code++
		o.asked = append(o.asked, s)
	}
	o.codes, o.all = append(o.codes, code), append(o.all, s)
	for i, a := range args {
		n, is := a.number()
		if is && !holds(s.Params[i], n) {
			least, most := limits(s.Params[i])
			return &RangeError{s.name, n, least, most}
		}
		if is && o.elems == nil {
			o.ints = append(o.ints, n)
			continue
		}
		w, err := s.encode(i, a)
		if err != nil {
			return err
		}
		if o.elems == nil && w.Kind == wire.Kind_INT {
			o.ints = append(o.ints, w.Int)
			continue
		}
		for _, n := range o.ints {
			o.elems = append(o.elems, &wire.Value{Kind: wire.Kind_INT, Int: n})
		}
		o.ints = nil
		o.elems = append(o.elems, w)
	}
	return nil
}

// number returns the integer of 64 bits that an argument is, if it is one.
func (a Argument) number() (n int64, is bool) {
	if a.Literal == nil || a.Literal.Sort != language.Integer {
		return 0, false
	}
	n, err := strconv.ParseInt(a.Literal.Text, 10, 64)
	return n, err == nil
}

// encode returns an argument in the form of the protocol.
func (s *served) encode(i int, a Argument) (*wire.Value, error) {
	l := a.Literal
	if l == nil {
		return &wire.Value{Kind: wire.Kind_OBJECT, Int: int64(a.Object)}, nil
	}
	switch l.Sort {
	case language.Boolean:
		return &wire.Value{Kind: wire.Kind_ATOM, Text: l.Text}, nil
	case language.String:
		text, err := strconv.Unquote(l.Text)
		if err != nil {
			return nil, fmt.Errorf("%s is not a string", l.Text)
		}
		return &wire.Value{Kind: wire.Kind_STRING, Text: text}, nil
	case language.Integer:
		if strings.HasSuffix(l.Text, "∞") {
			least, most := limits(s.Params[i])
			if strings.HasPrefix(l.Text, "-") {
				return &wire.Value{Kind: wire.Kind_INT, Int: least}, nil
			}
			return &wire.Value{Kind: wire.Kind_INT, Int: most}, nil
		}
		if n, is := a.number(); is {
			return &wire.Value{Kind: wire.Kind_INT, Int: n}, nil
		}
		return &wire.Value{Kind: wire.Kind_BIG, Text: l.Text}, nil
	}
	return nil, fmt.Errorf("%s cannot be sent", l.Text)
}

// RangeError says that an integer is none of those that a parameter of the program holds.
type RangeError struct {
	Operation   string
	Given       int64
	Least, Most int64
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("the program's %s takes integers from %d to %d, and not %d", e.Operation, e.Least, e.Most,
		e.Given)
}

// Holds tells whether a parameter of an operation, counted from 0, can have a value.
func (c *Class) Holds(operation string, i int, l *language.Literal) bool {
	s := c.operations[operation]
	n, is := Argument{Literal: l}.number()
	return !is || s == nil || i >= len(s.Params) || holds(s.Params[i], n)
}

func holds(s *wire.Shape, n int64) bool {
	return (s.Min == nil || n >= *s.Min) && (s.Max == nil || n <= *s.Max)
}

// limits returns the least and the largest integer of a shape, which stand for -∞ and ∞.
func limits(s *wire.Shape) (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	if s.GetKind() == wire.Kind_INT && s.Min != nil {
		least = *s.Min
	}
	if s.GetKind() == wire.Kind_INT && s.Max != nil {
		most = *s.Max
	}
	return least, most
}

// Split returns the operations one by one, each to be run by a step of its own, so that the step
// is known that does not return.
func (o *Operations) Split() []*Operations {
	var out []*Operations
	args := o.elems
	for _, n := range o.ints {
		args = append(args, &wire.Value{Kind: wire.Kind_INT, Int: n})
	}
	asked := o.asked
	for i, code := range o.codes {
		one := &Operations{class: o.class, codes: []uint32{code}, all: o.all[i : i+1]}
		n := o.all[i].takes
		one.elems, args = args[:n:n], args[n:]
		if code%2 == 1 {
			one.asked, asked = asked[:1:1], asked[1:]
		}
		out = append(out, one)
	}
	return out
}

// Wanted returns how many of the operations have a value that is wanted.
func (o *Operations) Wanted() int { return len(o.asked) }

// Len returns how many operations there are, and Name the name of one, from 0.
func (o *Operations) Len() int { return len(o.codes) }

// Name returns the name of an operation, counted from 0.
func (o *Operations) Name(i int) string { return o.all[i].name }

// StepOf returns a step that runs operations on an object.
func StepOf(object int, o *Operations) Step {
	return Step{Step: &suite.Step{Object: object}, Operations: o}
}

// fill writes the operations into a step of the protocol.
func (o *Operations) fill(w *wire.Step) {
	w.Class, w.Operations = o.class.id, o.codes
	if len(o.ints)+len(o.elems) > 0 {
		w.Arguments = &wire.Value{Kind: wire.Kind_SEQ, Ints: o.ints, Elems: o.elems}
	}
}

// Answers are what the operations of a step have given.
type Answers struct {
	Values []string // those that were wanted, as the specification writes them; error is one
	Failed bool     // whether the object is an error
	Ran    int      // how many operations were over when the step ended
}

// Answers returns what the operations of a step gave, by its reply. The error says what is not
// as the program has described it.
func (r *Reply) Answers(o *Operations) (Answers, error) {
	if r.result == nil {
		return Answers{}, nil
	}
	out := Answers{Failed: r.result.Failed, Ran: int(min(r.result.Ran, uint64(len(o.codes))))}
	if len(r.result.Got) > len(o.asked) || r.Status == Returned && len(r.result.Got) < len(o.asked) {
		return out, fmt.Errorf("%d values were sent, and %d operations were to give one", len(r.result.Got),
			len(o.asked))
	}
	for i, w := range r.result.Got {
		text, err := o.class.write(o.asked[i], w)
		if err != nil {
			return out, err
		}
		out.Values = append(out.Values, text)
	}
	return out, nil
}

// write returns a value that an operation gave as the specification writes it.
func (c *Class) write(s *served, w *wire.Value) (string, error) {
	sort := sortOf(s.Gives)
	switch kind := w.GetKind(); {
	case kind == wire.Kind_ATOM && w.Text == failed && s.Kind != wire.OperationKind_SHOWS:
		return failed, nil
	case kind == wire.Kind_INT && sort == language.Integer && s.Kind != wire.OperationKind_SHOWS:
		if least, most := limits(s.Gives); c.infinite && w.Int == least {
			return "-∞", nil
		} else if c.infinite && w.Int == most {
			return "∞", nil
		}
		return strconv.FormatInt(w.Int, 10), nil
	case kind == wire.Kind_ATOM && sort == language.Boolean:
		return w.Text, nil
	case kind == wire.Kind_STRING && sort == language.String:
		return strconv.Quote(w.Text), nil
	}
	v, err := readBare(w, 0)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

// failed is the value of an operation that gives an error.
const failed = "error"
