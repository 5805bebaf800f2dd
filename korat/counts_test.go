package korat_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/structure"
)

// collected are the structures that a search has found.
type collected struct {
	all  []string
	json []string
}

func (c *collected) Structure(s *structure.Structure) error {
	line, err := s.MarshalJSON()
	c.all, c.json = append(c.all, s.String()), append(c.json, string(line))
	return err
}

func (c *collected) Progress(int64, int64) {}

// wanted is a search for the structures of a type of the module in testdata/types.
type wanted struct {
	dir       string // "": testdata/types
	pkg, typ  string
	path      string // by which the package is imported, where it is in none of the folders
	predicate string
	args      string // type arguments
	tags      string
	files     []string
	bounds    string // as the flag --bound has them, with semicolons between them
	size      int
	fast      bool
	search    korat.Search
}

// enumerate makes a search, and returns the structures.
func (w wanted) enumerate() ([]string, *korat.Outcome, error) {
	found, outcome, err := w.collect()
	return found.all, outcome, err
}

// built is a program that searches, with the bounds for which it was built. Tests in the module of testdata share
// those that are built alike, and TestMain closes them.
type built struct {
	mu      sync.Mutex
	program *korat.Program
	bounds  *bounds.Bounds
}

var (
	builtMu sync.Mutex
	builtBy = map[string]*built{}
)

// build builds the program of a search.
func (w wanted) build(ctx context.Context) (*built, error) {
	dir, err := filepath.Abs(cmp.Or(w.dir, "testdata/types"))
	if err != nil {
		return nil, err
	}
	o := korat.Options{Dir: dir, Package: "./" + w.pkg, Type: w.typ, Predicate: w.predicate, Tags: w.tags,
		Files: w.files}
	if w.path != "" {
		o.Package = w.path
	}
	if w.args != "" {
		o.Args = strings.Split(w.args, ",")
	}
	subject, err := korat.Load(ctx, o)
	if err != nil {
		return nil, err
	}
	var settings []bounds.Setting
	for _, text := range strings.Split(w.bounds, ";") {
		if name, value, is := strings.Cut(text, "="); is {
			settings = append(settings, bounds.Setting{Name: strings.TrimSpace(name), Text: value, Flag: text})
		}
	}
	b, err := subject.Bounds(settings, max(w.size, 1))
	if err != nil {
		return nil, err
	}
	build := subject.Build
	if w.fast {
		build = subject.BuildFast
	}
	program, err := build(ctx, b)
	if err != nil {
		return nil, err
	}
	return &built{program: program, bounds: b}, nil
}

// collect makes a search.
func (w wanted) collect() (collected, *korat.Outcome, error) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	p := &built{}
	if w.dir == "" {
		alike := w
		alike.search = korat.Search{}
		key := fmt.Sprintf("%+v", alike)
		builtMu.Lock()
		if builtBy[key] == nil {
			builtBy[key] = p
		}
		p = builtBy[key]
		builtMu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.program == nil {
		made, err := w.build(ctx)
		if err != nil {
			return collected{}, nil, err
		}
		p.program, p.bounds = made.program, made.bounds
		if w.dir != "" {
			defer p.program.Close()
		}
	}
	if p.program.Slow() != "" {
		return collected{}, nil, errors.New("slow: " + p.program.Slow())
	}
	w.search.Bounds = p.bounds
	if w.search.Limit == 0 {
		w.search.Limit = time.Minute
	}
	c := &collected{}
	outcome, err := p.program.Run(ctx, w.search, c)
	return *c, outcome, err
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, p := range builtBy {
		if p.program != nil {
			p.program.Close()
		}
	}
	os.Exit(code)
}

// counted are searches with the numbers of structures and candidates that are known: those of the paper's table 3,
// closed forms, numbers of the encyclopedia of integer sequences, and for dag those that Korat 1.0 finds.
// -1: it is not known.
type counted struct {
	pkg, typ          string
	bounds            string // %d: the size, %[2]d: one more, %[3]d: one less
	size              int
	found, candidates int64
	long              bool // whether it takes longer than a test may
}

