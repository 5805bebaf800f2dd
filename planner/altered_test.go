package planner_test

import (
	"encoding/json"
	"fmt"
	"maps"
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
)

// alterations calls f with the document for every value in it that is removed or
// altered, one at a time, and with the place of that.
func alterations(doc any, f func(place string)) {
	var walk func(x any, place string, set func(any))
	walk = func(x any, place string, set func(any)) {
		try := func(what string, other any) {
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

// TestAltered alters every field of a plan in turn. Either the file is refused, at a
// place in it, or the plan that runs is what the file says.
func TestAltered(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"sortedlist", "eater"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			system, err := config.Load("", "../examples/"+example)
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
			refused, ran, n := 0, 0, 0
			alterations(doc, func(place string) {
				if n++; n%every(example) != 0 {
					return
				}
				altered, err := json.Marshal(doc)
				if err != nil {
					t.Fatal(err)
				}
				back, err := loaded(t, altered, system, planner.Options{})
				if err != nil {
					refused++
					if !strings.Contains(err.Error(), "plan.json:1:") && !strings.Contains(err.Error(), "stale") {
						t.Errorf("%s: not located: %v", place, err)
					}
					return
				}
				ran++
				if !says(t, back, doc) {
					t.Errorf("%s: neither refused nor what runs", place)
				}
			})
			t.Logf("%d refused, %d run as they are", refused, ran)
		})
	}
}

// every says which share of the alterations of an example is tried: the cases of the
// larger one have the same fields over and over.
func every(example string) int {
	if example == "eater" {
		return 1
	}
	return 5
}

// says tells whether a plan is what a document says, but for the checks.
func says(t *testing.T, p *planner.Planned, doc any) bool {
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
	p, err := loaded(t, []byte(edited), system, planner.Options{})
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
	if _, err := loaded(t, []byte(never), system, planner.Options{}); err == nil || !strings.Contains(err.Error(), "self rests on a leaf") {
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
			back, err := loaded(t, []byte(data), system, planner.Options{})
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
				if !slices.EqualFunc(u.Cases, back.Units[i].Cases, func(a, b *plan.Case) bool { return a.Digest == b.Digest }) {
					t.Errorf("the cases of %s have other digests", u.Name)
				}
			}
		})
	}
}
