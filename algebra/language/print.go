package language

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// Print returns the text of classes in a notation; it reads back as the same classes.
func Print(classes []*Class, n Notation) string {
	var b strings.Builder
	for i, c := range classes {
		if i > 0 {
			b.WriteString("\n")
		}
		if n == Functional {
			printFunctional(&b, c)
		} else {
			printLOBAS(&b, c)
		}
	}
	return b.String()
}

// CheckPrint says which names cannot be written in a notation, in which they are words with a meaning (source.Errors).
func CheckPrint(classes []*Class, n Notation) error {
	var errs source.Errors
	check := func(name Name) {
		if isKeyword(name.Text) && !slices.Contains(freeWords(n), name.Text) {
			errs.Add(source.Errorf(name.Span, "%s is a word of the other notation: expected another name", name.Text))
		}
	}
	for _, c := range classes {
		for _, o := range c.Operations {
			check(o.Name)
			for _, p := range o.Params {
				if n == LOBAS {
					check(p.Name)
				}
			}
		}
		for _, v := range c.Vars {
			check(v.Name)
		}
	}
	return errs.Err()
}

func printLOBAS(b *strings.Builder, c *Class) {
	exports := c.Exports
	if c.Notation == Functional && len(exports) == 0 {
		for _, o := range c.Operations {
			exports = append(exports, o.Name)
		}
	}
	fmt.Fprintf(b, "class %s export\n    %s\n", c.Name.Text, join(exports))
	for k := Constructor; k <= Observer; k++ {
		var lines []string
		for _, o := range c.Operations {
			if o.Kind == k {
				lines = append(lines, FormatSignature(o))
			}
		}
		printSection(b, k.String(), lines)
	}
	printVars(b, "var", c)
	printAxioms(b, "axiom", c, LOBAS)
	b.WriteString("end\n")
}

func printFunctional(b *strings.Builder, c *Class) {
	fmt.Fprintf(b, "type %s\n", c.Name.Text)
	if len(c.Exports) > 0 && !exportsAll(c) {
		printSection(b, "export", []string{join(c.Exports)})
	}
	inferred := Class{Name: c.Name, Axioms: c.Axioms}
	var lines, constructors []string
	for _, o := range c.Operations {
		copied := *o
		copied.Kind = Constructor
		inferred.Operations = append(inferred.Operations, &copied)
		line := o.Name.Text + ": "
		if sorts := o.Sorts(); len(sorts) > 0 {
			line += strings.Join(sorts, " × ") + " "
		}
		lines = append(lines, line+"-> "+o.Result.Text)
	}
	inferKinds(&inferred, nil)
	for i, o := range inferred.Operations {
		if o.Kind == Transformer && c.Operations[i].Kind == Constructor {
			constructors = append(constructors, o.Name.Text)
		}
	}
	if len(constructors) > 0 {
		printSection(b, "constructor", []string{strings.Join(constructors, ", ")})
	}
	printSection(b, "syntax", lines)
	printVars(b, "declare", c)
	printAxioms(b, "semantics", c, Functional)
	b.WriteString("end\n")
}

// exportsAll tells whether a class exports all its operations, as one in functional notation does.
func exportsAll(c *Class) bool {
	exported := map[string]bool{}
	for _, e := range c.Exports {
		exported[e.Text] = true
	}
	for _, o := range c.Operations {
		if !exported[o.Name.Text] {
			return false
		}
	}
	return c.Notation == LOBAS
}

func join(names []Name) string {
	var out []string
	for _, n := range names {
		out = append(out, n.Text)
	}
	return strings.Join(out, ", ")
}

func printSection(b *strings.Builder, word string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "%s\n    %s\n", word, strings.Join(lines, ";\n    "))
	}
}

// FormatSignature returns an operation with its parameters and, of an observer, the sort that it gives.
func FormatSignature(o *Operation) string {
	out := o.Name.Text
	if len(o.Params) > 0 {
		var params []string
		for i, p := range o.Params {
			name := p.Name.Text
			if name == "" {
				name = fmt.Sprintf("p%d", i+1)
			}
			params = append(params, name+": "+p.Sort.Text)
		}
		out += " (" + strings.Join(params, ", ") + ")"
	}
	if o.Kind == Observer {
		out += ": " + o.Result.Text
	}
	return out
}

func printVars(b *strings.Builder, word string, c *Class) {
	var lines []string
	for i := 0; i < len(c.Vars); {
		var names []Name
		sort := c.Vars[i].Sort.Text
		for ; i < len(c.Vars) && c.Vars[i].Sort.Text == sort; i++ {
			names = append(names, c.Vars[i].Name)
		}
		lines = append(lines, join(names)+": "+sort)
	}
	printSection(b, word, lines)
}

