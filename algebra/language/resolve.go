package language

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// resolver gives the terms of one class their sorts.
type resolver struct {
	classes []*Class
	class   *Class
	vars    map[string]string
	open    bool // names that are not declared are parameters
	errs    *source.Errors
	said    *said           // nil where all is said of each place
	unread  map[*Class]bool // those of which not all declarations are known
}

// said are errors that may come of one mistake, which is said once.
type said struct {
	places map[string][]*source.Error // by what they have in common
	keys   []string                   // in the order in which they came
}

// few is at how many places what is of another sort than expected is said of each.
const few = 2

// fail adds an error; those with the same key may come of one mistake.
func (r *resolver) fail(key string, e *source.Error) {
	if r.said == nil {
		r.errs.Add(e)
		return
	}
	key = r.class.Name.Text + " " + key
	if r.said.places[key] == nil {
		r.said.keys = append(r.said.keys, key)
	}
	r.said.places[key] = append(r.said.places[key], e)
}

// tell adds the errors: of those that may come of one mistake the first, and how many there are.
func (s *said) tell(errs *source.Errors) {
	for _, key := range s.keys {
		all := s.places[key]
		slices.SortStableFunc(all, func(a, b *source.Error) int {
			return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
		})
		if len(all) == 1 || len(all) <= few && strings.Contains(key, " sort ") {
			for _, e := range all {
				errs.Add(e)
			}
			continue
		}
		first := *all[0]
		first.Msg += fmt.Sprintf(" (and in %d more places)", len(all)-1)
		if len(all) == 2 {
			first.Msg = all[0].Msg + " (and in one more place)"
		}
		errs.Add(&first)
	}
}

// resolve resolves the names of classes that are specified together. Of some of them declarations could not be read.
func resolve(classes []*Class, unread map[*Class]bool, errs *source.Errors) {
	for i, c := range classes {
		for _, d := range classes[:i] {
			if d.Name.Text == c.Name.Text {
				errs.Add(source.Errorf(c.Name.Span, "the class %s is specified twice", c.Name.Text))
			}
		}
	}
	all := &said{places: map[string][]*source.Error{}}
	defer all.tell(errs)
	for _, c := range classes {
		r := &resolver{classes: classes, class: c, vars: map[string]string{}, errs: errs, said: all, unread: unread}
		if unread[c] { // what else is wrong may come of what could not be read
			r.errs, r.said = &source.Errors{}, nil
		}
		r.declarations()
		for i, a := range c.Axioms {
			same := func(b *Axiom) bool { return a.Label != "" && a.Label == b.Label }
			if slices.ContainsFunc(c.Axioms[:i], same) {
				errs.Add(source.Errorf(a.Left.At(), "there are two axioms %s", a.Label))
			}
			r.axiom(a)
		}
	}
}

func (r *resolver) declarations() {
	c := r.class
	for _, s := range []string{Integer, Boolean, String} {
		if s == c.Name.Text {
			r.errs.Add(source.Errorf(c.Name.Span, "%s is a built-in sort", s))
		}
	}
	for i, o := range c.Operations {
		for _, other := range c.Operations[:i] {
			if other.Name.Text == o.Name.Text {
				r.errs.Add(source.Errorf(o.Name.Span, "the operation %s is declared twice", o.Name.Text))
			}
		}
		for _, p := range o.Params {
			r.sort(p.Sort)
		}
		r.sort(o.Result)
		if o.Kind == Observer && o.Result.Text == c.Name.Text {
			r.errs.Add(source.Errorf(o.Name.Span, "the observer %s gives an object of its own class: expected another sort",
				o.Name.Text))
		}
	}
	for i, e := range c.Exports {
		if slices.ContainsFunc(c.Exports[:i], func(n Name) bool { return n.Text == e.Text }) {
			r.errs.Add(source.Errorf(e.Span, "%s is exported twice", e.Text))
		}
		switch {
		case c.Find(e.Text) != nil:
		case e.Text == Create:
			r.fail("operation "+e.Text, errNoCreate(e.Span, c))
		default:
			r.fail("operation "+e.Text, source.Errorf(e.Span, "%s is exported, but is not an operation%s", e.Text,
				source.DidYouMean(e.Text, c.names())))
		}
	}
	for _, v := range c.Vars {
		r.sort(v.Sort)
		if r.vars[v.Name.Text] != "" {
			r.errs.Add(source.Errorf(v.Name.Span, "the variable %s is declared twice", v.Name.Text))
		}
		r.vars[v.Name.Text] = v.Sort.Text
	}
}

