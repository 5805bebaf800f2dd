package driver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/driver"
)

// A bag whose eqn calls others in every way that is followed: a method, a function of another package, an interface,
// and a function without a name.
var reaching = map[string]string{
	"go.mod": "module example.com/bags\n\ngo 1.25\n",
	"bag/bag.go": `package bag

import "example.com/bags/part"

type sized interface{ Size() int }

type Bag struct{ in []int }

func (b *Bag) Add(x int) { b.in = append(b.in, x) }
func (b *Bag) Size() int { return len(b.in) }
func (b Bag) Count(x int) int { return part.Count(b.in, x) }
func (b *Bag) Clear() {
	b.in = nil
}

func size(s sized) int { return s.Size() }

func (b *Bag) Eqn(c *Bag) bool {
	for _, x := range b.in {
		if b.Count(x) != c.Count(x) {
			return false
		}
	}
	return size(b) == size(c)
}

func (b *Bag) Same(c *Bag) bool { return part.Count(b.in, 1) == part.Count(c.in, 1) }
`,
	"part/part.go": `package part

func Count(in []int, x int) (n int) {
	for _, y := range in {
		if x == y {
			n++
		}
	}
	return n
}
`,
	"main.go": `package main

import "example.com/bags/bag"

var equal = func(b, c *bag.Bag) bool { return b.Eqn(c) }

var clear = func(b *bag.Bag) { b.Clear() }

var size = func(b *bag.Bag) int { return b.Size() }

func main() { println(equal(nil, nil), clear, size) }
`,
}

func TestReaches(t *testing.T) {
	dir := t.TempDir()
	for name, text := range reaching {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	place := func(file, line string) string {
		before, _, found := strings.Cut(reaching[file], line)
		if !found {
			t.Fatalf("%s has no %s", file, line)
		}
		return fmt.Sprintf("%s:%d", filepath.Join(dir, file), strings.Count(before, "\n")+1)
	}
	others := map[string]string{
		"add": place("bag/bag.go", "func (b *Bag) Add"), "count": place("bag/bag.go", "func (b Bag) Count"),
		"size": place("bag/bag.go", "func (b *Bag) Size"), "clear": place("bag/bag.go", "\tb.in = nil"),
		"clear as a literal": place("main.go", "func(b *bag.Bag) { b.Clear() }"),
		"size as a literal":  place("main.go", "func(b *bag.Bag) int"),
		"elsewhere":          "/nowhere/else.go:3",
	}
	for _, test := range []struct{ file, from, want string }{
		{"bag/bag.go", "func (b *Bag) Eqn", "count, size, size as a literal"},
		{"main.go", "func(b, c *bag.Bag) bool", "count, size, size as a literal"},
		{"bag/bag.go", "for _, x := range b.in {", "count, size, size as a literal"}, // of Eqn, if it has no frame
		{"bag/bag.go", "func (b *Bag) Same", ""},
	} {
		got, err := driver.Reaches(context.Background(), place(test.file, test.from), others)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Split(test.want, ", "); !slices.Equal(got, want) && (test.want != "" || len(got) > 0) {
			t.Errorf("%s reaches %v, want %s", test.from, got, test.want)
		}
	}
	eqn := "eqn"
	others[eqn] = place("bag/bag.go", "func (b *Bag) Eqn")
	calls, err := driver.Calls(context.Background(), others)
	if err != nil {
		t.Fatal(err)
	}
	if _, is := calls["elsewhere"]; is || !slices.Equal(calls[eqn], []string{"count", "size", "size as a literal"}) ||
		!slices.Contains(calls["clear as a literal"], "clear") || len(calls["count"]) > 0 {
		t.Errorf("the calls are %v", calls)
	}
	for _, from := range []string{"/nowhere/else.go:3", "bag.go", "", place("bag/bag.go", "type Bag")} {
		if got, err := driver.Reaches(context.Background(), from, nil); err == nil {
			t.Errorf("%q reaches %v, want an error", from, got)
		}
	}
}
