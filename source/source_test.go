package source_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
)

func TestErrorShowsTheLineAndACaretUnderTheColumn(t *testing.T) {
	cases := []struct {
		name, data, at string
		want           string
	}{
		{"first line", "x ∈ bal", "bal", "f.zed:1:5: wrong\n    x ∈ bal\n        ^^^\n"},
		{"wide characters count one", "∀ ℤ • bad\n", "bad", "f.zed:1:7: wrong\n    ∀ ℤ • bad\n          ^^^\n"},
		{"windows line ends", "a\r\nb bad\r\n", "bad", "f.zed:2:3: wrong\n    b bad\n      ^^^\n"},
		{"a span over two lines has one caret", "a bad\nb", "bad\nb", "f.zed:1:3: wrong\n    a bad\n      ^\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := source.NewFile("f.zed", c.data).Whole()
			start := strings.Index(c.data, c.at)
			got := source.Errorf(text.Span(start, start+len(c.at)), "wrong").Show()
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestLinesMapsEachLineToItsOwnPlace(t *testing.T) {
	data := "z: |\n  S == [x : ℤ\n\n    | y]\nschema: S\n"
	value := "S == [x : ℤ\n\n  | y]\n"
	file := source.NewFile("u.yaml", data)
	text := source.Lines(file, value, []int{7, strings.Index(data, "\n\n") + 1, strings.Index(data, "    | y]") + 2})
	cases := []struct {
		at   string
		want string
	}{{"S ==", "u.yaml:2:3"}, {"ℤ", "u.yaml:2:13"}, {"| y]", "u.yaml:4:5"}, {"y]", "u.yaml:4:7"}}
	for _, c := range cases {
		start := strings.Index(value, c.at)
		if got := text.Span(start, start+len(c.at)).Pos().String(); got != c.want {
			t.Errorf("%q is at %s, want %s", c.at, got, c.want)
		}
	}
	end := text.FullSpan().EndPos()
	if end.Line < 4 || end.Line > 5 {
		t.Errorf("the text ends at %s", end)
	}
}

func TestFixedPointsAtOnePlace(t *testing.T) {
	file := source.NewFile("u.yaml", "z: \"a\\tb\"\n")
	text := source.TextAt(file, "a\tb", 3)
	for i := range len(text.Value) {
		if got := text.Span(i, i+1).Pos().String(); got != "u.yaml:1:4" {
			t.Errorf("offset %d is at %s", i, got)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	cases := []struct{ name, want string }{
		{"balnce", `, did you mean "balance"?`},
		{"blaance", `, did you mean "balance"?`},
		{"sort", ""},
		{"unrelated", ""},
	}
	for _, c := range cases {
		if got := source.DidYouMean(c.name, []string{"balance", "limit"}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	// Two letters in the other order are one mistake, as a letter too many is, and the likelier one.
	for _, candidates := range [][]string{{"value", "values"}, {"values", "value"}} {
		if got := source.DidYouMean("valuse", candidates); got != `, did you mean "values"?` {
			t.Errorf("valuse among %q: got %q", candidates, got)
		}
	}
}
