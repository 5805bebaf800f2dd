package ci

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
)

// Stream writes a run as JSON lines while it goes on, each in one call of its writer and at once: the event
// "started", a "result" for each case as it comes, and "finished" with all else that the run has found. A later
// result of a case replaces an earlier one, and what the last ones say is what the document of the run says.
type Stream struct {
	mu   sync.Mutex
	w    io.Writer
	last map[string]written // the result of each case that was written last
	err  error
}

// written is a result that was written: itself, or where a file has it whose trace is not in memory.
type written struct {
	result *result.Result
	at     int64
}

func writtenOf(r *result.Result) written {
	if r.At != 0 {
		return written{at: r.At}
	}
	return written{result: r}
}

// event is a line of a stream.
type event struct {
	APIVersion string         `json:"apiVersion"`
	Event      string         `json:"event"` // started, result or finished
	Tool       string         `json:"tool,omitempty"`
	Project    string         `json:"project,omitempty"`
	Result     *result.Result `json:"result,omitempty"`
	Run        *result.Run    `json:"run,omitempty"` // without results
}

// NewStream begins a stream of the run of a project. tool is the version of ttf-int.
func NewStream(w io.Writer, tool, project string) *Stream {
	s := &Stream{w: w, last: map[string]written{}}
	s.write(event{Event: "started", Tool: tool, Project: project})
	return s
}

// Add writes a result.
func (s *Stream) Add(r *result.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last[key(r)] = writtenOf(r)
	s.write(event{Event: "result", Result: report.FillResult(r)})
}

// key identifies what a result is about: a case may be run for its own sake, and beside that for that of others.
func key(r *result.Result) string { return fmt.Sprint(r.Support, "\x00", r.Unit, "\x00", r.Case) }

// Finish writes the results that are others than those written, and the end of the run. It returns the first error
// of the stream.
func (s *Stream) Finish(run *result.Run) error {
	for r := range run.All() {
		if s.last[key(r)] != writtenOf(r) {
			s.Add(r)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	end := report.FillBeside(run)
	end.Results = []*result.Result{}
	s.write(event{Event: "finished", Run: end})
	return s.err
}

// write writes a line. The caller holds mu, or has the only reference.
func (s *Stream) write(e event) {
	e.APIVersion = plan.APIVersion
	line, err := json.Marshal(e)
	if err == nil && s.err == nil {
		_, err = s.w.Write(append(line, '\n'))
	}
	if s.err == nil {
		s.err = err
	}
}
