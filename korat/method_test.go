package korat_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/korat"
)

// chainMethods are methods of chains of up to three of the numbers 0 to 3, and what comes of their cases: how many
// there are, how many failed, are undecided, and ended the process, and then the smallest of those. There are 15 such
// chains, so that with another one that is independent, or nil, there are 240 cases.
var chainMethods = []struct {
	method korat.Method
	wants  string
}{
	{korat.Method{Name: "Insert", Ensures: "Inserted"}, "60 0 0 0"},
	{korat.Method{Name: "InsertLast", Ensures: "Inserted"},
		"60 11 0 0: 111 invariant: RepOK is false after the call: call{This: Chain0, v: 1} " +
			"Chain0{first: link0, size: 1} link0{next: nil, value: 0} -> call{This: Chain0, v: 1, result: true} " +
			"Chain0{first: link1, size: 2} link1{next: link0, value: 1} link0{next: nil, value: 0}"},
	{korat.Method{Name: "InsertSilent", Ensures: "Inserted"},
		"60 8 0 0: 2 invariant: RepOK is false after the call: call{This: Chain0, v: 2} Chain0{first: nil, size: 0} -> " +
			"call{This: Chain0, v: 2, result: true} Chain0{first: link0, size: 0} link0{next: nil, value: 2}"},
	{korat.Method{Name: "Pop", Requires: "!IsEmpty", Ensures: "Popped",
		Errors: korat.Exception{When: "IsEmpty", Ensures: "IsErrEmpty"}}, "15 0 0 0"},
	{korat.Method{Label: "swallows", Name: "Pop", Errors: korat.Exception{When: "Always"}},
		"15 14 0 0: 11 does not: it does not return an error, though Always holds: Chain0{first: link0, size: 1} " +
			"link0{next: nil, value: 0} -> call{This: Chain0, result1: 0, result2: nil} Chain0{first: nil, size: 0}"},
	{korat.Method{Label: "contradicts", Name: "Pop", Requires: "!IsEmpty", Errors: korat.Exception{When: "Always"}},
		"15 0 14 0: 11 !IsEmpty and Always both hold, so that it has to return and to return an error: " +
			"!IsEmpty and Always both hold, so that it has to return and to return an error: Chain0{first: link0, size: 1} " +
			"link0{next: nil, value: 0} -> call{This: Chain0, result1: 0, result2: nil} Chain0{first: link0, size: 1} " +
			"link0{next: nil, value: 0}"},
	{korat.Method{Name: "PopPanics"}, "15 1 0 0: 0 panic: it panics: runtime error: invalid memory address or nil " +
		"pointer dereference at chain.go:126: Chain0{first: nil, size: 0} -> Chain0{first: nil, size: 0}"},
	{korat.Method{Label: "may", Name: "PopPanics", Panics: korat.Exception{When: "IsEmpty"}}, "15 0 0 0"},
	{korat.Method{Name: "Remove", Requires: "Holds", Ensures: "!Holds"}, "28 0 0 0"},
	{korat.Method{Name: "Append", Requires: "CanAppend"}, "43 0 0 0"},
	{korat.Method{Label: "apart", Name: "Append", Requires: "CanAppend", Independent: []string{"other"}}, "46 0 0 0"},
	{korat.Method{Label: "product", Name: "Append", Independent: []string{"other"}}, "240 194 0 0: 0 panic: it " +
		"panics: runtime error: invalid memory address or nil pointer dereference at chain.go:178: " +
		"call{This: Chain0, other: nil} Chain0{first: nil, size: 0} -> call{This: Chain0, other: nil} Chain0{first: nil, size: 0}"},
	{korat.Method{Name: "Meet", Independent: []string{"other"}}, "240 0 0 1: 113213203122203 crash: the method " +
		"ends the process: it ended with exit status 3: call{This: Chain0, other: Chain1} Chain0{first: link0, size: 3} " +
		"link0{next: link1, value: 1} link1{next: link2, value: 2} link2{next: nil, value: 3} " +
		"Chain1{first: link3, size: 2} link3{next: link4, value: 2} link4{next: nil, value: 3}"},
	{korat.Method{Name: "Knot"}, "15 6 0 0: 122001 invariant: RepOK is false after the call: " +
		"Chain0{first: link0, size: 2} link0{next: link1, value: 0} link1{next: nil, value: 1} -> " +
		"Chain0{first: link0, size: 2} link0{next: link1, value: 0} link1{next: link0, value: 1}"},
	{korat.Method{Name: "Exit"}, "14 0 0 5: 122001 crash: the method ends the process: it ended with exit status 3: " +
		"Chain0{first: link0, size: 2} link0{next: link1, value: 0} link1{next: nil, value: 1}"},
	{korat.Method{Name: "Spin"}, "9 0 0 2: 122001 hang: the method does not return within 300ms: " +
		"Chain0{first: link0, size: 2} link0{next: link1, value: 0} link1{next: nil, value: 1}"},
}