var known = []counted{
	{"bintree", "Tree", treeBounds, 3, 5, 63, false},
	{"bintree", "Tree", treeBounds, 8, 1430, 54418, false},
	{"bintree", "Tree", treeBounds, 9, 4862, 210444, false},
	{"bintree", "Tree", treeBounds, 10, 16796, 815100, false},
	{"bintree", "Tree", treeBounds, 11, 58786, 3162018, true},
	{"bintree", "Tree", treeBounds, 12, 208012, 12284830, true},
	{"heaparray", "Heap", heapBounds, 5, 1919, -1, false},
	{"heaparray", "Heap", heapBounds, 6, 13139, 64533, false},
	{"heaparray", "Heap", heapBounds, 7, 117562, 519968, false},
	{"heaparray", "Heap", heapBounds, 8, 1005075, 5231385, true},
	{"linkedlist", "List", listBounds, 8, 4140, 5455, false},
	{"linkedlist", "List", listBounds, 9, 21147, 26635, false},
	{"linkedlist", "List", listBounds, 10, 115975, 142646, false},
	{"linkedlist", "List", listBounds, 11, 678570, 821255, true},
	{"linkedlist", "List", listBounds, 12, 4213597, 5034894, true},
	{"treemap", "Map", mapBounds, 7, 35, -1, false},
	{"treemap", "Map", mapBounds, 8, 64, -1, false},
	{"treemap", "Map", mapBounds, 9, 122, -1, true},
	{"searchtree", "Tree", searchBounds, 7, 429, -1, false},
	{"searchtree", "Tree", searchBounds, 8, 1430, -1, true},
	{"searchtree", "Tree", searchBounds, 9, 4862, -1, true},
	{"fibheap", "Heap", fibBounds, 5, 52281, -1, false},
	{"fibheap", "Heap", fibBounds, 6, 1474186, -1, true},
	{"disjset", "Set", setBounds, 4, 914, -1, false},
	{"disjset", "Set", setBounds, 5, 41546, -1, false},
	{"hashset", "Set", hashBounds, 7, 2386, -1, false},
	{"hashset", "Set", hashBounds, 8, 9355, -1, false},
	{"hashset", "Set", hashBounds, 9, 26687, -1, true},
	{"hashset", "Set", hashBounds, 10, 79451, -1, true},
	{"hashset", "Set", hashBounds, 11, 277387, -1, true},
	{"dag", "Graph", dagBounds, 5, 584, -1, false},
	{"dag", "Graph", dagBounds, 6, 19696, -1, false},
}

const (
	treeBounds   = "node=%d; Tree.size=%[1]d"
	heapBounds   = "Heap.size=0..%d; Heap.array.len=0..%[1]d; Heap.array[]=-1..%[1]d"
	listBounds   = "entry=%[2]d; object=%[1]d; List.size=%[1]d"
	mapBounds    = "Entry=%d; Map.size=%[1]d; Entry.key=1..%[1]d; Entry.value=nil"
	searchBounds = "node=%d; Tree.size=%[1]d; node.info=1..%[1]d"
	fibBounds    = "node=%d; Heap.size=0..%[1]d; node.key=0..%[3]d; node.degree=0..%[3]d"
	setBounds    = "record=%d; Set.size=0..%[1]d; Set.elements.len=0..%[1]d; Set.elements[]=record; " +
		"record.parent=0..%[3]d; record.rank=0..%[3]d"
	hashBounds = "entry=%d; object=%[1]d; Set.table.len=1..%[1]d; Set.count=0..%[1]d; entry.hash=0..%[3]d; " +
		"object.hash=0..%[3]d"
	dagBounds = "Graph.children.len=%d; Graph.children[].len=0..%[3]d; Graph.children[][]=0..%[3]d"
)

// boundsOf returns the bounds of a search of its size.
func (c counted) boundsOf() string {
	text := fmt.Sprintf(c.bounds, c.size, c.size+1, c.size-1)
	text, _, _ = strings.Cut(text, "%!(EXTRA")
	return text
}

func (c counted) count() (*korat.Outcome, error) {
	w := wanted{pkg: c.pkg, typ: c.typ, bounds: c.boundsOf(), search: korat.Search{Count: true}}
	_, outcome, err := w.enumerate()
	return outcome, err
}

// TestCounts: structures and candidates are as many as the paper and mathematics say. Those that take long are
// counted where TTFINT_KORAT_ALL is set.
func TestCounts(t *testing.T) {
	t.Parallel()
	for _, c := range known {
		if c.long && os.Getenv("TTFINT_KORAT_ALL") == "" {
			continue
		}
		outcome, err := c.count()
		if err != nil {
			t.Errorf("%s %d: %v", c.pkg, c.size, err)
			continue
		}
		if outcome.Found != c.found || c.candidates >= 0 && outcome.Candidates != c.candidates || !outcome.Complete {
			t.Errorf("%s %d: got %d structures and %d candidates, complete %v, expected %d and %d", c.pkg, c.size,
				outcome.Found, outcome.Candidates, outcome.Complete, c.found, c.candidates)
		}
	}
}

// BenchmarkCandidates measures how many candidates a second the search tries.
func BenchmarkCandidates(b *testing.B) {
	for _, c := range known {
		b.Run(fmt.Sprintf("%s%d", c.pkg, c.size), func(b *testing.B) {
			for b.Loop() {
				outcome, err := c.count()
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(outcome.Candidates)/outcome.Seconds, "candidates/s")
				b.ReportMetric(outcome.Seconds, "search-s")
			}
		})
	}
}
