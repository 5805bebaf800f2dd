package korat_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/korat"
)

// odd are predicates that cannot be believed, with what is said of them.
var odd = []struct{ typ, predicate, wants string }{
	{"Pair", "Loops", "the predicate does not return within 1s\n  on Pair{"},
	{"Pair", "Spins", "does not return within 1s, and reads nothing meanwhile\n  on Pair{a: nil, b: nil, n: 2"},
	{"Pair", "Recurses", "the predicate calls itself for ever: the stack overflows\n  on Pair{a: node0{next: node0"},
	{"Pair", "Clock", "odd/odd.go:55:43: time.Now makes the predicate depend on a clock"},
	{"Pair", "Starts", "odd/odd.go:59:2: the predicate starts a goroutine"},
	{"Pair", "Random", "the predicate is not deterministic"},
	{"Pair", "Counts", "odd/odd.go:78:2: the predicate keeps state: it changes the variable calls"},
	{"Pair", "Keeps", "the predicate is not deterministic"},
	{"Pair", "Changes", "the predicate changes the structure at odd/odd.go:94\n  on Pair{"},
	{"Pair", "ChangesFar", "the predicate changes the structure at odd/odd.go:100\n  on Pair{"},
	{"Pair", "ChangesMap", "the predicate changes the structure at odd/odd.go:105\n  on Pair{"},
	{"Pair", "ChangesHidden", "the predicate changes the structure, in a way that was not seen\n  on Pair{"},
	{"Pair", "Unsafe", "odd/odd.go:113:56: reads that are made with unsafe.Pointer cannot be seen"},
	{"Pair", "Reflects", "odd/odd.go:115:49: reads that are made with reflect.ValueOf cannot be seen"},
	{"Pair", "Prints", "odd/odd.go:117:50: fmt.Sprint is handed a part of the structure"},
	{"Pair", "Encodes", "odd/odd.go:120:28: json.Marshal is handed a part of the structure"},
	{"Pair", "Environment", "os.Getenv makes the predicate depend on more than the structure"},
	{"Foreign", "RepOK", "(*bytes.Buffer).Len reads a part of the structure, and is not of the main module"},
}

// TestOdd: a predicate that cannot be believed is an error that says why, with the line or the candidate.
func TestOdd(t *testing.T) {
	t.Parallel()
	for _, o := range odd {
		limit := time.Minute
		if strings.Contains(o.wants, "within 1s") {
			limit = time.Second
		}
		_, outcome, err := wanted{dir: "testdata/odd", pkg: "odd", typ: o.typ, predicate: o.predicate, size: 2,
			search: korat.Search{Limit: limit}}.enumerate()
		if err == nil || !strings.Contains(err.Error(), o.wants) {
			t.Errorf("%s: got %v, expected %q (%v)", o.predicate, err, o.wants, outcome)
		}
	}
}

// TestPanics: a panic is a no, and is told.
func TestPanics(t *testing.T) {
	t.Parallel()
	all, outcome, err := wanted{dir: "testdata/odd", pkg: "odd", typ: "Pair", predicate: "Panics", size: 1,
		bounds: "Pair.b=nil; Pair.n=0; Pair.m.keys=1; Pair.m[]=true"}.enumerate()
	if err != nil || len(all) != 2 || outcome.Panics != 2 || !strings.Contains(outcome.Panicked, "odd.go:27") ||
		!strings.Contains(outcome.Panicked, "nil pointer") {
		t.Errorf("%v %q %+v", err, all, outcome)
	}
}

// TestAtomic: the place that is handed to a function of the standard library counts as read.
func TestAtomic(t *testing.T) {
	t.Parallel()
	all, _, err := wanted{dir: "testdata/odd", pkg: "odd", typ: "Pair", predicate: "Atomic", size: 2,
		bounds: "Pair.a=nil; Pair.b=nil; Pair.m.keys=1; Pair.m[]=true"}.enumerate()
	if err != nil || len(all) != 2 {
		t.Errorf("%v %q", err, all)
	}
}
