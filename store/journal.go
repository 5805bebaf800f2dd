package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/result"
)

// Folder is the name of the folder, beside ttf-int.yaml, in which a project keeps
// results.
const Folder = ".ttf-int"

const (
	runsFolder = "runs"
	runSuffix  = ".jsonl"
	// KeptRuns is how many runs are kept: enough for some weeks of nightly runs.
	KeptRuns = 30
	// journalFlush is the longest time that a result stays in memory only.
	journalFlush = 10 * time.Millisecond
	// journalBuffer is the largest number of bytes of results that stay in memory only.
	journalBuffer = 1 << 20
)

// Journal keeps the results of one run in a file of its own, one line each: first the
// run without results; then the results as they come, where a later one replaces an
// earlier one of the same case; and last the run again, which says that it was
// finished. Runs in one folder have different files.
type Journal struct {
	file *os.File
	stop chan struct{}
	gone chan struct{}

	mu   sync.Mutex
	buf  []byte
	size int64 // bytes of all lines so far
	err  error
}

// NewJournal creates the file of a run, and removes the files of the oldest runs.
func NewJournal(dir string, run *result.Run) (*Journal, error) {
	folder := filepath.Join(dir, Folder, runsFolder)
	err := prepare(filepath.Join(dir, Folder))
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	unlock, err := lock(filepath.Join(dir, Folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	defer unlock()
	prune(folder)
	file, err := create(folder)
	if err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	j := &Journal{file: file, stop: make(chan struct{}), gone: make(chan struct{})}
	header, err := json.Marshal(run)
	if err != nil {
		file.Close()
		return nil, err
	}
	j.line(header)
	go j.flushLoop()
	return j, nil
}

// create creates a file whose name sorts behind those of all others.
func create(folder string) (*os.File, error) {
	for {
		name := time.Now().UTC().Format("20060102T150405.000000000Z") + runSuffix
		if names := listRuns(folder); len(names) > 0 && names[len(names)-1] >= name {
			time.Sleep(time.Millisecond)
			if names[len(names)-1] > time.Now().UTC().Add(time.Hour).Format("20060102T150405.000000000Z") {
				return nil, fmt.Errorf("the run %s is of the future: the clock was set back", names[len(names)-1])
			}
			continue
		}
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// listRuns returns the names of the files of runs, the oldest first.
func listRuns(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), runSuffix) {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out
}

func prune(folder string) {
	names := listRuns(folder)
	for i := 0; i+KeptRuns <= len(names); i++ {
		os.Remove(filepath.Join(folder, names[i]))
	}
}

// Add keeps a result. stubs is the JSON of the result's stubs, which many results have
// in common, or nil where the caller does not have it (StubsJSON). The contents of
// scratch are overwritten; the returned slice may be the next call's scratch. at is the place of the result in the file
// (result.Result.At).
func (j *Journal) Add(r *result.Result, stubs, scratch []byte) (line []byte, at int64) {
	line = appendResult(scratch[:0], r, stubs)
	j.mu.Lock()
	defer j.mu.Unlock()
	at = j.append(line)
	if len(j.buf) > journalBuffer {
		j.flush()
	}
	return line, at
}

// append adds a line, and returns its place in the file. The caller holds mu.
func (j *Journal) append(line []byte) int64 {
	at := j.size
	j.buf = append(append(j.buf, line...), '\n')
	j.size += int64(len(line)) + 1
	return at
}

// AddProgram keeps which program a run tests, in a line of its own, since a run that is killed has no last line.
func (j *Journal) AddProgram(p Program) error {
	data, err := json.Marshal(p)
	if err == nil {
		j.line(data)
	}
	return err
}

// Program is a program that a run tests: the name of its system under test, the hash of its file, that of what it
// declares to read, and that of those of its arguments that are files; "" where there are none.
type Program struct {
	Name      string `json:"program"`
	SHA256    string `json:"sha256"`
	Reads     string `json:"reads,omitempty"`
	Arguments string `json:"arguments,omitempty"`
}

// isProgram tells whether a line says which program a run tests.
func isProgram(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"program":`)) }

func (j *Journal) line(data []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.append(data)
	j.flush()
}

// flush writes all complete lines. The caller holds mu.
func (j *Journal) flush() {
	if len(j.buf) == 0 {
		return
	}
	if _, err := j.file.Write(j.buf); err != nil && j.err == nil {
		j.err = err
	}
	j.buf = j.buf[:0]
}

func (j *Journal) flushLoop() {
	defer close(j.gone)
	tick := time.NewTicker(journalFlush)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			j.mu.Lock()
			j.flush()
			j.mu.Unlock()
		case <-j.stop:
			return
		}
	}
}

// Close writes the end of the run.
func (j *Journal) Close(run *result.Run) error {
	close(j.stop)
	<-j.gone
	last := *run
	last.Results = nil
	data, err := json.Marshal(&last)
	if err == nil {
		j.line(data)
	}
	return errors.Join(err, j.err, j.file.Close())
}

// Discard ends a journal of which nothing is to be kept.
func (j *Journal) Discard() {
	close(j.stop)
	<-j.gone
	j.file.Close()
	os.Remove(j.file.Name())
}

// isRun tells whether a line holds a run, as opposed to a result.
func isRun(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"apiVersion":`)) }
