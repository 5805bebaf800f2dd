package pairs_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// TestPython holds the tags of random pairs against an interpreter of the axioms in Python, which reads the
// specification and the cases by itself. TTF_INT_TAGS says of how many sequences they are made.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not there: tags are not held against the interpreter in testdata/interpret.py")
	}
	count, err := strconv.Atoi(os.Getenv("TTF_INT_TAGS"))
	if err != nil {
		count = 280
		t.Log("280 sequences: TTF_INT_TAGS=N uses N of them")
	}
	total := 0
	for _, name := range []string{"stack", "fifo", "bounded", "set", "bag", "map", "sorted", "text", "symbols", "bank",
		"shelf", "ring", "editor", "accounts"} {
		classes := algebratest.Read(t, name+".lobas")
		made, err := newMaker(classes).All(context.Background(), 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, biased := range []bool{true, false} {
			drawing := pairs.Drawing{Length: 9, Range: 9, Ratio: 2, Biased: biased, Differs: true, Seed: uint64(count)}
			drawn, err := newMaker(classes).Draw(context.Background(), drawing, 0, count/28)
			if err != nil {
				t.Fatal(err)
			}
			made.Add(drawn)
		}
		var b bytes.Buffer
		if err := write(&b, classes[0], made.Pairs); err != nil {
			t.Fatal(err)
		}
		cases := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(cases, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		spec := filepath.Join("..", "rewriting", "testdata", name+".lobas")
		out, err := exec.Command(python, "testdata/interpret.py", spec, cases).CombinedOutput()
		said := regexp.MustCompile(`(\d+) cases, \d+ equivalent, 0 wrong`).FindSubmatch(out)
		if err != nil || said == nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		t.Logf("%s: %s", name, said[0])
		n, _ := strconv.Atoi(string(said[1]))
		if n != len(made.Pairs) {
			t.Errorf("%s: %d cases were written, and %d read", name, len(made.Pairs), n)
		}
		total += n
	}
	t.Logf("%d cases", total)
}
