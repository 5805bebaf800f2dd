package checks_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// inFullMaude writes classes as a module of Full Maude in which integers, texts, operators and if are only constants
// and functions about which nothing is known: what the Church-Rosser checker joins there is equal whatever they mean.
type inFullMaude struct {
	ops   map[string]bool // declarations
	plain bool            // whether nothing of the kind occurs
}

func fullMaudeModule(name string, classes []*language.Class) (text string, plain bool) {
	m := &inFullMaude{ops: map[string]bool{}, plain: true}
	var equations []string
	for _, c := range classes {
		for _, o := range c.Operations {
			var sorts []string
			for _, s := range o.Sorts() {
				sorts = append(sorts, "S"+s)
			}
			m.ops[fmt.Sprintf("op %s-%s : %s -> S%s .", c.Name.Text, o.Name.Text, strings.Join(sorts, " "),
				o.Result.Text)] = true
		}
		for _, a := range c.Axioms {
			vars := map[string]string{}
			result := a.Left.(*language.Apply).Decl.Result.Text
			left := m.term(a.Left, result, vars)
			equations = append(equations, fmt.Sprintf("eq %s = %s .", left, m.term(a.Right, result, vars)))
		}
	}
	var sorts []string
	for _, s := range []string{language.Integer, language.Boolean, language.String} {
		sorts = append(sorts, "S"+s)
	}
	for _, c := range classes {
		sorts = append(sorts, "S"+c.Name.Text)
	}
	lines := []string{"(fmod " + name + " is", "sorts " + strings.Join(sorts, " ") + " ."}
	for op := range m.ops {
		lines = append(lines, op)
	}
	slices.Sort(lines[2:])
	return strings.Join(append(append(lines, equations...), "endfm)\n"), "\n"), m.plain
}

// term returns a term of the sort that is wanted.
func (m *inFullMaude) term(t language.Term, sort string, vars map[string]string) string {
	list := func(terms []language.Term, sorts []string) string {
		var out []string
		for i, a := range terms {
			out = append(out, m.term(a, sorts[i], vars))
		}
		return strings.Join(out, ", ")
	}
	switch t := t.(type) {
	case *language.Variable:
		vars[t.Name] = t.Sort
		return fmt.Sprintf("V%s:S%s", regexp.MustCompile(`\W`).ReplaceAllString(t.Name, "q"), t.Sort)
	case *language.Literal:
		m.plain = false
		name := fmt.Sprintf("lit%s%x", sort, t.Text)
		m.ops[fmt.Sprintf("op %s : -> S%s .", name, sort)] = true
		return name
	case *language.If:
		m.plain = false
		m.ops[fmt.Sprintf("op ite : SBoolean S%[1]s S%[1]s -> S%[1]s .", sort)] = true
		return fmt.Sprintf("ite(%s, %s, %s)", m.term(t.Cond, language.Boolean, vars), m.term(t.Then, sort, vars),
			m.term(t.Else, sort, vars))
	case *language.Operator:
		m.plain = false
		of := sortOfTerm(t.Args[0])
		for _, a := range t.Args {
			if s := sortOfTerm(a); s != "" {
				of = s
			}
		}
		sorts, declared := []string{of, of}[:len(t.Args)], strings.Repeat("S"+of+" ", len(t.Args))
		name := fmt.Sprintf("op%x%s", t.Op, of)
		m.ops[fmt.Sprintf("op %s : %s-> S%s .", name, declared, sort)] = true
		return fmt.Sprintf("%s(%s)", name, list(t.Args, sorts))
	}
	a := t.(*language.Apply)
	name := a.Decl.Class + "-" + a.Op
	if len(a.Args) == 0 {
		return name
	}
	return fmt.Sprintf("%s(%s)", name, list(a.Args, a.Decl.Sorts()))
}

// sortOfTerm returns the sort of a term; "" where only its place says it.
func sortOfTerm(t language.Term) string {
	switch t := t.(type) {
	case *language.Variable:
		return t.Sort
	case *language.Literal:
		return t.Sort
	case *language.Apply:
		return t.Decl.Result.Text
	case *language.If:
		if s := sortOfTerm(t.Then); s != "" {
			return s
		}
		return sortOfTerm(t.Else)
	case *language.Operator:
		if slices.Contains([]string{"+", "-", "*"}, t.Op) {
			return language.Integer
		}
		return language.Boolean
	}
	return ""
}

// TestChurchRosser holds what is said of overlapping axioms against the Church-Rosser checker of the Maude Formal
// Environment, where TTF_INT_MFE is the folder of its mfe.maude, of a version that the maude in the PATH runs (for
// Maude 3.2 that of February 2020): where the checker joins all critical pairs, no axioms are said to differ, and where
// there are no built-in sorts and it does not, something is said. Its completeness checker needs a Maude that has the
// library CETA, which those of distributions have not.
func TestChurchRosser(t *testing.T) {
	dir := os.Getenv("TTF_INT_MFE")
	if dir == "" {
		t.Skip("TTF_INT_MFE does not name the folder of the Maude Formal Environment")
	}
	rng := rand.New(rand.NewPCG(4, 2))
	var input bytes.Buffer
	input.WriteString("load mfe.maude\n(select tool CRC .)\n")
	type made struct {
		what    string
		classes []*language.Class
		plain   bool
	}
	var all []made
	for len(all) < 60 {
		name := samples[rng.IntN(len(samples))]
		data, err := os.ReadFile("../rewriting/testdata/" + name + ".lobas")
		if err != nil {
			t.Fatal(err)
		}
		what, classes := mutate(rng, string(data))
		if classes == nil || search(classes).endless {
			continue
		}
		module := fmt.Sprintf("M%d", len(all))
		text, plain := fullMaudeModule(module, classes)
		fmt.Fprintf(&input, "%s(check Church-Rosser %s .)\n", text, module)
		all = append(all, made{name + ", " + what, classes, plain})
	}
	input.WriteString("q\n")
	maude := exec.Command("maude", "-no-banner")
	maude.Dir, maude.Stdin = dir, &input
	out, err := maude.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := regexp.MustCompile(`Church-Rosser check for (M\d+)`).Split(string(out), -1)
	names := regexp.MustCompile(`Church-Rosser check for (M\d+)`).FindAllStringSubmatch(string(out), -1)
	if len(names) != len(all) {
		t.Fatalf("%d of %d modules were checked:\n%.3000s", len(names), len(all), out)
	}
	count := map[string]int{}
	for i, one := range all {
		joined := strings.Contains(said[i+1], "All critical pairs have been joined")
		errors, warnings := checkClasses(one.classes)
		texts := strings.Join(slices.Concat(errors, warnings), "\n")
		differ := strings.Contains(texts, "differ for")
		switch {
		case joined && differ:
			t.Errorf("%s: Maude joins all critical pairs:\n%s", one.what, texts)
		case !joined && one.plain && !differ && !strings.Contains(texts, "that they agree is not shown"):
			t.Errorf("%s: nothing is said of what Maude does not join:\n%s", one.what, said[i+1])
		}
		count[fmt.Sprintf("joined %v, differ %v", joined, differ)]++
	}
	t.Log(count)
}
