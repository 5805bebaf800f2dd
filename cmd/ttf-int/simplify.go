package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
)

const simplifyHelp = `Simplify applies the axioms of a class to a sequence of operations, in which names that
are not operations are parameters, and shows the tree of its normal forms: one path
for each way in which the conditions of the axioms may turn out. Conditions are
reduced to the parameters. Paths whose conditions contradict each other are left out,
where the solver proves that; values that satisfy the others are shown.

The class is specified in the file that --spec names, or is one of the project.

Of more paths than --paths, a sample is shown: each has the same chance.

With --interactive, it asks at each branch which way to go, and says what that means:
which axiom asks, of which term, with which values each way is taken, and what it leads
to. The answers are y where the condition holds, n where it does not, b back, q to end, and
h for help, which also says what was chosen.`

// simplifyFlags are the flags of simplify.
type simplifyFlags struct {
	spec         []string
	format       string
	limit, steps int
	seed         uint64
	interactive  bool
}

func simplifyCommand(a *app) *cobra.Command {
	var f simplifyFlags
	c := &cobra.Command{
		Use: "simplify CLASS SEQUENCE", Short: "apply the axioms of a class to a sequence of operations",
		Long: simplifyHelp, Args: arguments(2, 2, "a class and a sequence"),
		Example: "  ttf-int simplify --spec queue.lobas Queue 'create.add(x).add(y).delete'\n" +
			"  ttf-int simplify --spec queue.lobas Queue 'create.add(x).add(y).delete' --format dot\n" +
			"  ttf-int simplify --spec queue.lobas Queue 'create.add(x).add(y).delete' -i",
		RunE: func(cmd *cobra.Command, args []string) error { return simplify(cmd.Context(), a, f, args[0], args[1]) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.spec, "spec", nil, "a `FILE` with the specification of the class; given again, of others that it uses")
	flags.StringVar(&f.format, "format", "text", "how to write the tree: text or dot")
	flags.IntVar(&f.limit, "paths", 1000, "show `N` paths at most; of more, a sample")
	flags.Uint64Var(&f.seed, "seed", 1, "chooses the sample")
	flags.IntVar(&f.steps, "steps", rewriting.DefaultSteps, "apply axioms `N` times at most")
	flags.BoolVarP(&f.interactive, "interactive", "i", false, "ask which way to go at each branch")
	return c
}

// readClass returns the classes of files, and one of them. Without files, it is a class of the project, or of the
// specification of one.
func readClass(a *app, files []string, name string) ([]*language.Class, *language.Class, error) {
	if len(files) == 0 {
		return a.project.findClass(name)
	}
	var texts []*source.Text
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, fmt.Errorf("the specification cannot be read: %w", err)
		}
		texts = append(texts, source.NewFile(file, string(data)).Whole())
	}
	classes, err := language.Parse(texts...)
	if err != nil {
		return nil, nil, err
	}
	verb := "has"
	if len(files) > 1 {
		verb = "have"
	}
	return pickClass(classes, name, source.List(files)+" "+verb)
}

// pickClass returns classes, and the one with a name; the error says who has none of that name.
func pickClass(classes []*language.Class, name, who string) ([]*language.Class, *language.Class, error) {
	var names []string
	for _, c := range classes {
		if c.Name.Text == name {
			return classes, c, nil
		}
		names = append(names, c.Name.Text)
	}
	if len(names) == 0 {
		return nil, nil, fmt.Errorf("%s no class: expected --spec FILE, where the class %s is specified", who, name)
	}
	return nil, nil, fmt.Errorf("%s no class %s: %s", who, name, source.FormatExpected(name, names))
}

// findClass returns the classes of the specification in the project that has a class of some name, and that class.
func (p *project) findClass(name string) ([]*language.Class, *language.Class, error) {
	if _, err := config.Locate(p.config, ""); err != nil {
		return nil, nil, fmt.Errorf("expected --spec FILE, where the class %s is specified, or a project that has it: %w",
			name, err)
	}
	system, err := p.load(true)
	if err != nil {
		return nil, nil, err
	}
	var known []*language.Class
	for _, c := range system.Classes {
		for _, k := range c.Classes {
			if k.Name.Text == name {
				return c.Classes, k, nil
			}
			if !slices.ContainsFunc(known, func(o *language.Class) bool { return o.Name.Text == k.Name.Text }) {
				known = append(known, k)
			}
		}
	}
	return pickClass(known, name, "the project has")
}

