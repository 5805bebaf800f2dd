//go:build linux

package ground_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
)

// toMaude returns a functional module of Maude with the axioms of classes. What is an error here is a term of a kind
// there, without a sort.
func toMaude(classes []*language.Class) string {
	var b strings.Builder
	b.WriteString("set show advisories off .\nfmod Q is protecting INT . protecting STRING . protecting EXT-BOOL .\n")
	for _, c := range classes {
		fmt.Fprintf(&b, "sort %s .\n", maudeSort(c.Name.Text))
	}
	for _, c := range classes {
		for _, s := range append([]string{c.Name.Text}, language.Integer, language.String, language.Boolean) {
			if c == classes[0] || s == c.Name.Text {
				fmt.Fprintf(&b, "op error%s : -> [%[1]s] .\n", maudeSort(s))
			}
		}
		for _, o := range c.Operations {
			arrow, ctor := "~>", ""
			if o.Kind == language.Constructor {
				arrow, ctor = "->", " [ctor]"
			}
			var sorts []string
			for _, s := range o.Sorts() {
				sorts = append(sorts, maudeSort(s))
			}
			fmt.Fprintf(&b, "op %s : %s %s %s%s .\n", maudeName(o), strings.Join(sorts, " "), arrow,
				maudeSort(o.Result.Text), ctor)
		}
		for _, a := range c.Axioms {
			fmt.Fprintf(&b, "eq %s = %s .\n", maudeTerm(a.Left, ""),
				maudeTerm(a.Right, a.Left.(*language.Apply).Decl.Result.Text))
		}
	}
	b.WriteString("endfm\n")
	return b.String()
}

func maudeSort(s string) string {
	switch s {
	case language.Integer:
		return "Int"
	case language.Boolean:
		return "Bool"
	}
	return strings.ReplaceAll(s, "_", "-")
}

func maudeName(o *language.Operation) string {
	return "m-" + strings.ReplaceAll(o.Class+"-"+o.Name.Text, "_", "-")
}

// maudeTerm returns a term; an error is one of the sort.
func maudeTerm(t language.Term, sort string) string {
	switch t := t.(type) {
	case *language.Literal:
		switch t.Text {
		case "error":
			return "error" + maudeSort(sort)
		case "-∞": // below all that the tests use
			return "-1000000000"
		}
		return t.Text
	case *language.Variable:
		return "V" + t.Name + ":" + maudeSort(t.Sort)
	case *language.If:
		return fmt.Sprintf("if %s then %s else %s fi", maudeTerm(t.Cond, language.Boolean), maudeTerm(t.Then, sort),
			maudeTerm(t.Else, sort))
	case *language.Operator:
		if t.Op == "not" {
			return "(not " + maudeTerm(t.Args[0], language.Boolean) + ")"
		}
		sign := map[string]string{"=": "==", "≠": "=/=", "≤": "<=", "≥": ">=", "and": "and-then", "or": "or-else"}[t.Op]
		if sign == "" {
			sign = t.Op
		}
		return fmt.Sprintf("(%s %s %s)", maudeTerm(t.Args[0], sort), sign, maudeTerm(t.Args[1], sort))
	}
	a := t.(*language.Apply)
	var args []string
	for i, arg := range a.Args {
		args = append(args, maudeTerm(arg, a.Decl.Sorts()[i]))
	}
	if len(args) == 0 {
		return maudeName(a.Decl)
	}
	return maudeName(a.Decl) + "(" + strings.Join(args, ", ") + ")"
}