func printAxioms(b *strings.Builder, word string, c *Class, n Notation) {
	var lines []string
	for _, a := range c.Axioms {
		line := FormatTerm(a.Left, n) + " ->"
		if a.Label != "" {
			line = a.Label + ": " + line
		}
		if _, ok := a.Right.(*If); ok {
			line += "\n        " + formatIf(a.Right, n, "\n        ")
		} else {
			line += " " + FormatTerm(a.Right, n)
		}
		lines = append(lines, line)
	}
	printSection(b, word, lines)
}

// FormatAxiom returns an axiom's label, or its number in the class.
func FormatAxiom(c *Class, a *Axiom) string {
	if a.Label != "" {
		return a.Label
	}
	for i, b := range c.Axioms {
		if a == b {
			return fmt.Sprintf("#%d", i+1)
		}
	}
	return "?"
}

// formatter writes terms of one class.
type formatter struct {
	notation Notation
	home     string // the class whose create is written without its name
}

// HomeOf returns the class of the object to which a sequence is sent, "" where there is none.
func HomeOf(t Term) (class string) {
	for a, ok := t.(*Apply); ok; a, ok = t.(*Apply) {
		if a.Decl != nil {
			class = a.Decl.Class
		}
		if a.Op == Create || len(a.Args) == 0 {
			break
		}
		t = a.Args[0]
	}
	return class
}

func newFormatter(t Term, n Notation) formatter { return formatter{notation: n, home: HomeOf(t)} }

func formatIf(t Term, n Notation, gap string) string { return newFormatter(t, n).choice(t, gap) }

// FormatTerm returns a term on one line.
func FormatTerm(t Term, n Notation) string { return newFormatter(t, n).in(t, 0) }

// FormatIn returns a term in LOBAS as it is written in a class: create of others has their names.
func FormatIn(class string, t Term) string { return formatter{LOBAS, class}.in(t, 0) }

// FormatExperiment returns a term with a hole as FormatIn; where a sequence is sent to the hole, that
// sequence alone, as ".largest".
func FormatExperiment(class string, t Term) string {
	return strings.TrimPrefix(FormatIn(class, t), Hole)
}

func (f formatter) choice(t Term, gap string) string {
	i, ok := t.(*If)
	if !ok {
		return f.in(t, 0)
	}
	return "if " + f.in(i.Cond, 1) + " then " + f.in(i.Then, 1) + gap + "else " + f.choice(i.Else, gap)
}

// in returns a term where operators of this level may stand; 0: anything.
func (f formatter) in(t Term, level int) string {
	out, own := "", levelPrimary
	switch t := t.(type) {
	case *Variable:
		return t.Name
	case *Literal:
		return t.Text
	case *Apply:
		return f.apply(t)
	case *If:
		out, own = f.choice(t, " "), 0
	case *Operator:
		if t.Op == "not" {
			out, own = "not "+f.in(t.Args[0], levelNot), levelNot
			break
		}
		own = levelOf(t.Op)
		left := own
		if own == levelCompare {
			left++
		}
		out = f.in(t.Args[0], left) + " " + t.Op + " " + f.in(t.Args[1], own+1)
	}
	if own < level {
		return "(" + out + ")"
	}
	return out
}

// sequence returns operations that are sent to an object one after the other.
func (f formatter) sequence(t *Apply) string {
	chain := []*Apply{t}
	for {
		next, ok := chain[len(chain)-1].Args[0].(*Apply)
		if !ok || next.Op == Create || next.Class != "" || len(next.Args) == 0 {
			break
		}
		chain = append(chain, next)
	}
	var b strings.Builder
	b.WriteString(f.in(chain[len(chain)-1].Args[0], levelPrimary))
	for _, a := range slices.Backward(chain) {
		b.WriteString("." + a.Op)
		for i, arg := range a.Args[1:] {
			b.WriteString([2]string{"(", ", "}[min(i, 1)] + f.in(arg, 0))
		}
		if len(a.Args) > 1 {
			b.WriteString(")")
		}
	}
	return b.String()
}

func (f formatter) apply(t *Apply) string {
	args, out := t.Args, t.Op
	switch {
	case t.Class != "":
		out = t.Class + "." + out
	case t.Op == Create && t.Decl != nil && f.home != "" && t.Decl.Class != f.home:
		out = t.Decl.Class + "." + out
	case f.notation == LOBAS && t.Op != Create && len(args) > 0:
		return f.sequence(t)
	}
	if len(args) == 0 && len(t.Args) == 0 && t.Op != Create {
		return out + "()"
	}
	if len(args) == 0 {
		return out
	}
	var list []string
	for _, a := range args {
		list = append(list, f.in(a, 0))
	}
	return out + "(" + strings.Join(list, ", ") + ")"
}
