package language

import (
	"fmt"
	"strings"
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
				lines = append(lines, formatOperation(c, o))
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
		if sorts := o.sorts(); len(sorts) > 0 {
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

func formatOperation(c *Class, o *Operation) string {
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

func formatIf(t Term, n Notation, gap string) string {
	i, ok := t.(*If)
	if !ok {
		return FormatTerm(t, n)
	}
	return "if " + formatIn(i.Cond, n, 1) + " then " + formatIn(i.Then, n, 1) + gap + "else " + formatIf(i.Else, n, gap)
}

// FormatTerm returns a term on one line.
func FormatTerm(t Term, n Notation) string { return formatIn(t, n, 0) }

// formatIn returns a term where operators of this level may stand; 0: anything.
func formatIn(t Term, n Notation, level int) string {
	out, own := "", levelPrimary
	switch t := t.(type) {
	case *Variable:
		return t.Name
	case *Literal:
		return t.Text
	case *Apply:
		return formatApply(t, n)
	case *If:
		out, own = formatIf(t, n, " "), 0
	case *Operator:
		if t.Op == "not" {
			out, own = "not "+formatIn(t.Args[0], n, levelNot), levelNot
			break
		}
		own = levelOf(t.Op)
		left := own
		if own == levelCompare {
			left++
		}
		out = formatIn(t.Args[0], n, left) + " " + t.Op + " " + formatIn(t.Args[1], n, own+1)
	}
	if own < level {
		return "(" + out + ")"
	}
	return out
}

func formatApply(t *Apply, n Notation) string {
	args, out := t.Args, t.Op
	switch {
	case t.Class != "":
		out = t.Class + "." + out
	case n == LOBAS && t.Op != Create && len(args) > 0:
		out, args = formatIn(args[0], n, levelPrimary)+"."+out, args[1:]
	}
	if len(args) == 0 && len(t.Args) == 0 && t.Op != Create {
		return out + "()"
	}
	if len(args) == 0 {
		return out
	}
	var list []string
	for _, a := range args {
		list = append(list, formatIn(a, n, 0))
	}
	return out + "(" + strings.Join(list, ", ") + ")"
}