// errNoCreate says at a place that a class lacks create.
func errNoCreate(at source.Span, c *Class) *source.Error {
	return source.Errorf(at, "%s has no operation %s, which makes an object: expected it among the constructors", c.Name.Text,
		Create)
}

func (c *Class) names() []string {
	var out []string
	for _, o := range c.Operations {
		out = append(out, o.Name.Text)
	}
	return out
}

// find returns the class of a sort, or nil.
func (r *resolver) find(sort string) *Class {
	for _, c := range r.classes {
		if c.Name.Text == sort {
			return c
		}
	}
	return nil
}

func (r *resolver) sorts() []string {
	names := []string{Integer, Boolean, String}
	for _, c := range r.classes {
		names = append(names, c.Name.Text)
	}
	return names
}

func (r *resolver) isSort(name string) bool { return slices.Contains(r.sorts(), name) }

func (r *resolver) sort(n Name) {
	if !r.isSort(n.Text) {
		r.fail("named "+n.Text,
			source.Errorf(n.Span, "%s is not a sort%s", n.Text, source.DidYouMean(n.Text, r.sorts())))
	}
}

// axiom resolves an axiom and says what is wrong with its form.
func (r *resolver) axiom(a *Axiom) {
	var sort string
	a.Left, sort = r.term(a.Left, "")
	a.Right, _ = r.term(a.Right, sort)
	left, ok := a.Left.(*Apply)
	if !ok {
		r.errs.Add(source.Errorf(a.Left.At(), "the left side of an axiom is an operation: it rewrites a sequence"))
		return
	}
	if left.Decl != nil && left.Decl.Class != r.class.Name.Text {
		r.errs.Add(source.Errorf(a.Left.At(), "%s is an operation of %s: its axioms belong there", left.Op,
			left.Decl.Class))
	}
	known := map[string]bool{}
	if r.pattern(left, known) {
		r.bound(a.Right, known)
	}
}

// pattern notes the variables of a left side, and says what is not a pattern in it. It tells whether all are declared.
func (r *resolver) pattern(t Term, known map[string]bool) (declared bool) {
	declared = true
	switch t := t.(type) {
	case *Apply:
		for _, a := range t.Args {
			declared = r.pattern(a, known) && declared
		}
	case *Variable:
		known[t.Name] = true
		return t.Sort != ""
	case *Operator, *If:
		r.errs.Add(source.Errorf(t.At(), "the left side of an axiom has operations, variables and values only"))
	}
	return declared
}

// bound says which variables of a right side are not on the left one.
func (r *resolver) bound(t Term, known map[string]bool) {
	if v, ok := t.(*Variable); ok && !known[v.Name] && r.vars[v.Name] != "" {
		r.errs.Add(source.Errorf(v.Span, "the variable %s is not on the left side of the axiom", v.Name))
		known[v.Name] = true
	}
	for _, c := range Children(t) {
		r.bound(c, known)
	}
}

// Children returns the terms that a term is made of.
func Children(t Term) []Term {
	switch t := t.(type) {
	case *Apply:
		return t.Args
	case *Operator:
		return t.Args
	case *If:
		return []Term{t.Cond, t.Then, t.Else}
	}
	return nil
}

// term resolves a term of which this sort is wanted ("": any), and returns its sort, "" where
// that is not known.
func (r *resolver) term(t Term, want string) (Term, string) {
	out, sort := t, ""
	switch t := t.(type) {
	case *Literal:
		sort = t.Sort
	case *Variable:
		out, sort = r.variable(t, want)
	case *Apply:
		sort = r.apply(t, want)
	case *Operator:
		sort = r.operator(t)
	case *If:
		t.Cond, _ = r.term(t.Cond, Boolean)
		var other string
		t.Then, sort = r.term(t.Then, want)
		if sort == "" {
			sort = want
		}
		t.Else, other = r.term(t.Else, sort)
		if sort == "" {
			sort = other
		}
		return t, sort
	}
	if sort != want && r.isSort(want) && r.isSort(sort) {
		r.fail("sort "+sort+" "+want, source.Errorf(t.At(), "this is of sort %s: expected %s", sort, want))
	}
	return out, sort
}

