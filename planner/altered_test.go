package planner_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// words returns the strings of a document by the fields that they stand in, in order.
func words(doc any) map[string][]string {
	seen := map[string]map[string]bool{}
	var walk func(x any, field string)
	walk = func(x any, field string) {
		switch x := x.(type) {
		case map[string]any:
			for k, v := range x {
				walk(v, k)
			}
		case []any:
			for _, v := range x {
				walk(v, field)
			}
		case string:
			if seen[field] == nil {
				seen[field] = map[string]bool{}
			}
			seen[field][x] = true
		}
	}
	walk(doc, "")
	out := map[string][]string{}
	for field, texts := range seen {
		out[field] = slices.Sorted(maps.Keys(texts))
	}
	return out
}

// alterations calls f with the document for every value in it that is removed or
// altered, one at a time, and with the place of that. A string is also exchanged for one
// that the field has elsewhere.
func alterations(doc any, f func(place string)) {
	known := words(doc)
	var walk func(x any, place string, set func(any))
	walk = func(x any, place string, set func(any)) {
		try := func(what string, other any) {
			if reflect.DeepEqual(x, other) {
				return
			}
			set(other)
			f(place + " " + what)
			set(x)
		}
		switch x := x.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(x)) {
				old := x[k]
				delete(x, k)
				f(place + "." + k + " removed")
				x[k] = old
				walk(old, place+"."+k, func(v any) { x[k] = v })
			}
		case []any:
			for i := range x {
				try(fmt.Sprintf("[%d] removed", i), slices.Delete(slices.Clone(x), i, i+1))
				walk(x[i], place+"["+strconv.Itoa(i)+"]", func(v any) { x[i] = v })
			}
			if len(x) > 1 {
				other := slices.Clone(x)
				slices.Reverse(other)
				try("reversed", other)
			}
		case string:
			try("altered", x+"x")
			try("emptied", "")
			field := place[strings.LastIndex(place, ".")+1:]
			if list := known[strings.TrimRight(field, "[]0123456789")]; len(list) > 0 {
				try("exchanged", list[(slices.Index(list, x)+1)%len(list)])
			}
		case float64:
			try("altered", x+1)
		case bool:
			try("altered", !x)
		case nil:
			try("altered", map[string]any{"x?": 1})
		}
	}
	walk(doc, "", func(any) {})
}

var (
	alteredSeed = flag.Uint64("altered.seed", 0,
		"says which alterations of plans are tried; 0: another number each time")
	alteredCount = flag.Int("altered.count", 40,
		"how many alterations of an example's plan are tried, ten times as many of the smallest; 0: all")
)

// drawAlterations returns the numbers of so many alterations by their places, of all where
// the count is 0. Those of different fields come first; elements of a list have the same
// fields, and units have.
func drawAlterations(places []string, units []*plan.Unit, seed uint64, count int) map[int]bool {
	out := map[int]bool{}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(places))
	index, seen := regexp.MustCompile(`\[\d+\]`), map[string]bool{}
	for _, repeated := range []bool{false, true} {
		for _, n := range order {
			field := index.ReplaceAllString(places[n], "[]")
			for _, u := range units {
				field = strings.Replace(field, ".units."+u.Name, ".units", 1)
			}
			if count > 0 && len(out) == count {
				return out
			}
			if repeated || !seen[field] {
				seen[field], out[n] = true, true
			}
		}
	}
	return out
}

// TestAltered alters fields of plans, each one in turn. Either the file is refused, at a
// place in it, or the plan that runs is what the file says, and the verdicts of another
// case do not belong to it. Some alterations are tried; the flag altered.count tries more.
func TestAltered(t *testing.T) {
	t.Parallel()
	seed := *alteredSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	for _, test := range []struct {
		example                string
		times                  int    // the count of alterations, so many times
		unit, altered, scripts string // a case that has several steps
	}{
		{example: "eater", times: 10},
		{example: "sortedlist", times: 1, unit: "insert", altered: "insert/DNF_2/SP_1", scripts: twoSteps},
		{example: "bank", times: 1}, {example: "filestore", times: 1}, {example: "depot", times: 1},
	} {
		t.Run(test.example, func(t *testing.T) {
			t.Parallel()
			t.Logf("to repeat it: -altered.seed=%d -altered.count=%d", seed, *alteredCount)
			system, err := config.Load("", "../examples/"+test.example)
			if err != nil {
				t.Fatal(err)
			}
			p, data := document(t, system, planner.Options{Theorem2: true})
			if p.Unfinished != nil {
				t.Fatal(p.Unfinished.Reason)
			}
			var doc any
			if err := json.Unmarshal([]byte(data), &doc); err != nil {
				t.Fatal(err)
			}
			if test.scripts != "" {
				doc = scriptPlan(t, data, test.unit, test.altered, test.scripts)
			}
			a := &alteredPlan{system: system, doc: doc}
			as := a.load(t, "nothing")
			if as == nil {
				t.Fatalf("the plan as it was made is refused: %v", a.reason)
			}
			a.before = digests(as)
			var places []string
			alterations(doc, func(place string) { places = append(places, place) })
			some, n := drawAlterations(places, p.Units, seed, test.times**alteredCount), -1
			alterations(doc, func(place string) {
				if n++; some[n] {
					a.try(t, place)
				}
			})
			t.Logf("of %d alterations %d were refused, and %d run as they are", len(places), a.refused, a.ran)
		})
	}
}