// TestSaid: what functions say of structures is told before and after a call, once where it is the same of several,
// with the smallest of them, also where the process dies.
func TestSaid(t *testing.T) {
	t.Parallel()
	methods := []korat.Method{{Name: "Pop", Views: []string{"IsEmpty"}},
		{Name: "Exit", Views: []string{"IsEmpty", "Always"}}}
	all, p := loadChains(t, methods)
	for i, wants := range []string{`15 0:
0 1 ["true"] [null] ["true"] [0 null] fails the chain is empty
11 1 ["false"] [null] ["true"] [0 null] returns
1101 1 ["false"] [null] ["true"] [1 null] returns
1102 1 ["false"] [null] ["true"] [2 null] returns
1103 1 ["false"] [null] ["true"] [3 null] returns
122001 6 ["false"] [null] ["false"] [0 null] returns
122102 3 ["false"] [null] ["false"] [1 null] returns
122203 1 ["false"] [null] ["false"] [2 null] returns
`, ""} {
		s := korat.Search{Subject: all[i].Subject, Bounds: all[i].Bounds, Limit: 300 * time.Millisecond}
		tally, err := p.Test(context.Background(), s, &collected{})
		if err != nil {
			t.Errorf("%s: %v", methods[i].Name, err)
			continue
		}
		sum := tally.Crashed
		got := fmt.Sprintf("%d %d:\n", tally.Found, tally.Crashed)
		for _, one := range tally.Said {
			sum += one.Count
			got += strings.TrimSpace(fmt.Sprintf("%s %d %s %s %s %s %s %s", korat.FormatVector(one.Case), one.Count,
				one.Before, one.Inputs, one.After, one.Results, one.Ended, one.Wrong)) + "\n"
		}
		if sum != tally.Found {
			t.Errorf("%s: of %d structures %d are told", methods[i].Name, tally.Found, sum)
		}
		if wants != "" && got != wants {
			t.Errorf("%s: got\n%s\nexpected\n%s", methods[i].Name, got, wants)
		}
	}
}

// loadChains reads the methods of chains, and builds a program for all of them.
func loadChains(t *testing.T, methods []korat.Method) ([]korat.Wanted, *korat.Program) {
	t.Helper()
	ctx := context.Background()
	s, err := korat.Load(ctx, korat.Options{Dir: "testdata/types", Package: "./chain", Type: "Chain"})
	if err != nil {
		t.Fatal(err)
	}
	var all []korat.Wanted
	for _, m := range methods {
		one, err := korat.LoadMethod(s, m)
		if err != nil {
			t.Fatal(err)
		}
		b, err := one.Bounds(nil, 3)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, korat.Wanted{Subject: one, Bounds: b})
	}
	p, err := korat.Build(ctx, all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return all, p
}

// show writes what came of cases, and the smallest that did not pass.
func show(t *korat.Tally) string {
	text := fmt.Sprintf("%d %d %d %d", t.Found, t.Bad, t.Unsure, t.Crashed)
	if len(t.Cases) == 0 {
		return text
	}
	c := t.Cases[0]
	text += fmt.Sprintf(": %s %s: %s: %s", c.ID, c.Kind, c.Text, strings.Join(c.Before.Unwrap("This").Lines(), " "))
	if c.After != nil {
		text += " -> " + strings.Join(c.After.Unwrap("This").Lines(), " ")
	}
	return cutFolder(text)
}

