package eval_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// TestLongChains: a chain of operators is not a nesting, however long.
func TestLongChains(t *testing.T) {
	t.Parallel()
	const n = 12_000
	for _, c := range []struct{ term, op, last, want string }{
		{"1", "+", "1", "12001"},
		{"{1}", "∪", "{2}", "{1, 2}"},
		{"1", "-", "1", "-11999"},
	} {
		text := strings.Repeat(c.term+" "+c.op+" ", n) + c.last
		p := compile(t, text)
		if got, reason := p.Value(frame()); reason != nil || got.String() != c.want {
			t.Errorf("%s: %.40s %v, want %s", c.op, got, reason, c.want)
		}
		e, err := parse.Toolkit().Expr(source.NewFile("term", text).Whole())
		if err != nil {
			t.Fatal(err)
		}
		for _, notation := range []zed.Notation{zed.Unicode, zed.ASCII, zed.LaTeX} {
			printed := zed.Print(e, notation)
			back, err := parse.Toolkit().Expr(source.NewFile("term", printed).Whole())
			if err != nil || zed.Print(back, notation) != printed {
				t.Errorf("%s: %.40s does not read back: %v", c.op, printed, err)
			}
		}
	}
}
