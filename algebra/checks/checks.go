package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

// Findings are what is wrong with classes.
type Findings struct {
	Errors   source.Errors // shown by a term, or by the form of the text
	Warnings []Warning     // what could not be shown, and what is of no use
	Ends     bool          // whether rewriting is shown to end
	Order    string        // the path order by which that is shown, in words
}

// Warning is what may be wrong, and where.
type Warning struct {
	Span source.Span
	Text string
}

func (f *Findings) warn(at source.Span, format string, args ...any) {
	f.Warnings = append(f.Warnings, Warning{at, fmt.Sprintf(format, args...)})
}

// checker checks one class.
type checker struct {
	classes []*language.Class
	class   *language.Class
	asker   *conditions.Asker
	found   *Findings
	unused  map[*language.Axiom]Warning // the axioms that are never applied, and why
	invalid map[*language.Axiom]bool    // the axioms of which it is said that their left sides may not be so
}

// Check returns what is wrong with classes; conditions are decided by a solver. Those in bare have no axioms on
// purpose: of them it is asked neither what their operations give nor whether axioms agree.
func Check(classes []*language.Class, asker *conditions.Asker, bare ...*language.Class) Findings {
	var found Findings
	var checkers []*checker
	unused, invalid := map[*language.Axiom]Warning{}, map[*language.Axiom]bool{}
	for _, c := range classes {
		if slices.Contains(bare, c) {
			continue
		}
		k := &checker{classes: classes, class: c, asker: asker, found: &found, unused: unused, invalid: invalid}
		if !k.checkCreate() {
			continue // all else is about objects that cannot be made
		}
		k.checkObservers()
		k.checkCompleteness()
		k.checkUnused()
		checkers = append(checkers, k)
	}
	all := &checker{classes: classes, asker: asker, found: &found, unused: unused, invalid: invalid}
	all.checkTermination()
	for _, k := range checkers {
		k.checkOverlaps()
	}
	return found
}

func (k *checker) fail(at source.Span, format string, args ...any) {
	k.found.Errors.Add(source.Errorf(at, format, args...))
}

// checkCreate says where nothing makes an object, and tells whether something does.
func (k *checker) checkCreate() bool {
	o := k.class.Find(language.Create)
	switch {
	case o == nil:
		k.fail(k.class.Name.Span, "the class %s has no constructor %s: nothing makes an object", k.class.Name.Text,
			language.Create)
		return false
	case o.Kind != language.Constructor:
		k.fail(o.Name.Span, "%s is a %s: expected it among the constructors", language.Create, o.Kind)
		return false
	}
	if !k.class.IsExported(o) {
		k.fail(k.class.Name.Span, "%s is not exported: nobody can make an object", language.Create)
	}
	return true
}

// checkObservers says where an observer is not the last operation of a left side.
func (k *checker) checkObservers() {
	for _, a := range k.class.Axioms {
		for _, arg := range a.Left.(*language.Apply).Args {
			visit(arg, func(t *language.Apply) {
				switch {
				case t.Decl.Kind == language.Observer:
					k.invalid[a] = true
					k.fail(t.Name, "the observer %s is inside the left side of axiom %s: observers come last", t.Op,
						language.FormatAxiom(k.class, a))
				case t.Decl.Kind == language.Transformer:
					k.noteUnused(t.Name, a, "its left side has the transformer %s inside, which is rewritten before", t.Op)
				}
			})
		}
	}
}

// visit visits all applications in a term.
func visit(t language.Term, f func(*language.Apply)) {
	if a, ok := t.(*language.Apply); ok {
		f(a)
	}
	for _, c := range language.Children(t) {
		visit(c, f)
	}
}

// find returns the class of a sort, or nil for a built-in one.
func (k *checker) find(sort string) *language.Class {
	for _, c := range k.classes {
		if c.Name.Text == sort {
			return c
		}
	}
	return nil
}

func (k *checker) axiomsOf(o *language.Operation) (out []*language.Axiom) {
	for _, a := range k.find(o.Class).Axioms {
		if a.Left.(*language.Apply).Decl == o {
			out = append(out, a)
		}
	}
	return out
}

// checkCompleteness says for which constructors a transformer or an observer is not defined.
func (k *checker) checkCompleteness() {
	for _, o := range k.class.Operations {
		axioms := k.axiomsOf(o)
		wrong := slices.ContainsFunc(axioms, func(a *language.Axiom) bool { return k.invalid[a] })
		if o.Kind == language.Constructor || wrong {
			continue
		}
		v := &covering{checker: k, axioms: axioms}
		args := v.fresh(o)
		v.cover(&language.Apply{Op: o.Name.Text, Args: args, Decl: o}, 0)
		if len(v.gaps) > 0 {
			k.fail(o.Name.Span, "%s is not sufficiently complete: no axiom covers %s", k.class.Name.Text,
				strings.Join(v.gaps, ", nor "))
		}
	}
}

