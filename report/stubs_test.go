package report

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// someEarlier is a stub report from which everything changed that can.
func someEarlier(t *testing.T, pl *plan.Plan) []byte {
	t.Helper()
	rep := Stubs(pl, nil, nil, Source{Run: "2026-01-01T00:00:00Z"})
	failed := result.Fail
	rep.Units[1].Cases[0].Verdict = &failed
	insert := &rep.Units[len(rep.Units)-1]
	insert.Cases[1].Values = spec.Values{ints("list"), number("x?", 9)}
	insert.Cases[1].Condition = "x? = 9"
	insert.Cases[1].Stubs = insert.Cases[1].Stubs[:1]
	insert.Cases[2].Case = "insert/DNF_7"
	rep.Assumed = append(rep.Assumed, Assumption{Kind: Pruned, Text: "1 leaf ruled out by hand",
		Items: []string{"insert/DNF_9: never"}})
	rep.Units[0].Unit = "was"
	data, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// write writes the changes as both kinds of text.
func (d *StubChanges) write(w io.Writer) error {
	p := &printer{w: w}
	d.writeText(p, Style{})
	d.writeMarkdown(p)
	return p.err
}

func TestSinceWhatIsNoReport(t *testing.T) {
	t.Parallel()
	rep := Stubs(planSortedList(t), nil, nil, Source{})
	for _, text := range []string{"", "[]", `{"kind": "Plan", "apiVersion": "ttf-int/v1"}`, `{"kind": "Stubs"}`} {
		if err := rep.CompareWith("x.json", []byte(text)); err == nil || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%q: %v", text, err)
		}
	}
	data, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	if err := rep.CompareWith("x.json", data); err != nil || len(rep.Changes.Changes) > 0 {
		t.Errorf("held against itself: %v, %v", err, rep.Changes)
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	sort := planSortedList(t).Unit("sort")
	var all []string
	for _, l := range sort.Tree.Leaves() {
		all = append(all, l.ID)
	}
	under := slices.DeleteFunc(slices.Clone(all),
		func(id string) bool { return !strings.HasPrefix(id, "sort/DNF_1/SP_4/") })
	for _, test := range []struct{ leaves, want []string }{
		{nil, []string{}},
		{all, []string{"sort/… (all " + formatCount(len(all), "leaf") + ")"}},
		{all[:1], all[:1]},
		{append([]string{"sort/ELSE"}, under...), []string{"sort/DNF_1/SP_4/… (all " + formatCount(len(under),
			"leaf") + ")",
			"sort/ELSE"}},
	} {
		if d := cmp.Diff(test.want, condense(sort, test.leaves)); d != "" {
			t.Error(d)
		}
	}
}

// The boxes of a picture lie in their layers' bands and do not cover each other,
// however many there are.
func TestArrange(t *testing.T) {
	t.Parallel()
	for _, counts := range [][]int{{1}, {3, 2, 1}, {70, 40, 3}} {
		pic := Picture{written: map[string]bool{}}
		for k, n := range counts {
			var names []string
			for i := range n {
				name := "unit" + itoa(k) + "_" + itoa(i*i)
				names = append(names, name)
				if k > 0 {
					pic.Edges = append(pic.Edges, Edge{name, pic.Layers[k-1][i%counts[k-1]], Uses},
						Edge{name, pic.Layers[0][i%counts[0]], Calls})
				}
			}
			pic.Layers = append(pic.Layers, names)
		}
		at := pic.arrange()
		for k, names := range pic.Layers {
			for i, name := range names {
				b, ok := at.boxes[name]
				if !ok || b.x < 0 || b.x+b.w > at.w || b.y < at.bands[k].y || b.y+boxHeight > at.bands[k].y+
					at.bands[k].h || b.y+boxHeight > at.h {
					t.Errorf("%v: %s is at %+v, not in %+v", counts, name, b, at.bands[k])
				}
				for _, other := range names[:i] {
					if o := at.boxes[other]; o.y == b.y && o.x < b.x+b.w && b.x < o.x+o.w {
						t.Errorf("%v: %s covers %s", counts, name, other)
					}
				}
			}
		}
	}
}