// askMaude returns what Maude makes of terms, without spaces, "error" where it has no sort; and its processor time.
func askMaude(t testing.TB, classes []*language.Class, terms []language.Term) (out []string, spent time.Duration) {
	path, err := exec.LookPath("maude")
	if err != nil {
		t.Skip("maude is not there: nothing is held against it")
	}
	text := toMaude(classes)
	for _, term := range terms {
		text += "red " + maudeTerm(term, "") + " .\n"
	}
	cmd := exec.Command(path, "-no-banner", "-no-wrap", "-batch")
	cmd.Stdin = strings.NewReader(text + "quit\n")
	said, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(said, []byte("Warning")) {
		t.Fatalf("maude: %v\n%s\n%s", err, said[:min(len(said), 3000)], text[:min(len(text), 6000)])
	}
	results := regexp.MustCompile(`rewrites: \d+ in (\d+)ms cpu .*\nresult ([^:]*): (.*)`)
	for _, m := range results.FindAllSubmatch(said, -1) {
		ms, _ := strconv.Atoi(string(m[1]))
		spent += time.Duration(ms) * time.Millisecond
		if bytes.HasPrefix(m[2], []byte("[")) {
			out = append(out, "error")
			continue
		}
		out = append(out, strings.ReplaceAll(string(m[3]), " ", ""))
	}
	return out, spent
}

// TestMaude holds normal forms of random ground terms against those of Maude.
func TestMaude(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	for _, name := range []string{"stack", "fifo", "bounded", "set", "bag", "map", "sorted", "text", "symbols", "bank",
		"shelf", "queue"} {
		classes := algebratest.Read(t, name+".lobas")
		var terms []language.Term
		for range 100 {
			terms = append(terms, algebratest.Draw(rng, classes, classes[0], rng.IntN(9)))
		}
		want, _ := askMaude(t, classes, terms)
		if len(want) != len(terms) {
			t.Fatalf("%s: maude says %d results for %d terms", name, len(want), len(terms))
		}
		m := ground.New(classes)
		failed := 0
		for i, term := range terms {
			m.Steps = 100_000
			r, err := m.Evaluate(term)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(maudeTerm(m.Syntax(r), ""), " ", "")
			if r == ground.Error {
				failed++
			}
			if got != want[i] {
				t.Errorf("%s: %s is %s, but maude says %s", name, language.FormatTerm(term, language.LOBAS), got,
					want[i])
			}
		}
		t.Logf("%s: %d terms, %d of them errors", name, len(terms), failed)
	}
}

// processorTime returns how much processor time this process has used: others may be at work beside it.
func processorTime(t testing.TB) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkBesideMaude reduces the same ground terms with the machine and with Maude, and reports how many times as
// long the machine takes: less than one where it is faster.
func BenchmarkBesideMaude(b *testing.B) {
	for _, c := range []struct{ file, push, pop, ends string }{
		{"queue", ".add(%d)", ".delete", ".largest"}, {"fifo", ".put(%d)", ".get", ".front"},
		{"set", ".add(%d)", ".remove(7)", ".size"}, {"stack", ".push(%d)", ".pop", ".depth"},
	} {
		b.Run(c.file, func(b *testing.B) {
			classes := algebratest.Read(b, c.file+".lobas")
			var s strings.Builder
			s.WriteString("create")
			for i := range 200 {
				fmt.Fprintf(&s, c.push, i*37%211)
			}
			term := algebratest.Sequence(b, classes, s.String()+strings.Repeat(c.pop, 100)+c.ends)
			terms := slices.Repeat([]language.Term{term}, 20)
			_, theirs := askMaude(b, classes, terms)
			m := ground.New(classes)
			before := processorTime(b)
			for b.Loop() {
				for _, term := range terms {
					m.Reset()
					m.Steps = 100_000_000
					if _, err := m.Evaluate(term); err != nil {
						b.Fatal(err)
					}
				}
			}
			ours := (processorTime(b) - before) / time.Duration(b.N)
			b.ReportMetric(float64(theirs.Microseconds())/float64(len(terms)), "maude-µs/term")
			b.ReportMetric(float64(ours.Microseconds())/float64(len(terms)), "machine-µs/term")
			b.ReportMetric(float64(ours)/float64(max(theirs, time.Microsecond)), "times-maude")
		})
	}
}