// checkUnused says which axioms are never applied, because of those before them.
func (k *checker) checkUnused() {
	for _, o := range k.class.Operations {
		axioms := k.axiomsOf(o)
		for i, a := range axioms {
			v := &covering{checker: k, axioms: axioms[:i]}
			left := rename(a.Left, "")
			if v.cover(left.(*language.Apply), 0); len(v.gaps) == 0 {
				k.noteUnused(a.Span, a, "the axioms before it cover %s", language.FormatTerm(a.Left, language.LOBAS))
			}
		}
	}
}

// noteUnused notes that an axiom is never applied, and the first reason for that.
func (k *checker) noteUnused(at source.Span, a *language.Axiom, format string, args ...any) {
	if _, known := k.unused[a]; !known {
		k.unused[a] = Warning{at, fmt.Sprintf("axiom %s is never applied: ", language.FormatAxiom(k.class, a)) +
			fmt.Sprintf(format, args...)}
	}
}

// maxDepth is how many constructors a pattern has in one another.
const maxDepth = 6

// covering looks for terms that some axioms do not cover.
type covering struct {
	*checker
	axioms []*language.Axiom
	gaps   []string
	names  int
}

func (v *covering) fresh(o *language.Operation) (out []language.Term) {
	for _, s := range sortsOf(o) {
		v.names++
		prefix := "x"
		if v.find(s) != nil {
			prefix = s[:1]
		}
		out = append(out, &language.Variable{Name: fmt.Sprintf("%s%d", prefix, v.names), Sort: s})
	}
	return out
}

// sortsOf returns the sorts of all arguments, the target's first.
func sortsOf(o *language.Operation) (out []string) {
	if o.Name.Text != language.Create {
		out = append(out, o.Class)
	}
	for _, p := range o.Params {
		out = append(out, p.Sort.Text)
	}
	return out
}

// cover notes which instances of a term no axiom fits. Where that depends on what a variable is,
// the variable is replaced by each constructor of its class.
func (v *covering) cover(t *language.Apply, depth int) {
	if len(v.gaps) > 0 && depth > maxDepth {
		return
	}
	var split *language.Variable
	var open language.Term = &language.Literal{Text: "true", Sort: language.Boolean}
	for _, a := range v.axioms {
		f := fit{binding: map[string]language.Term{}}
		for i, p := range a.Left.(*language.Apply).Args {
			f.match(p, t.Args[i])
		}
		switch {
		case f.clash:
		case f.split != nil:
			if split == nil {
				split = f.split
			}
		case len(f.equal) == 0:
			return
		default:
			all := f.equal[0]
			for _, e := range f.equal[1:] {
				all = &language.Operator{Op: "and", Args: []language.Term{all, e}}
			}
			open = &language.Operator{Op: "and", Args: []language.Term{open,
				&language.Operator{Op: "not", Args: []language.Term{all}}}}
		}
	}
	if split == nil || depth > maxDepth {
		if example, ok := v.satisfy(open); ok {
			v.gaps = append(v.gaps, language.FormatTerm(t, language.LOBAS)+example)
		}
		return
	}
	for _, o := range v.find(split.Sort).Operations {
		if o.Kind == language.Constructor {
			made := &language.Apply{Op: o.Name.Text, Args: v.fresh(o), Decl: o}
			if o.Name.Text == language.Create && split.Sort != v.class.Name.Text {
				made.Class = split.Sort
			}
			v.cover(language.Substitute(t, map[string]language.Term{split.Name: made}).(*language.Apply), depth+1)
		}
	}
}

// satisfy returns the first path on which a condition is true, in words.
func (v *covering) satisfy(t language.Term) (string, bool) {
	engine := rewriting.New(v.classes)
	engine.Steps = instanceSteps
	tree, err := engine.Normalize(t)
	if err != nil {
		return "", true
	}
	paths, _ := tree.Paths(100, v.asker.Refuted)
	for _, p := range paths {
		if p.Leaf.Text != "true" {
			continue
		}
		words := ""
		for i, c := range p.Conditions {
			words += [2]string{" with ", " and "}[min(i, 1)] + c.String()
		}
		return words, true
	}
	return "", false
}

// fit is what a left side asks of a term with variables.
type fit struct {
	binding map[string]language.Term
	clash   bool
	split   *language.Variable // on whose constructor it depends
	equal   []language.Term    // conditions
}

func (f *fit) match(p, t language.Term) {
	switch p := p.(type) {
	case *language.Variable:
		if old := f.binding[p.Name]; old != nil {
			f.equal = append(f.equal, &language.Operator{Op: "=", Args: []language.Term{old, t}})
			return
		}
		f.binding[p.Name] = t
	case *language.Literal:
		if l, ok := t.(*language.Literal); ok {
			f.clash = f.clash || l.Text != p.Text
			return
		}
		f.equal = append(f.equal, &language.Operator{Op: "=", Args: []language.Term{t, p}})
	case *language.Apply:
		switch t := t.(type) {
		case *language.Variable:
			if f.split == nil {
				f.split = t
			}
			if p.Decl.Kind != language.Constructor {
				f.clash = true
			}
		case *language.Apply:
			if t.Decl != p.Decl {
				f.clash = true
				return
			}
			for i, a := range p.Args {
				f.match(a, t.Args[i])
			}
		}
	}
}