func simplify(ctx context.Context, a *app, f simplifyFlags, name, sequence string) error {
	if f.format != "text" && f.format != "dot" {
		return fmt.Errorf("--format %q: %s", f.format, source.FormatExpected(f.format, []string{"text", "dot"}))
	}
	if f.limit < 1 || f.steps < 1 {
		return fmt.Errorf("--paths and --steps: expected 1 or more")
	}
	classes, class, err := readClass(a, f.spec, name)
	if err != nil {
		return err
	}
	term, err := language.ParseSequence(source.NewFile("sequence", sequence).Whole(), classes, class)
	if err != nil {
		return err
	}
	normal, err := reduce(classes, term, f.steps)
	if err != nil {
		return err
	}
	engine := rewriting.New(classes)
	engine.Steps = f.steps
	tree, err := engine.Normalize(normal)
	if err != nil {
		return err
	}
	solver, err := a.answerer.openSolver(ctx)
	if err != nil {
		return err
	}
	asker := conditions.New(ctx, solver)
	if f.interactive {
		k := &walk{out: a.console.stdout, asker: asker, engine: engine, classes: classes}
		return k.ask(os.Stdin, tree)
	}
	s := &report.Simplified{Sequence: language.FormatTerm(term, language.LOBAS), Tree: tree,
		Count: tree.Count().String(),
		Nodes: tree.Size()}
	var paths []rewriting.Path
	paths, s.Complete = tree.Sample(f.limit, f.seed, asker.Refuted)
	for _, p := range paths {
		values, outcome := asker.Solve(p.Conditions)
		s.AddPath(p, values, outcome.String())
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return a.console.write(func(w io.Writer) error {
		switch {
		case a.console.json:
			return report.WriteDocument(w, s)
		case f.format == "dot":
			return s.WriteDOT(w)
		}
		return s.Write(w)
	})
}

// reduce returns the normal form of a term without parameters, by compiled axioms: a tree is made of that
// alone then. A term with parameters, or one for which axioms are missing, is returned as it is.
func reduce(classes []*language.Class, term language.Term, steps int) (language.Term, error) {
	if hasParameters(term) {
		return term, nil
	}
	m := ground.New(classes)
	m.Steps = steps
	r, err := m.Evaluate(term)
	switch {
	case errors.Is(err, ground.ErrStuck):
		return term, nil
	case err != nil:
		return nil, explainEndless(classes, term, err)
	}
	return m.Syntax(r), nil
}

// maxExplained is how many steps are made to find what is rewritten to itself.
const maxExplained = 100_000

// explainEndless returns which part of a term is rewritten to what has it again, or the error where none is found.
func explainEndless(classes []*language.Class, term language.Term, err error) error {
	engine := rewriting.New(classes)
	engine.Steps = maxExplained
	var circle *rewriting.CircleError
	if _, again := engine.Normalize(term); errors.As(again, &circle) {
		return circle
	}
	return err
}

func hasParameters(t language.Term) bool {
	if _, ok := t.(*language.Variable); ok {
		return true
	}
	return slices.ContainsFunc(language.Children(t), hasParameters)
}

// walk is a walk down a tree of normal forms.
type walk struct {
	out     io.Writer
	asker   *conditions.Asker
	engine  *rewriting.Engine
	classes []*language.Class
	passed  []choice // branches at which somebody was asked
}

// choice is a branch, and what was chosen before it.
type choice struct {
	at    *rewriting.Tree
	conds []rewriting.Condition
}

// way returns the choice that follows where a condition holds or does not.
func (c choice) way(holds bool) choice {
	next := c.at.No
	if holds {
		next = c.at.Yes
	}
	return choice{next, append(c.conds[:len(c.conds):len(c.conds)], rewriting.Condition{Term: c.at.Cond, Holds: holds})}
}

// last returns the condition that was chosen last.
func (c choice) last() rewriting.Condition { return c.conds[len(c.conds)-1] }

// ask asks at each branch of a tree which way to go, down to a leaf. A branch of which one way
// contradicts what was chosen is passed without a question.
func (k *walk) ask(in io.Reader, tree *rewriting.Tree) error {
	now, shown := choice{at: tree}, false
	lines := bufio.NewScanner(in)
	for now.at.Leaf == nil {
		yes, no := now.way(true), now.way(false)
		switch {
		case k.asker.Refuted(yes.conds):
			k.sayLine("", no.last().String()+", by what was chosen")
			now = no
			continue
		case k.asker.Refuted(no.conds):
			k.sayLine("", yes.last().String()+", by what was chosen")
			now = yes
			continue
		}
		if !shown {
			k.explain(now)
			k.describe("y", yes)
			k.describe("n", no)
		}
		shown = true
		fmt.Fprintf(k.out, "%s? y, n, b, q, h: ", yes.last())
		if !lines.Scan() {
			fmt.Fprintln(k.out)
			return lines.Err()
		}
		switch strings.ToLower(strings.TrimSpace(lines.Text())) {
		case "y", "yes":
			k.passed, now, shown = append(k.passed, now), yes, false
		case "n", "no":
			k.passed, now, shown = append(k.passed, now), no, false
		case "b", "back", "u", "undo":
			if len(k.passed) == 0 {
				fmt.Fprintln(k.out, "This is the first branch.")
				continue
			}
			now, k.passed, shown = k.passed[len(k.passed)-1], k.passed[:len(k.passed)-1], false
			k.sayLine("", "Back.")
		case "q", "quit":
			return nil
		case "h", "help", "?":
			k.help(now)
		default:
			fmt.Fprintln(k.out, "Expected y, n, b, q or h.")
		}
	}
	_, err := fmt.Fprint(k.out, report.FormatPath(now.conds, now.at.Leaf))
	return err
}

// help says what the answers mean, and what was chosen.
func (k *walk) help(now choice) {
	fmt.Fprintln(k.out, "  y  the condition holds        n  it does not\n"+
		"  b  back to the last question  q  end\n"+
		"What the answers decide is not asked. A path ends in a normal form.")
	var chosen []string
	for _, c := range now.conds {
		chosen = append(chosen, c.String())
	}
	if len(chosen) == 0 {
		chosen = append(chosen, "nothing")
	}
	k.sayLine("", "Chosen until here: "+strings.Join(chosen, " and "))
	k.sayLine("", "Paths from here: "+now.at.Count().String())
}

// lineWidth is how many columns a line has at most that can be broken.
const lineWidth = 96

// sayLine writes a line. A long one is broken before an operation of a sequence, or behind a comma or a word, and what
// follows is indented further.
func (k *walk) sayLine(indent, text string) {
	further := indent + "    "
	for first := true; text != ""; first = false {
		if !first {
			indent = further
		}
		line, rest := breakLine(text, lineWidth-len(indent))
		fmt.Fprintln(k.out, indent+line)
		text = rest
	}
}

// breakLine returns what of a text fits into so many columns, and the rest: all where there is no place to break it. It
// is broken before an operation only where there is no blank in the second half.
func breakLine(text string, width int) (line, rest string) {
	runes := []rune(text)
	if len(runes) <= width {
		return text, ""
	}
	at, dot, quoted := 0, 0, false
	for i, r := range runes[:width+1] {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted || i == 0:
		case r == ' ':
			at = i + 1
		case r == '.':
			dot = i
		}
	}
	if at < width/2 {
		at = max(at, dot)
	}
	if at == 0 {
		return text, ""
	}
	return strings.TrimRight(string(runes[:at]), " "), string(runes[at:])
}

