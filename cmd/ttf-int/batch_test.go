package main

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/solve/backend"
)

// TestNextLine: lines of any length and end are read one by one.
func TestNextLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxProblem)
	r := bufio.NewReaderSize(strings.NewReader("a\r\n\n"+long+"\n"+long+"y\nb"), 64)
	for i, want := range []struct {
		text string
		err  error
	}{{"a", nil}, {"", nil}, {long, nil}, {"", errTooLong}, {"b", nil}, {"", io.EOF}} {
		if text, err := readLine(r); text != want.text || err != want.err {
			t.Errorf("line %d: %d characters, %v", i+1, len(text), err)
		}
	}
}

// broken is a solver that fails.
type broken struct{ backend.Solver }

// TestAnswer: an answer says what went wrong with its problem alone, and how long
// it took.
func TestAnswer(t *testing.T) {
	t.Parallel()
	s, err := newSolving(solveFlags{timeout: time.Minute}, defaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	s.asked = openNamed(t, backend.Embedded)
	failing := *s
	failing.asked = &backend.Opened{Solver: broken{}, Wider: broken{}}
	for _, c := range []struct {
		with   *solving
		text   string
		unread error
		want   string
	}{
		{s, "x : Z | x = 3", nil, "case"},
		{s, "x : Z | x < y", nil, `error line 7:1:13: undeclared variable "y"`},
		{s, "", errTooLong, "error line 7: the line is too long: at most 1048576 bytes are read"},
		{&failing, "x : Z | x = 3", nil, "error line 7: the solver failed: "},
	} {
		r := c.with.answer(t.Context(), "line 7", c.text, c.unread)
		if got := strings.TrimSpace(r.Status + " " + r.Reason); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
		if r.Seconds == nil || *r.Seconds <= 0 || *r.Seconds > 30 {
			t.Errorf("%s: no time that can be", c.text)
		}
	}
}
