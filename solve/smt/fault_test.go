package smt

import (
	"strings"
	"testing"
)

func TestAbsent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, want string }{
		{"", "the back end cvc5 cannot be asked: the program cvc5 was not found in PATH; install it, or name its file with --cvc5 FILE"},
		{"/nowhere/cvc5", "the program /nowhere/cvc5 does not exist; install it"},
		{"/bin/true", "cvc5 ended with exit status 0; install it"},
		{"/bin/cat", "; install it, or name its file with --cvc5 FILE"},
	} {
		if c.path == "" {
			if _, err := New(t.Context(), Options{Program: "cvc5"}); err == nil {
				continue // it is there
			}
		}
		if _, err := New(t.Context(), Options{Program: "cvc5", Path: c.path}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

func TestValuesIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"((i0 5)\n (b1 true) (i2 (- 12)))", "i0=5 b1=1 i2=-12"},
		{"((b1 false))", "b1=0"},
		{"()", ""},
		{"((i0 5)", "error"},
		{"((i0 (+ 5)))", "error"},
		{"((i0 5 6))", "error"},
		{"((i0", "error"},
		{"(i0 5)", "error"},
		{"", "error"},
	} {
		got := ""
		values, err := valuesIn(c.text)
		for _, name := range []string{"i0", "b1", "i2"} {
			if v := values[name]; v != nil {
				got += " " + name + "=" + v.String()
			}
		}
		if got = strings.TrimSpace(got); err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// Every program is told how to read commands and how much it may take, is known by
// one name, and none is asked that is not in the list.
func TestPrograms(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, p := range Programs {
		if p.Name == "" || names[p.Name] || len(p.Arguments) == 0 || p.StepUnits <= 0 {
			t.Errorf("not a program that can be asked: %+v", p)
		}
		names[p.Name] = true
	}
	if s, err := New(t.Context(), Options{Program: "none"}); err == nil ||
		!strings.Contains(err.Error(), `there is no program "none": expected one of `) {
		t.Errorf("asked %v: %v", s, err)
	}
}
