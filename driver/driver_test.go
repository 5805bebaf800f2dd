package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

// served are types of the standard library and of modules that this one requires: with
// and without constructors, with methods of many kinds, and whole packages.
var served = []string{
	"bytes.Buffer", "strings.Replacer", "container/list", "container/ring.Ring", "go/token.FileSet", "net/netip",
	"math/big.Int", "net/url", "sort", "time.Time", "text/scanner", "sync.Map", "gonum.org/v1/gonum/graph/simple",
	clocks, arrays, library,
}

// library are two packages with what is not a struct with exported methods and a function New.
const library = "./driver/testdata/library ./driver/testdata/words"

// writeDriver writes, for packages named by patterns, the files of a system under test of that name into a folder, and
// returns what was read of the packages.
func writeDriver(t *testing.T, dir, name, patterns string) *driver.Package {
	t.Helper()
	p, err := driver.Read(t.Context(), driver.Options{Dir: "..", Patterns: strings.Fields(patterns)})
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Files(dir, name)
	if err == nil {
		err = driver.Write(files)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLibrary: an interface that only a hidden type implements, methods of an embedded hidden type, what is made of a
// text, and functions are served; what only another goroutine ends is not a unit, and what waits is in no machine.
func TestLibrary(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/my-test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	writeDriver(t, dir, "library", library)
	for name, wanted := range map[string][]string{
		"doc.go": {"// Package mytest holds what tests ", "\npackage mytest\n"},
		"sut/main.go": {"store library.Store\n", "store := library.NewStore()\n", "return u.store.All()",
			"library.NewBox(time.Hour)", `library.Parse("k-1")`, "func(u *underTest) { u.box.Later(func() {}) }",
			"func(u *underTest, words1 []string) string { return words.Join(words1...) }", "words.Last(all)",
			`sut.As[error]("failed")`},
		"specs/library.yaml": {"machine: library\nunits: [put, all, fill, number, later, start, letter, split, join, last]\n",
			"unit: number\nsut: library\nz: library.zed\nschema: Number\ntactics: [dnf]\n"},
		"specs/library.zed": {"┌ Last\n  all? : seq ℤ\n  last! : ℤ\n  ok! : 𝔹\n"},
	} {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range wanted {
			if !strings.Contains(string(data), text) {
				t.Errorf("%s does not have %q:\n%s", name, text, data)
			}
		}
		for _, text := range []string{"Run", "Forget", "Less"} {
			if strings.Contains(string(data), text) {
				t.Errorf("%s has %q:\n%s", name, text, data)
			}
		}
	}
}

// TestEmbeds: a call on an object that its caller holds itself is a call of no unit, and it is said which these are;
// one on an object that it is given is, and so is one on the object itself. Where a type is served alone, what it has
// of one that it embeds are its own units.
func TestEmbeds(t *testing.T) {
	t.Parallel()
	const embeds = "./driver/testdata/embeds"
	for patterns, want := range map[string]struct{ calls, notes string }{
		embeds:            {"refill: [fill], twice: [count]", "fill to count, fill to put, store to put"},
		embeds + ".Shelf": {"fill: [count, put], refill: [fill]", ""},
	} {
		p := writeDriver(t, t.TempDir(), "embeds", patterns)
		var calls []string
		for _, o := range p.Objects {
			for _, m := range o.Methods {
				if len(m.Calls) > 0 {
					calls = append(calls, m.Unit+": ["+strings.Join(m.Calls, ", ")+"]")
				}
			}
		}
		slices.Sort(calls)
		if is := strings.Join(calls, ", "); is != want.calls {
			t.Errorf("%s: %s: expected %s", patterns, is, want.calls)
		}
		notes := ""
		for _, n := range p.Notes {
			if _, of, ok := strings.Cut(n.Text, "since the table has another one: "); ok {
				notes = of
			}
		}
		if notes != want.notes {
			t.Errorf("%s: %q: expected %q", patterns, notes, want.notes)
		}
	}
}

// TestEmbedsItself: of a type that is embedded in itself, the methods are those that it has otherwise.
func TestEmbedsItself(t *testing.T) {
	t.Parallel()
	const loops = "./driver/testdata/loops"
	for pattern, want := range map[string]string{loops: "get name size", loops + ".Node": "get",
		loops + ".Left": "name size"} {
		var got []string
		for _, o := range writeDriver(t, t.TempDir(), "loops", pattern).Objects {
			for _, m := range o.Methods {
				got = append(got, m.Unit)
			}
		}
		slices.Sort(got)
		if is := strings.Join(got, " "); is != want {
			t.Errorf("%s: %s, expected %s", pattern, is, want)
		}
	}
}

// arrays are a package whose types have arrays, and whose errors have no names, and another one, so that the table lies
// outside of both.
const arrays = "./driver/testdata/arrays container/ring.Ring"

// clocks are two packages of two layers, whose types are given a clock.
const clocks = "./driver/testdata/clocks ./driver/testdata/clocks/memory"

// TestClocks: a clock is given in each way that there is, and what one layer calls of the other is recorded.
func TestClocks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := writeDriver(t, dir, "clocks", clocks)
	for name, wanted := range map[string][]string{
		"sut/main.go": {
			"clocks.NewCacheTimer(shelf, &clockAsTimer{clock: clock})", "theCache.SetNow(clock.Now)",
			"func (c *clockAsTimer) Now() uint32 { return uint32(c.clock.Elapsed()) }",
			"clocks.NewLimiter(clocks.WithClock(clock))", "clocks.NewWheel(&clockAsTicking{clock: clock})",
			"func (c *clockAsTicking) After(d time.Duration) <-chan time.Time { return c.clock.After(d) }",
			`sut.Is(clocks.ErrOld, "errOld")`, `sut.Is(memory.ErrOld, "memoryErrOld")`, "sut.Times()",
			`func(key string, at time.Time) error { return r.Shelf.Put(ctx, key, at) })(key, at)`,
			`sut.Interface("put", []string{"oldest", "theCache.put"}`, "u.cache.Put(context.Background(), key)",
		},
		"specs/clocks.yaml": {"schema: Put\ncalls: [theCache.put]\nstubs: {theCache.put: self}\n"},
		"specs/clocks.zed":  {"┌ Wait\n  ΔClock\n", "┌ Turn\n  ΞClock\n", "┌ Put\n  ΞClock\n", "now' = now + d?"},
	} {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range wanted {
			if !strings.Contains(string(data), text) {
				t.Errorf("%s does not have %q:\n%s", name, text, data)
			}
		}
	}
	var notes []string
	for _, n := range p.Notes {
		notes = append(notes, n.Text)
	}
	all := strings.Join(notes, "\n")
	for _, text := range []string{"read may look at the clock of this machine",
		"clocks.Ticking has methods that sut.Clock has not",
		"the variable now, in nanoseconds, which the unit elapse lets go on"} {
		if !strings.Contains(all, text) {
			t.Errorf("the notes do not say %q:\n%s", text, all)
		}
	}
	if strings.Contains(all, "may wait on the clock of this machine") {
		t.Errorf("what is given a clock is said to wait on that of the machine:\n%s", all)
	}
}

// TestArrays: an array is a sequence of its length wherever it stands, and an error that has no name a constant.
func TestArrays(t *testing.T) {
	t.Parallel()
	p, err := driver.Read(t.Context(), driver.Options{Dir: "..", Patterns: strings.Fields(arrays)})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files, err := p.Files(dir, "arrays")
	if err != nil {
		t.Fatal(err)
	}
	if err := driver.Write(files); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range []string{"sut/main.go", "specs/arrays.zed"} {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for _, text := range []string{
		"Board == [Rows : {s : seq {s : seq 𝔹 | # s = 3} | # s = 2}]", "# dice = 2", "dice? : {s : seq ℤ | # s = 2}",
		"REPLY ::= ok | failed", `sut.As[error]("failed")`,
	} {
		if !strings.Contains(all.String(), text) {
			t.Errorf("the files do not have %q:\n%s", text, all.String())
		}
	}
}

// TestServed: whatever the package, its table compiles, its skeleton is a specification
// without an error, and no name stands for two things.
func TestServed(t *testing.T) {
	t.Parallel()
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(repo, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			const module = "github.com/ttf-int/ttf-int"
			data = []byte(strings.Replace(string(data), "module "+module, "module example.com/served", 1) +
				"\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + repo + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i, pattern := range served {
		p, err := driver.Read(t.Context(), driver.Options{Dir: repo, Patterns: strings.Fields(pattern)})
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		at := filepath.Join(dir, "p"+string(rune('a'+i)))
		files, err := p.Files(at, p.Name)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		if err := driver.Write(files); err != nil {
			t.Fatal(err)
		}
		z := filepath.Join(at, "specs", p.Name+".zed")
		text, err := os.ReadFile(z)
		if err != nil {
			t.Fatal(err)
		}
		paragraphs, err := parse.Document(source.NewFile(z, string(text)).Whole())
		if err == nil {
			_, err = types.Check(paragraphs)
		}
		if err != nil {
			t.Errorf("%s: %s", pattern, source.Show(err, 0))
		}
		again, err := p.Files(at, p.Name)
		if err != nil || slices.ContainsFunc(again, func(f driver.File) bool { return f.State != driver.Kept }) {
			t.Errorf("%s: a second run is to keep all: %v %v", pattern, again, err)
		}
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "./...")
	vet.Dir = dir
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("the tables do not compile: %v\n%s", err, out)
	}
}
