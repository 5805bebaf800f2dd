package korat_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listedTypes are some of all kinds: pointers into the root, maps and slices of objects, arrays, interfaces, numbers.
var listedTypes = []string{"Graph", "Cache", "Boxed", "Heap", "List"}

// samples are those of types to whose objects interfaces alone lead, as a test gives them.
var samples = map[string]string{"reads.Boxed": ", reads.Leaf{}"}

// TestListings: what is listed as JSON are structures for tests of properties, in a package other than the types'
// own; their predicates accept all of them.
func TestListings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	imports, tests := map[string]bool{}, ""
	for i, w := range others {
		if !slices.Contains(listedTypes, w.typ) {
			continue
		}
		found, _, err := w.collect()
		if err != nil {
			t.Errorf("%s.%s: %v", w.pkg, w.typ, err)
			continue
		}
		imports[fmt.Sprintf("%q", "example.com/types/"+w.pkg)] = true
		of := w.pkg + "." + w.typ
		tests += fmt.Sprintf("//go:embed %d.jsonl\nvar listing%d string\n\n"+
			"func Test%d(t *testing.T) {\n\tcheck[%s](t, listing%d, %d%s)\n}\n\n", i, i, i, of, i, len(found.json), samples[of])
		write(t, filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)), strings.Join(found.json, "\n"))
	}
	lines := []string{`_ "embed"`, `"testing"`, `"github.com/ttf-int/ttf-int/sut/prop"`}
	for i := range imports {
		lines = append(lines, i)
	}
	write(t, filepath.Join(dir, "all_test.go"), "package all\n\nimport (\n"+strings.Join(lines, "\n")+`
)

func check[T any](t *testing.T, listing string, want int, samples ...any) {
	r, err := prop.Run(func(x *T) bool {
		if y, is := any(x).(interface{ RepOK() error }); is {
			return y.RepOK() == nil
		}
		return any(x).(interface{ RepOK() bool }).RepOK()
	}, prop.Using(prop.Structures[T](listing, samples...)))
	if err != nil || r.Verdict != prop.Proof || r.Tests != want {
		t.Errorf("%v, %v, expected a proof of %d tests", r, err, want)
	}
}

`+tests)
	write(t, filepath.Join(dir, "go.mod"), "module example.com/all\n\ngo 1.26\n")
	types, err := filepath.Abs("testdata/types")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.work"),
		fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%q\n\t%q\n)\n", types, filepath.Join(types, "../../..")))
	c := exec.Command("go", "test", ".")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
