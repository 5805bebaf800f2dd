package checks_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// samples are specifications with nothing wrong in them.
var samples = []string{"stack", "fifo", "bounded", "set", "bag", "map", "sorted", "text", "symbols", "bank", "shelf"}

// TestSamples: of specifications with nothing wrong in them nothing is said; the brute force finds nothing either.
func TestSamples(t *testing.T) {
	for _, name := range samples {
		classes := algebratest.Read(t, name+".lobas")
		errors, warnings := checkClasses(classes)
		compare(t, name+": errors", errors, "")
		compare(t, name+": warnings", warnings, "")
		if b := search(classes); len(b.holes)+len(b.differs) > 0 || b.endless {
			t.Errorf("%s: the brute force finds %v", name, b)
		}
	}
}

// TestMutants leaves out axioms of specifications, and changes and adds some. Whatever the brute force finds wrong with
// the outcome on small ground terms is reported; and where a hole or a difference is reported, it finds one.
// TTF_INT_AXIOMS says how many are made.
func TestMutants(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("TTF_INT_AXIOMS"))
	if err != nil {
		count = 60
		t.Log("60 mutants: TTF_INT_AXIOMS=N makes N of them")
	}
	rng := rand.New(rand.NewPCG(3, 9))
	texts := map[string]string{}
	for _, name := range samples {
		data, err := os.ReadFile("../rewriting/testdata/" + name + ".lobas")
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	seen := map[string]int{}
	for made := 0; made < count; {
		name := samples[rng.IntN(len(samples))]
		what, classes := mutate(rng, texts[name])
		if classes == nil {
			continue
		}
		made++
		b := search(classes)
		errors, warnings := checkClasses(classes)
		said := strings.Join(slices.Concat(errors, warnings), "\n")
		report := func(format string, args ...any) {
			t.Errorf("%s, %s: %s\nsaid:\n%s", name, what, fmt.Sprintf(format, args...), said)
		}
		hole, differ := strings.Contains(said, "not sufficiently complete"), strings.Contains(said, "differ for")
		doubt := strings.Contains(said, "that they agree is not shown")
		switch {
		case len(b.holes) > 0 && !hole:
			report("the brute force finds holes: %v", b.holes)
		case len(b.differs) > 0 && !differ:
			report("the brute force finds differences: %v", b.differs)
		case b.endless && !strings.Contains(said, "terminate"):
			report("the brute force finds no end")
		case hole && len(b.holes) == 0 && !b.endless:
			report("the brute force finds no hole")
		case differ && len(b.differs) == 0 && len(b.holes) == 0 && !b.endless:
			report("the brute force finds no difference")
		}
		if n := len(errors) + len(warnings); n > 1 {
			report("one mistake is said %d times", n)
		}
		for word, is := range map[string]bool{"hole": hole, "differ": differ, "doubt": doubt, "endless": b.endless,
			"nothing": said == ""} {
			if is {
				seen[word]++
			}
		}
	}
	t.Logf("%d mutants: %v", count, seen)
	if seen["hole"] < count/10 || seen["differ"] < count/10 {
		t.Error("too few mutants have something wrong")
	}
}

// mutate returns a specification with one mistake, and what that is; nil where the mistake cannot be made.
func mutate(rng *rand.Rand, text string) (what string, out []*language.Class) {
	classes, err := language.Parse(source.NewFile("m", text).Whole())
	if err != nil {
		panic(source.Show(err, 5))
	}
	c := classes[rng.IntN(len(classes))]
	i, j := rng.IntN(len(c.Axioms)), rng.IntN(len(c.Axioms))
	a := *c.Axioms[i]
	name := language.FormatAxiom(c, &a)
	switch rng.IntN(10) {
	case 0, 1:
		c.Axioms = slices.Delete(c.Axioms, i, i+1)
		return "without axiom " + name, classes
	case 2: // narrower: a variable of the left side is a value
		what = "axiom " + name + " for one value alone"
		v, value := pick(rng, a.Left), "0"
		if v == nil {
			return "", nil
		}
		switch v.Sort {
		case language.Integer:
		case language.String:
			value = `"a"`
		case c.Name.Text:
			if len(c.Find(language.Create).Params) > 0 {
				return "", nil
			}
			value = language.Create
		default:
			return "", nil
		}
		a.Left, a.Right = replace(a.Left, v.Name, value), replace(a.Right, v.Name, value)
		c.Axioms[i] = &a
	case 3, 7: // another axiom's right side, too
		what = "axiom " + name + " again, with the right side of another"
		a.Label, a.Right = "copy", c.Axioms[j].Right
		c.Axioms = append(c.Axioms, &a)
	case 4: // the right side of another axiom
		what = "axiom " + name + " with the right side of another"
		a.Right = c.Axioms[j].Right
		c.Axioms[i] = &a
	case 5, 8: // a narrower copy with another value
		what = "axiom " + name + " again, as an error for one value"
		v := pick(rng, a.Left)
		if v == nil || v.Sort != language.Integer {
			return "", nil
		}
		a.Label, a.Left, a.Right = "copy", replace(a.Left, v.Name, "1"), &language.Literal{Text: "error"}
		c.Axioms = append(c.Axioms, &a)
	case 9: // another value beyond a border
		what = "axiom " + name + " again, as another axiom beyond a border"
		v := pick(rng, a.Left)
		if v == nil || v.Sort != language.Integer {
			return "", nil
		}
		border := []string{"0", "5", "17"}[rng.IntN(3)]
		beyond := &language.Operator{Op: []string{"<", ">"}[rng.IntN(2)],
			Args: []language.Term{&language.Variable{Name: v.Name}, &language.Literal{Text: border}}}
		a.Label, a.Right = "copy", &language.If{Cond: beyond, Then: c.Axioms[j].Right, Else: a.Right}
		c.Axioms = append(c.Axioms, &a)
	case 6: // around in a circle
		what = "axiom " + name + " with its left side for the right one"
		a.Right = a.Left
		c.Axioms[i] = &a
	}
	printed := language.Print(classes, language.LOBAS)
	if out, err = language.Parse(source.NewFile("m", printed).Whole()); err != nil {
		return "", nil
	}
	return what, out
}

// pick returns a variable of a term, or nil.
func pick(rng *rand.Rand, t language.Term) *language.Variable {
	var all []*language.Variable
	var visit func(language.Term)
	visit = func(t language.Term) {
		if v, ok := t.(*language.Variable); ok {
			all = append(all, v)
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	visit(t)
	if len(all) == 0 {
		return nil
	}
	return all[rng.IntN(len(all))]
}

// replace returns a term in which a text stands for a variable.
func replace(t language.Term, variable, by string) language.Term {
	return language.Substitute(t, map[string]language.Term{variable: &language.Variable{Name: by}})
}