// cutFolder leaves out of a text where the module of chains is.
func cutFolder(text string) string {
	if i := strings.Index(text, "/korat/testdata/types/chain/"); i >= 0 {
		text = text[:strings.LastIndex(text[:i], " ")+1] + text[i+len("/korat/testdata/types/chain/"):]
	}
	return text
}

// TestMethods: a method is called on all structures that its complete precondition accepts, and what is wrong with
// what it does is found, whatever that is, with the smallest structure.
func TestMethods(t *testing.T) {
	t.Parallel()
	var methods []korat.Method
	for _, m := range chainMethods {
		methods = append(methods, m.method)
	}
	all, p := loadChains(t, methods)
	for i, m := range chainMethods {
		s := korat.Search{Subject: all[i].Subject, Bounds: all[i].Bounds, Limit: 300 * time.Millisecond}
		tally, err := p.Test(context.Background(), s, &collected{})
		if err != nil {
			t.Errorf("%s: %v", m.method.Name, err)
			continue
		}
		if got := show(tally); got != m.wants {
			t.Errorf("%s: got\n%s\nexpected\n%s", m.method.Name, got, m.wants)
		}
		for _, c := range tally.Cases { // a case by its id is the same case
			if s.Case, err = korat.ParseVector(c.ID); err != nil {
				t.Fatal(err)
			}
			one, err := p.Test(context.Background(), s, &collected{})
			if err != nil || len(one.Cases) != 1 || one.Cases[0].ID != c.ID || one.Cases[0].Text != c.Text {
				t.Errorf("%s %s: %+v, %v", m.method.Name, c.ID, one, err)
			}
			break
		}
	}
}

// TestWrongMethods: what cannot be specified is an error that says why.
func TestWrongMethods(t *testing.T) {
	t.Parallel()
	s, err := korat.Load(context.Background(), korat.Options{Dir: "testdata/types", Package: "./chain", Type: "Chain"})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		method korat.Method
		wants  string
	}{
		{korat.Method{Name: "Inser"}, `method: Chain has no method and no function Inser, did you mean "Insert"?`},
		{korat.Method{Name: "Insert", Requires: "Insert"}, ""},
		{korat.Method{Name: "Insert", Requires: "Pop"}, "requires: Pop does not return a bool or an error alone"},
		{korat.Method{Name: "Insert", Ensures: "Popped"}, "ensures: Popped has other parameters: expected (before *Chain"},
		{korat.Method{Name: "Insert", Errors: korat.Exception{When: "IsEmpty"}}, "errors: Insert returns no error"},
		{korat.Method{Name: "Append", Independent: []string{"others"}},
			`independent: Append has no parameter others, did you mean "other"?`},
		{korat.Method{Name: "IsErrEmpty"}, ""},
		{korat.Method{Name: "Pop", Views: []string{"IsEmpty"}}, ""},
		{korat.Method{Name: "Pop", Views: []string{"Emty"}}, "abstraction: Chain has no method and no function Emty"},
		{korat.Method{Name: "Pop", Views: []string{"Has"}}, "abstraction: Has is not a method of Chain without parameters"},
	} {
		_, err := korat.LoadMethod(s, w.method)
		if (err == nil) != (w.wants == "") || err != nil && !strings.Contains(err.Error(), w.wants) {
			t.Errorf("%+v: got %v, expected %q", w.method, err, w.wants)
		}
	}
}

// TestVectors: the text of a vector is read as it was.
func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range [][]int32{{0}, {1, 2, 35}, {0, 36, 7, 1000, 1}, {9, 10}} {
		got, err := korat.ParseVector(korat.FormatVector(v))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(v) {
			t.Errorf("%v: got %v, %v from %s", v, got, err, korat.FormatVector(v))
		}
	}
	for _, bad := range []string{"?", ".1", "..", ".x.", "-"} {
		if got, err := korat.ParseVector(bad); err == nil {
			t.Errorf("%s: got %v", bad, got)
		}
	}
}