func (r *resolver) variable(t *Variable, want string) (Term, string) {
	if t.Sort = r.vars[t.Name]; t.Sort != "" {
		return t, t.Sort
	}
	if r.open && want != "" {
		r.vars[t.Name], t.Sort = want, want
		return t, want
	}
	names := r.class.names()
	if slices.Contains(names, t.Name) && t.Name != Create {
		r.errs.Add(source.Errorf(t.Span, "%s is an operation of %s without what it is sent to: %s alone makes an object",
			t.Name, r.class.Name.Text, Create))
		return t, ""
	}
	for _, v := range r.class.Vars {
		names = append(names, v.Name.Text)
	}
	r.fail("variable "+t.Name, source.Errorf(t.Span, "%s is not declared%s", t.Name, source.DidYouMean(t.Name, names)))
	return t, ""
}

func (r *resolver) apply(t *Apply, want string) string {
	class := r.class
	switch {
	case t.Class != "":
		if class = r.find(t.Class); class == nil {
			r.errs.Add(source.Errorf(t.Span, "%s is not a class", t.Class))
			return ""
		}
	case t.Op == Create:
		if c := r.find(want); c != nil {
			class = c
		}
		if class != r.class {
			t.Class = class.Name.Text
		}
	case len(t.Args) > 0:
		sort := ""
		t.Args[0], sort = r.term(t.Args[0], r.target(t, want))
		if class = r.find(sort); class == nil {
			if r.isSort(sort) {
				why := ""
				if a, is := t.Args[0].(*Apply); is && a.Decl != nil && a.Decl.Kind == Observer {
					why = fmt.Sprintf(": %s is an observer, and observers come last", a.Op)
				}
				r.errs.Add(source.Errorf(t.Args[0].At(), "this is of sort %s, which has no operations%s", sort, why))
			} else if l, ok := t.Args[0].(*Literal); ok && l.Text == "error" {
				r.errs.Add(source.Errorf(l.Span, "error is the value of a whole term: it has no operations"))
			}
			return ""
		}
	}
	if t.Decl = class.Find(t.Op); t.Decl == nil {
		switch {
		case r.unread[class]: // it may be declared there
		case t.Op == Create:
			r.fail("operation "+t.Op, errNoCreate(t.Name, class))
		default:
			r.fail("operation "+t.Op, source.Errorf(t.Name, "%s is not an operation of %s%s", t.Op, class.Name.Text,
				source.DidYouMean(t.Op, class.names())))
		}
		return ""
	}
	sorts := t.Decl.Sorts()
	if len(sorts) != len(t.Args) {
		r.fail(fmt.Sprintf("arguments %s %d", t.Op, len(t.Args)), source.Errorf(t.Name,
			"%s has %d arguments here: expected %d", t.Op, len(t.Args), len(sorts)))
		return t.Decl.Result.Text
	}
	for i, s := range sorts {
		if i > 0 || !t.Decl.hasTarget() {
			t.Args[i], _ = r.term(t.Args[i], s)
		}
	}
	return t.Decl.Result.Text
}

// target returns the sort that the target of an operation has, where that is known before the target
// is: the operation is one that gives an object of the class that is wanted, or that of one class
// alone.
func (r *resolver) target(t *Apply, want string) string {
	if c := r.find(want); c != nil {
		if o := c.Find(t.Op); o != nil && o.Kind != Observer {
			return want
		}
	}
	if r.class.Find(t.Op) != nil && r.open {
		return r.class.Name.Text
	}
	return ""
}

func (r *resolver) operator(t *Operator) string {
	all := func(sort string) {
		for i := range t.Args {
			t.Args[i], _ = r.term(t.Args[i], sort)
		}
	}
	switch t.Op {
	case "not", "and", "or":
		all(Boolean)
		return Boolean
	case "+", "-", "*":
		all(Integer)
		return Integer
	case "=", "≠":
		if r.open {
			if _, ok := t.Args[0].(*Variable); ok {
				all(Integer)
				return Boolean
			}
		}
		var sort string
		t.Args[0], sort = r.term(t.Args[0], "")
		t.Args[1], _ = r.term(t.Args[1], sort)
		return Boolean
	}
	all(Integer)
	return Boolean
}
