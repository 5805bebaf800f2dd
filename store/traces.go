package store

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// HeldTraces is how many results of a run have their traces in memory where all passed. Those of further passes are
// read from the file that keeps the run when they are wanted: they are most of what a result takes.
const HeldTraces = 20_000

// traces reads the traces of results from the file that keeps them.
type traces struct {
	system *spec.System
	flush  func() // writes to the file what is not there yet

	mu   sync.Mutex
	file *os.File
	from *bufio.Reader
	at   int64 // the place in the file that is read next
}

// Traces returns a function that reads the traces of results that were added (result.Run.Traces). It keeps the file
// open, so that it finds them when the file has been removed.
func (j *Journal) Traces(system *spec.System) (func(*result.Result) ([]*result.Call, error), error) {
	file, err := os.Open(j.file.Name())
	if err != nil {
		return nil, err
	}
	t := &traces{system: system, file: file, from: bufio.NewReaderSize(file, 1<<18)}
	t.flush = func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.flush()
	}
	return t.read, nil
}

// read reads the trace of a result. What is read one after the other in the order of the file is read in large parts.
func (t *traces) read(of *result.Result) ([]*result.Call, error) {
	t.flush()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at != of.At {
		if _, err := t.file.Seek(of.At, io.SeekStart); err != nil {
			return nil, err
		}
		t.from.Reset(t.file)
		t.at = of.At
	}
	line, err := t.from.ReadBytes('\n')
	t.at += int64(len(line))
	if err != nil {
		t.at = -1
		return nil, fmt.Errorf("the file that keeps the run has no trace of %s: %w", of.Case, err)
	}
	var kept struct {
		Case  string         `json:"case"`
		Trace []*result.Call `json:"trace"`
	}
	if err := json.Unmarshal(line, &kept); err != nil || kept.Case != of.Case {
		return nil, fmt.Errorf("the file that keeps the run has something else in the place of the trace of %s", of.Case)
	}
	return typeCalls(kept.Trace, t.system), nil
}