// explain says which axiom asks for a condition, of which term, and what its variables are there.
func (k *walk) explain(c choice) {
	r, ok := k.engine.Reason(c.at.Cond)
	if !ok {
		return
	}
	name := ""
	for _, class := range k.classes {
		if slices.Contains(class.Axioms, r.Axiom) {
			name = language.FormatAxiom(class, r.Axiom)
		}
	}
	if len(k.passed) > 0 {
		fmt.Fprintln(k.out)
	}
	if r.Asked == nil {
		k.sayLine("", fmt.Sprintf("Axiom %s fits %s only where this holds:", name, r.Applied()))
		return
	}
	where := r.Where()
	if where != "" {
		where = ", where " + where
	}
	k.sayLine("", fmt.Sprintf("Axiom %s for %s asks whether %s%s:", name, r.Applied(),
		language.FormatTerm(r.Asked, language.LOBAS), where))
}

// describe says what a way means: its condition, values with which it is taken, and what it leads to.
func (k *walk) describe(key string, c choice) {
	text := key + ": " + c.last().String()
	if values, outcome := k.asker.Solve(c.conds); outcome == solve.Case && len(values) > 0 {
		var list []string
		for name, v := range values {
			list = append(list, name+" = "+v)
		}
		slices.Sort(list)
		text += ", as with " + strings.Join(list, ", ")
	}
	switch n := c.at.Count(); {
	case c.at.Leaf != nil:
		text += fmt.Sprintf("; then it is %s", c.at.Leaf)
	default:
		text += fmt.Sprintf("; %s paths", n)
	}
	k.sayLine("  ", text)
}
