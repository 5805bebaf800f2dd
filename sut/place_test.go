package sut

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestPlaceUnits: each unit and variable is where its name stands in the source, in whatever file of the folder and
// whatever form of string, and what is not found is where Serve is called.
func TestPlaceUnits(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"main.go": "package main\n\n// \"put\" is a unit.\nfunc main() {\n\tsut.Serve(sut.Program[A]{\n" +
			"\t\tUnits: []sut.Unit[A]{\n" +
			"\t\t\t{Name: \"put\", Params: sut.Names{\n\t\t\t\t\"x?\",\n" +
			"\t\t\t\t`y? y!`}, Results: sut.Names{\"r!\", \"list'\"}},\n" +
			"\t\t\t{Name: \"get\", Results: sut.Names{\"r!\"}}},\n\t})\n}\n",
		"a.go":      "package main\n\nvar more = sut.Unit[A]{\n\tName:\n\t\t\"peek\", Results: sut.Names{\n\t\t\"top!\"},\n}\n",
		"b_test.go": "package main\n\nvar other = sut.Unit[A]{Name: \"absent\"}\n",
		"broken.go": "package main\n\nvar s = \"unfinished\nvar last = sut.Unit[A]{Name: \"last\"}\n",
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	unit := func(name string, got ...string) *wire.Unit {
		u := &wire.Unit{Name: name}
		for _, v := range got {
			u.Got = append(u.Got, &wire.Variable{Name: v})
		}
		return u
	}
	d := &wire.Description{Units: []*wire.Unit{
		unit("put", "x?", "y?", "y!", "r!", "list'", "absent!"), unit("get", "r!"),
		unit("peek", "top!"), unit("absent", "r!"), unit("last")}}
	d.Units[0].Given = []*wire.Variable{{Name: "list", Place: "elsewhere.go:1"}}
	placeUnits(d, filepath.Join(dir, "main.go")+":5")
	var said []string
	for _, u := range d.Units {
		said = append(said, fmt.Sprintf("%s %s", u.Name, filepath.Base(u.Place)))
		for _, v := range append(u.Given, u.Got...) {
			said = append(said, fmt.Sprintf(" %s %s", v.Name, filepath.Base(v.Place)))
		}
	}
	want := `put main.go:7
 list elsewhere.go:1
 x? main.go:8
 y? main.go:9
 y! main.go:9
 r! main.go:9
 list' main.go:9
 absent! main.go:7
get main.go:10
 r! main.go:10
peek a.go:5
 top! a.go:6
absent main.go:5
 r! main.go:5
last broken.go:4`
	if got := strings.Join(said, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, at := range []string{"", "main.go:5", "/nowhere/main.go:5"} {
		d := &wire.Description{Units: []*wire.Unit{unit("put", "r!")}}
		if placeUnits(d, at); d.Units[0].Place != at || d.Units[0].Got[0].Place != at {
			t.Errorf("without the source the place is %q, want %q", d.Units[0].Place, at)
		}
	}
}