// alteredPlan is the file of a plan that is altered.
type alteredPlan struct {
	system       *spec.System
	doc          any
	before       []string // digests of its cases in order, as it was made
	refused, ran int
	reason       error // why the file was refused last
}

// load returns the plan that runs, nil where the file is refused.
func (a *alteredPlan) load(t *testing.T, place string) *planner.Planned {
	t.Helper()
	text, err := json.Marshal(a.doc)
	if err != nil {
		t.Fatal(err)
	}
	back, err := loadPlan(t, text, a.system, planner.Options{})
	if err != nil && !strings.Contains(err.Error(), "plan.json:1:") && !strings.Contains(err.Error(), "stale") {
		t.Errorf("%s: not located: %v", place, err)
	}
	if a.reason = err; err != nil {
		return nil
	}
	return back
}

// try holds what runs against what the altered file says.
func (a *alteredPlan) try(t *testing.T, place string) {
	t.Helper()
	back := a.load(t, place)
	if back == nil {
		a.refused++
		return
	}
	a.ran++
	if !isSamePlan(t, back, a.doc) {
		t.Errorf("%s: neither refused nor what runs", place)
	}
	if slices.Equal(a.before, digests(back)) {
		t.Errorf("%s: it runs, and the verdicts of the plan before are taken for those of this one", place)
	}
}

// digests returns the digests of a plan's cases, in the order in which they run. The
// order is part of what runs; the verdict of a case does not depend on it.
func digests(p *planner.Planned) []string {
	var out []string
	for _, u := range p.Units {
		for _, c := range u.Cases {
			out = append(out, c.ID+" "+c.Digest)
		}
	}
	return out
}

// isSamePlan tells whether a plan is what a document says, but for the checks.
func isSamePlan(t *testing.T, p *planner.Planned, doc any) bool {
	t.Helper()
	data, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var now any
	if err := json.Unmarshal(data, &now); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(now, doc)
}

// TestEdited: what a person may change in a plan is what runs then.
func TestEdited(t *testing.T) {
	t.Parallel()
	system, err := config.Load("", "../examples/sortedlist")
	if err != nil {
		t.Fatal(err)
	}
	_, data := document(t, system, planner.Options{})
	self := regexp.MustCompile(`"decision": "self"`)
	edited := self.ReplaceAllString(data, `"decision": "spec"`)
	if edited == data {
		t.Fatal("no decision is self")
	}
	p, err := loadPlan(t, []byte(edited), system, planner.Options{})
	if err != nil {
		t.Fatal(source.Show(err, 5))
	}
	for _, c := range p.Unit("insert").Cases {
		for _, choice := range c.Stubs {
			if choice.Decision == result.Self {
				t.Errorf("%s: %s is still self", c.ID, choice.Callee)
			}
		}
	}
	// The other way there is no evidence.
	never := regexp.MustCompile(`"decision": "(none|auto)"`).ReplaceAllString(data, `"decision": "self"`)
	if _, err := loadPlan(t, []byte(never), system, planner.Options{}); err == nil ||
		!strings.Contains(err.Error(), "self rests on a leaf") {
		t.Errorf("self without evidence: %v", err)
	}
}

// TestLoaded: a plan that was kept is loaded as it was made, of every example.
func TestLoaded(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"sortedlist", "eater", "bank", "depot", "filestore"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			system, err := config.Load("", "../examples/"+example)
			if err != nil {
				t.Fatal(err)
			}
			p, data := document(t, system, planner.Options{Theorem2: true})
			back, err := loadPlan(t, []byte(data), system, planner.Options{})
			if err != nil {
				t.Fatal(source.Show(err, 5))
			}
			again, err := back.JSON()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(data, string(again)); d != "" {
				t.Error(d)
			}
			for i, u := range p.Units {
				if !slices.EqualFunc(u.Cases, back.Units[i].Cases,
					func(a, b *plan.Case) bool { return a.Digest == b.Digest }) {
					t.Errorf("the cases of %s have other digests", u.Name)
				}
			}
		})
	}
}
