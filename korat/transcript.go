package korat

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/korat/structure"
)

// Transcript is what is kept of a search: a line that says which it is, and the lines that it wrote, up to one
// that says how far it was.
type Transcript struct {
	Size     int64 // of what is valid; what is behind it was written after the search was last said to be anywhere
	Found    []*structure.Structure
	Position *Position // where to go on; nil: at the beginning
	Complete bool      // whether there is nothing more to be found
	Last     *Outcome  // what the search said at its end, if it came to one
}

// heading is the first line of a transcript.
type heading struct {
	Type   string `json:"type"`
	Search string `json:"search"` // a hash of its bounds, and of the texts of the predicate
}

// Heading returns the first line of a transcript of a search.
func (p *Program) Heading(s Search) ([]byte, error) {
	data, err := json.Marshal(map[string]any{"space": s.Bounds.Space, "every": s.Every})
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(data, p.texts...))
	line, err := json.Marshal(heading{p.subject.Name, hex.EncodeToString(sum[:])})
	return append(line, '\n'), err
}

// ErrOther is the error for a transcript of another search.
var ErrOther = errors.New("it is of a search with other bounds, or of another text of the predicate")

// ReadTranscript reads what was kept of a search whose first line is given. An empty transcript is one of a search
// that has not begun.
func ReadTranscript(r io.Reader, first []byte) (*Transcript, error) {
	t := &Transcript{}
	lines := bufio.NewReader(r)
	line, err := lines.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		if len(line) > 0 {
			return nil, ErrOther
		}
		return t, nil
	}
	if err != nil || !bytes.Equal(line, first) {
		return nil, errors.Join(err, ErrOther)
	}
	t.Size = int64(len(line))
	at := t.Size
	var layout *search.Layout
	var found []*structure.Structure
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return t, nil // a line that was not written to its end is not one
		}
		if err != nil {
			return nil, err
		}
		at += int64(len(line))
		var l search.Line
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("a line of it cannot be read: %w", err)
		}
		status := l.Status
		switch {
		case l.Layout != nil:
			layout = l.Layout
		case l.Found != nil && layout != nil:
			found = append(found, structure.Decode(layout, l.Found))
		case l.Done != nil:
			t.Complete, t.Last = l.Done.Complete, outcomeOf(l.Done)
			status = &l.Done.Status
		}
		if status != nil {
			t.Found, found = append(t.Found, found...), nil
			t.Size = at
			t.Position = &Position{status.Candidates, status.Found, status.Next}
		}
	}
}

// outcomeOf returns what a search says at its end.
func outcomeOf(d *search.Finished) *Outcome {
	return &Outcome{Candidates: d.Candidates, Found: d.Found, Complete: d.Complete, Seconds: d.Seconds,
		Panics: d.Panics, Panicked: d.Panicked}
}
