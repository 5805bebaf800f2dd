package korat_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/korat"
)

// TestFastCounts: a search that goes on from snapshots counts what is known.
func TestFastCounts(t *testing.T) {
	t.Parallel()
	checked := map[string]bool{}
	for _, c := range known {
		if os.Getenv("TTFINT_KORAT_ALL") == "" && (c.long || checked[c.pkg]) {
			continue
		}
		checked[c.pkg] = true
		w := wanted{pkg: c.pkg, typ: c.typ, bounds: c.boundsOf(), fast: true, search: korat.Search{Count: true}}
		_, outcome, err := w.enumerate()
		if err != nil || outcome.Found != c.found || c.candidates >= 0 && outcome.Candidates != c.candidates {
			t.Errorf("%s %d: %v, got %+v, expected %d and %d", c.pkg, c.size, err, outcome, c.found, c.candidates)
		}
	}
}

// TestBesideC: a package that uses cgo can have no assembly beside it, so that no search adds any.
func TestBesideC(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc, without which the go command leaves out files that use cgo")
	}
	w := wanted{pkg: "usec", typ: "Pair", bounds: "Pair.A=0..2;Pair.B=0..2"}
	all, _, err := w.enumerate()
	if err != nil || len(all) != 6 {
		t.Errorf("%v, %d structures", err, len(all))
	}
	w.fast = true
	if _, _, err = w.enumerate(); err == nil || !strings.Contains(err.Error(), "the package uses cgo") {
		t.Errorf("got %v, expected the reason why the search is not fast", err)
	}
}
