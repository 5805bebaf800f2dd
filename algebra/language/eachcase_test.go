package language_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// TestEachCase: a large file is read in parts, which are cut between cases, whatever is in these; places are those in
// the file.
func TestEachCase(t *testing.T) {
	classes, err := language.Parse(source.NewFile("s", "class S export create, put, has constructor create; "+
		"put (x: String, n: Integer) observer has (x: String): Boolean end\n"+
		"class T export create, add constructor create; add (S: S) end").Whole())
	if err != nil {
		t.Fatal(source.Show(err, 5))
	}
	var b strings.Builder
	var lines []int
	line := 1
	for i := range 4000 {
		text := "(create.put(\"a(\", 1),\n create.put(\"--)\",\n2), equivalent) -- (((\n"
		switch i % 3 {
		case 0:
			text = "class S\n(create, create.put(\n\"x\", 3), not equivalent)\n  .has(\"x\"): false and true\n"
		case 1:
			text = "  class T -- next\n(create, create.add(\nS.create), equivalent)\n\n"
		}
		if i%3 == 2 {
			text = "class S\n" + text
		}
		b.WriteString(text)
		lines = append(lines, line+1)
		line += strings.Count(text, "\n")
	}
	n := 0
	each := func(c language.Case) {
		class := "SST"[[]int{0, 2, 1}[n%3]]
		if got := c.Span.Pos().Line; got != lines[n] || c.Class.Name.Text != string(class) {
			t.Fatalf("case %d is in line %d, of class %s", n, got, c.Class.Name.Text)
		}
		n++
	}
	if err := language.EachCase(source.NewFile("c", b.String()).Whole(), classes, each); err != nil || n != 4000 {
		t.Errorf("%d cases: %v", n, err)
	}
	wrong := fmt.Sprintf("%sclass S\n(create.putt(\"a\", 1), create, equivalent)\n", b.String())
	n = 0
	err = language.EachCase(source.NewFile("c", wrong).Whole(), classes, each)
	want := fmt.Sprintf("c:%d:9: ", line+1)
	if err == nil || !strings.Contains(source.Show(err, 5), want) || n == 0 || n == 4000 {
		t.Errorf("after %d cases: want %s, got %v", n, want, err)
	}
}
