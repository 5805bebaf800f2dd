package korat_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/korat"
)

// innerMethods are methods that fail, with what comes of the calls of others within the smallest failure: how often
// these did what is specified of them, did not, and were called on what nothing is specified of; and of the first that
// did not, what is wrong and what it was called on.
var innerMethods = []struct {
	method korat.Method
	wants  string
}{
	{korat.Method{Name: "InsertBy", Ensures: "Inserted", Uses: []string{"last", "insert"}},
		"insert 0 0 0, last 0 1 0: last: RepOK is false after the call: call{This: Chain0, v: 1} " +
			"Chain0{first: link0, size: 1} link0{next: nil, value: 0} -> call{This: Chain0, v: 1, result: true} " +
			"Chain0{first: link1, size: 2} link1{next: link0, value: 1} link0{next: nil, value: 0}"},
	{korat.Method{Name: "InsertByOther", Ensures: "Inserted", Uses: []string{"InsertBy", "last"}},
		"InsertBy 0 1 0, last 0 1 0: last: RepOK is false after the call: call{This: Chain0, v: 1} " +
			"Chain0{first: link0, size: 1} link0{next: nil, value: 0} -> call{This: Chain0, v: 1, result: true} " +
			"Chain0{first: link1, size: 2} link1{next: link0, value: 1} link0{next: nil, value: 0}"},
	{korat.Method{Name: "InsertTwice", Ensures: "Inserted", Uses: []string{"insert"}}, "insert 2 0 0"},
	{korat.Method{Name: "InsertApart", Ensures: "Inserted", Uses: []string{"last"}},
		"last 0 1 0: last: RepOK is false after the call: call{This: Chain0, v: 1} " +
			"Chain0{first: link0, size: 1} link0{next: nil, value: 0} -> call{This: Chain0, v: 1, result: true} " +
			"Chain0{first: link1, size: 2} link1{next: link0, value: 1} link0{next: nil, value: 0}"},
	{korat.Method{Name: "InsertBroken", Ensures: "Inserted", Uses: []string{"insert"}}, "insert 0 0 1"},
	{korat.Method{Name: "InsertOften", Ensures: "Inserted", Uses: []string{"insert"}}, "insert 10000 0 1"},
	{korat.Method{Name: "InsertNot", Ensures: "Inserted", Uses: []string{"insert"}}, "insert 0 0 0"},
	{korat.Method{Name: "PopQuietly", Ensures: "IsSmaller", Uses: []string{"pop"}},
		"pop 0 1 0: pop: it panics: its caller recovers from it: Chain0{first: nil, size: 0} -> " +
			"Chain0{first: nil, size: 0}"},
	{korat.Method{Name: "PopLoudly", Uses: []string{"pop", "may"}}, "may 1 0 0, pop 0 1 0: pop: it panics: runtime " +
		"error: invalid memory address or nil pointer dereference at chain.go:126: Chain0{first: nil, size: 0} -> " +
		"Chain0{first: nil, size: 0}"},
}

// TestInner: calls of other methods within one that fails are judged by what is specified of these, also where two
// specifications are of one method, calls are within each other, in a goroutine, or end by a panic.
func TestInner(t *testing.T) {
	t.Parallel()
	methods := []korat.Method{{Label: "insert", Name: "Insert", Ensures: "Inserted"},
		{Label: "last", Name: "InsertLast", Ensures: "Inserted"}, {Label: "pop", Name: "PopPanics"},
		{Label: "may", Name: "PopPanics", Panics: korat.Exception{When: "IsEmpty"}}}
	used := len(methods)
	for _, m := range innerMethods {
		m.method.Label = m.method.Name
		methods = append(methods, m.method)
	}
	all, p := loadChains(t, methods)
	for i, m := range innerMethods {
		of := all[used+i]
		s := korat.Search{Subject: of.Subject, Bounds: of.Bounds, Limit: time.Second}
		for j, other := range methods {
			for _, label := range m.method.Uses {
				if other.Label == label {
					s.Inner = append(s.Inner, all[j].Subject)
				}
			}
		}
		tally, err := p.Test(context.Background(), s, &collected{})
		if err != nil || len(tally.Cases) == 0 {
			t.Errorf("%s: %+v, %v", m.method.Name, tally, err)
			continue
		}
		if got := showInner(tally.Cases[0]); got != m.wants {
			t.Errorf("%s: got\n%s\nexpected\n%s", m.method.Name, got, m.wants)
		}
	}
}

// showInner writes what came of calls within a case.
func showInner(c *korat.Case) string {
	var parts []string
	for _, in := range c.Inner {
		parts = append(parts, fmt.Sprint(in.Label, " ", in.Held, " ", in.Broken, " ", in.Outside))
	}
	text := strings.Join(parts, ", ")
	if w := c.Wrong; w != nil {
		text += ": " + w.Label + ": " + w.Text + ": " + strings.Join(w.Before.Unwrap("This").Lines(), " ") + " -> " +
			strings.Join(w.After.Unwrap("This").Lines(), " ")
	}
	return cutFolder(text)
}
