package language

import (
	"errors"
	"regexp"
	"testing"

	"github.com/ttf-int/ttf-int/source"
)

// word is a token of a specification, in a form that is enough to take it away.
var word = regexp.MustCompile(`\w+|->|\S`)

// name is a token that can be misspelt.
var name = regexp.MustCompile(`^\w\w`)

// TestOneMistake leaves out each token of a specification and misspells each word of it: there is one message, or one
// for what is meant and another for what it is taken for.
func TestOneMistake(t *testing.T) {
	text := read(t, "queue.lobas")
	tried, refused := 0, 0
	try := func(changed string) {
		tried++
		_, err := parse(changed)
		var errs source.Errors
		if !errors.As(err, &errs) {
			return
		}
		refused++
		if len(errs) > 2 {
			t.Errorf("%d messages of one mistake:\n%s\nin\n%s", len(errs), source.Show(err, 50), changed)
		}
	}
	for _, at := range word.FindAllStringIndex(text, -1) {
		try(text[:at[0]] + text[at[1]:])
		if name.MatchString(text[at[0]:at[1]]) {
			try(text[:at[0]+1] + text[at[0]+2:])
			try(text[:at[1]] + "s" + text[at[1]:])
		}
	}
	if tried < 300 || refused*2 < tried {
		t.Errorf("%d mistakes were tried, of which %d were refused", tried, refused)
	}
}
