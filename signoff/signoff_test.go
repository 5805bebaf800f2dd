package signoff_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/signoff"
)

var day = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// TestStanding: a decision is accepted as long as all that a reviewer saw of it is the same.
func TestStanding(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	seen := signoff.Decision{Unit: "a", Case: "a/DNF_1", Callee: "b", Occurrence: 2, Decision: "self", Leaf: "b/DNF_1",
		Shown: "x = 1 <&>"}
	a, known, err := signoff.Read(dir)
	if err != nil || known {
		t.Fatalf("%v %v", known, err)
	}
	a.Accept(signoff.Scope{Names: []string{"a"}}, []signoff.Decision{seen}, "Ann", day)
	if err := a.Write(dir); err != nil {
		t.Fatal(err)
	}
	if a, known, err = signoff.Read(dir); err != nil || !known {
		t.Fatalf("%v %v", known, err)
	}
	for what, c := range map[string]struct {
		change func(d *signoff.Decision)
		want   signoff.Standing
	}{
		"nothing":       {func(*signoff.Decision) {}, signoff.Agreed},
		"its case":      {func(d *signoff.Decision) { d.Case = "a/DNF_2" }, signoff.New},
		"its callee":    {func(d *signoff.Decision) { d.Callee = "c" }, signoff.New},
		"its place":     {func(d *signoff.Decision) { d.Occurrence = 1 }, signoff.New},
		"what it is":    {func(d *signoff.Decision) { d.Decision = "spec" }, signoff.Changed},
		"its leaf":      {func(d *signoff.Decision) { d.Leaf = "b/DNF_2" }, signoff.Changed},
		"values":        {func(d *signoff.Decision) { d.Shown = "x = 2" }, signoff.Changed},
		"leaf to shown": {func(d *signoff.Decision) { d.Leaf, d.Shown = "", "b/DNF_1\x00x = 1" }, signoff.Changed},
	} {
		d := seen
		c.change(&d)
		got, e := a.Of(d)
		if got != c.want || got != signoff.New && (e.Reviewer != "Ann" || e.Date != "2026-11-23") {
			t.Errorf("%s: %s %+v, want %s", what, got, e, c.want)
		}
	}
}

// TestAccept: what was accepted keeps who accepted it, and what is gone is removed, of the units that
// are accepted alone.
func TestAccept(t *testing.T) {
	t.Parallel()
	one := signoff.Decision{Unit: "a", Case: "a/1", Callee: "c", Decision: "self"}
	two := signoff.Decision{Unit: "b", Case: "b/1", Callee: "c", Decision: "self"}
	a, _, err := signoff.Read(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a.Accept(signoff.Scope{}, []signoff.Decision{one, two}, "Ann", day)
	changed := one
	changed.Decision = "spec"
	got := a.Accept(signoff.Scope{Names: []string{"a"}}, []signoff.Decision{changed, two}, "Bob", day)
	if got != (signoff.Review{Changed: 1}) {
		t.Errorf("%+v", got)
	}
	if s, e := a.Of(two); s != signoff.Agreed || e.Reviewer != "Ann" {
		t.Errorf("%s %+v", s, e)
	}
	got = a.Accept(signoff.Scope{}, []signoff.Decision{two}, "Eve", day)
	if got != (signoff.Review{Kept: 1, Gone: 1}) {
		t.Errorf("%+v", got)
	}
	if s, _ := a.Of(changed); s != signoff.New {
		t.Errorf("what is gone is %s", s)
	}
}

// TestScope: decisions are meant by their unit, their case, a condition above it, and their callee.
func TestScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names, callees []string
		want           bool
	}{
		{nil, nil, true},
		{[]string{"b", "a"}, nil, true},
		{[]string{"b"}, nil, false},
		{[]string{"a/DNF_1/SP_12"}, nil, true},
		{[]string{"a/DNF_1"}, nil, true},
		{[]string{"a/DNF_1/SP_1"}, nil, false}, // it only begins like the case
		{[]string{"a/DNF_1/SP_12~3"}, nil, false},
		{nil, []string{"c", "d"}, true},
		{nil, []string{"d"}, false},
		{[]string{"a"}, []string{"d"}, false},
	} {
		if got := (signoff.Scope{Names: c.names, Callees: c.callees}).Covers("a", "a/DNF_1/SP_12", "c"); got != c.want {
			t.Errorf("%v %v: %v", c.names, c.callees, got)
		}
	}
	if !signoff.IsOf("a/DNF_1", "a", "a/DNF_1~3") || signoff.IsOf("b", "a", "a/DNF_1") {
		t.Error("a case that was drawn is of its leaf, and of no other unit")
	}
}

// TestReadWrong: what is not such a file is an error that names it.
func TestReadWrong(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[]", "{}", `{"apiVersion": "ttf-int/v2", "kind": "AcceptedStubs"}`,
		`{"kind": 3}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, signoff.FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := signoff.Read(dir); err == nil || !strings.Contains(err.Error(), signoff.FileName) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
