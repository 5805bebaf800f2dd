package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/solve/backend"
)

// readCollected reads the problems of package solve's collection, by the Z document that
// has their definitions; every is how many are passed over for one that is taken.
func readCollected(t *testing.T, every int) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../../solve/testdata/problems/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	out, count := map[string][]string{}, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		z := ""
		for line := range strings.Lines(string(data)) {
			if name, ok := strings.CutPrefix(line, "# Definitions: "); ok {
				z = filepath.Join(filepath.Dir(file), strings.TrimSpace(name))
			}
			_, text, ok := strings.Cut(strings.TrimSpace(line), "sat ")
			if count++; ok && !strings.HasPrefix(line, "#") && count%every == 0 {
				out[z] = append(out[z], text)
			}
		}
	}
	return out
}

// writeOutside writes a problem whose values lie outside of the default scope, or whose
// sets and functions are larger.
func writeOutside(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	n, m, k := 11+r.IntN(90), 4+r.IntN(5), -11-r.IntN(60)
	parts := []string{
		fmt.Sprintf("f %d = %d", n, k), fmt.Sprintf("# f = %d", m), fmt.Sprintf("%d in dom f", k),
		fmt.Sprintf("ran f = {%d, %d}", n, k),
		fmt.Sprintf("# A = %d", m), fmt.Sprintf("# A %s %d", pick(">", ">=", "/="), m),
		fmt.Sprintf("B = A union {%d, %d}", n, k),
		fmt.Sprintf("x > %d", n), fmt.Sprintf("x * x = %d", n*n), fmt.Sprintf("x + y = %d", n+k),
		fmt.Sprintf("x div %d = %d", m, k),
		fmt.Sprintf("# s = %d", m), fmt.Sprintf("s %d = %d", m, n), fmt.Sprintf("last s = %d", k), "ran s subseteq B",
		"x in B and y in ran s",
		fmt.Sprintf("# C = %d", m), "C subset dom g", "g comp g = g", "forall t : C @ t |-> t notin g",
	}
	var out []string
	for range 1 + r.IntN(3) {
		out = append(out, parts[r.IntN(len(parts))])
	}
	return "[T] f : Z pfun Z; A, B : power Z; x, y : Z; s : seq Z; C : power T; g : T rel T | " + strings.Join(out,
		" and ")
}

// definite orders what an answer says.
var definite = map[string]int{"undecided": 0, "none-in-scope": 1, "unsatisfiable": 2, "case": 2}

// openNamed returns the solver of a name; without its programs, the test is skipped.
func openNamed(t *testing.T, name string) *backend.Opened {
	t.Helper()
	b, err := backend.Open(t.Context(), name, backend.Options{})
	if err != nil {
		t.Skipf("not tested: %v", err)
	}
	t.Cleanup(b.Close)
	return b
}

// TestBackends: a portfolio says at least what the embedded solver says, and no back
// end contradicts it.
func TestBackends(t *testing.T) {
	every, n := 40, 40
	if testing.Short() {
		every, n = 200, 8
	}
	r := rand.New(rand.NewPCG(7, 8))
	own := openNamed(t, backend.Embedded)
	names := backend.Names()[1:] // the first is the embedded solver
	slices.Reverse(names)
	for _, name := range names {
		problems := readCollected(t, every)
		for range n {
			problems[""] = append(problems[""], writeOutside(r))
		}
		every, n = 200, 4 // a program that answers alone is not fast
		t.Run(name, func(t *testing.T) {
			other := openNamed(t, name)
			for z, list := range problems {
				ours, err := newSolving(solveFlags{z: z, timeout: time.Minute}, defaultMemory)
				if err != nil {
					t.Fatal(err)
				}
				theirs := *ours
				ours.asked, theirs.asked = own, other
				for _, text := range list {
					a, b := ours.answer(t.Context(), "ours", text, nil), theirs.answer(t.Context(), "theirs", text, nil)
					less := name == backend.Portfolio && definite[b.Status] < definite[a.Status]
					contrary := definite[a.Status] == 2 && definite[b.Status] == 2 && a.Status != b.Status
					if less || contrary || a.Status == "error" {
						t.Errorf("%s\n\tembedded: %s %s\n\t%s: %s %s", text, a.Status, a.Reason, name, b.Status,
							b.Reason)
					}
				}
			}
		})
	}
}
