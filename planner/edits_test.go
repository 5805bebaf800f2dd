package planner_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

var editRounds = flag.Int("edits", 12, "how many random edits of an example are planned with what was kept before")

// edit changes some file of a project at random; it returns the text itself where it
// finds nothing to change.
type edit struct {
	name  string
	file  string // how the names of the files end that it is for
	apply func(r *rand.Rand, text string) string
}

var edits = []edit{
	{"a number", ".zed", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `\b\d+\b`, func(old string) string {
			n, _ := strconv.Atoi(old)
			return strconv.Itoa(max(0, n+[]int{-1, 1, 2}[r.IntN(3)]))
		})
	}},
	{"a comparison", ".zed", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `[<>≤≥]`, func(string) string { return []string{"<", ">", "≤", "≥"}[r.IntN(4)] })
	}},
	{"a set operator", ".zed", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, ` [∈∉] `,
			func(old string) string { return map[string]string{" ∈ ": " ∉ ", " ∉ ": " ∈ "}[old] })
	}},
	{"two conjuncts", ".zed", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `[^|∧∨()\[\]\n=]+ ∧ [^|∧∨()\[\]\n=]+`, func(old string) string {
			a, b, _ := strings.Cut(old, " ∧ ")
			return b + " ∧ " + a
		})
	}},
	{"the name of an input", ".zed", func(r *rand.Rand, text string) string {
		names := regexp.MustCompile(`\b[a-z]+\?`).FindAllString(text, -1)
		if len(names) == 0 {
			return text
		}
		name := names[r.IntN(len(names))]
		return strings.ReplaceAll(text, name, "in"+name)
	}},
	{"a line before everything", ".zed", func(_ *rand.Rand, text string) string { return "\n" + text }},
	{"a unit more", ".yaml", func(r *rand.Rand, text string) string {
		unit := regexp.MustCompile(`(?s)unit: (\w+)\n.*`).FindStringSubmatch(text)
		if unit == nil || strings.Contains(unit[0], "\n---") {
			return text
		}
		return strings.TrimSuffix(text, "\n") + "\n---\n" + strings.Replace(unit[0], "unit: "+unit[1],
			fmt.Sprintf("unit: %s%d", unit[1], r.IntN(1000)), 1)
	}},
	{"the scope of a unit", ".yaml", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^schema: .*(\nscope: .*)?$`, func(old string) string {
			old, _, _ = strings.Cut(old, "\n")
			return old + fmt.Sprintf("\nscope: {int: [%d, %d], set: %d, seq: %d}", -r.IntN(9), r.IntN(9), 1+r.IntN(3),
				1+r.IntN(3))
		})
	}},
	{"the tactics of a unit", ".yaml", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `tactics: .*`, func(string) string { return "tactics: [dnf]" })
	}},
	{"cases of a leaf", "ttf-int.yaml", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `run: \{.*\}`,
			func(string) string { return fmt.Sprintf("run: {cases: %d}", 1+r.IntN(2)) })
	}},
}

// replaceOne replaces one of the places that match.
func replaceOne(r *rand.Rand, text, pattern string, by func(string) string) string {
	at := regexp.MustCompile(pattern).FindAllStringIndex(text, -1)
	if len(at) == 0 {
		return text
	}
	m := at[r.IntN(len(at))]
	return text[:m[0]] + by(text[m[0]:m[1]]) + text[m[1]:]
}

// editFile changes a file of a project; undo puts it back.
func editFile(t *testing.T, r *rand.Rand, dir string) (what string, undo func()) {
	t.Helper()
	e := edits[r.IntN(len(edits))]
	files, err := filepath.Glob(filepath.Join(dir, "specs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(append(files, filepath.Join(dir, "ttf-int.yaml")), func(f string) bool {
		return !strings.HasSuffix(f, e.file) || e.file == ".yaml" && filepath.Base(f) == "ttf-int.yaml"
	})
	file := files[r.IntN(len(files))]
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(e.apply(r, string(before)))
	return e.name, func() { write(string(before)) }
}

// TestEdits: a plan of a project that is edited again and again is the same, byte for
// byte, with all that was kept of the plans before as without. An edit may make a
// specification wrong; then it is taken back, and so is one in three others.
func TestEdits(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"sortedlist", "bank"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "specs"),
				os.DirFS(filepath.Join("../examples", example, "specs"))); err != nil {
				t.Fatal(err)
			}
			project, err := os.ReadFile(filepath.Join("../examples", example, "ttf-int.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "ttf-int.yaml"), project, 0o600); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(20, uint64(len(example))))
			cache, changed, last := newKept(), 0, ""
			for round := range *editRounds {
				what, undo := editFile(t, r, dir)
				system, err := config.Load(filepath.Join(dir, "ttf-int.yaml"), dir)
				if err != nil {
					undo()
					continue
				}
				fresh, err := planner.Make(t.Context(), system,
					planner.Options{Solver: smallest{embedded.New(solve.Options{})}, Steps: 2_000})
				if err != nil {
					undo()
					continue
				}
				want, err := fresh.JSON()
				if err != nil {
					t.Fatal(err)
				}
				_, got := document(t, system, planner.Options{Steps: 2_000, Cache: cache})
				if got != string(want) {
					t.Fatalf("round %d, %s changed:\n%s", round, what, cmp.Diff(string(want), got))
				}
				if got != last {
					changed, last = changed+1, got
				}
				if r.IntN(3) == 0 {
					undo()
				}
			}
			if changed < *editRounds/3 {
				t.Errorf("%d of %d edits changed the plan", changed, *editRounds)
			}
		})
	}
}
