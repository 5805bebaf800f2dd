package runner

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

// Folder is where a project keeps what its runs found, beside ttf-int.yaml.
const Folder = ".ttf-int"

const (
	runsFolder = "runs"
	runSuffix  = ".jsonl"
	// keptRuns is how many runs are kept: enough to look back some weeks of
	// nightly runs.
	keptRuns = 30
	// bookFlush is how long a result stays in memory at most.
	bookFlush = 10 * time.Millisecond
	// bookBuffer is how many bytes of results stay in memory at most.
	bookBuffer = 1 << 20
)

// book keeps the results of one run in a file of its own, a line each: first
// the run without results, then the results as they come, a later one of the
// same case in place of an earlier, and at last the run again, which says that
// it was finished. Two runs in one folder do not meet.
type book struct {
	file *os.File
	stop chan struct{}
	gone chan struct{}

	mu  sync.Mutex
	buf []byte
	err error
}

// newBook begins the file of a run and removes those of runs long past.
func newBook(dir string, run *result.Run) (*book, error) {
	folder := filepath.Join(dir, Folder, runsFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	unlock, err := lock(filepath.Join(dir, Folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	defer unlock()
	ignore := filepath.Join(dir, Folder, ".gitignore")
	if _, err := os.Stat(ignore); errors.Is(err, fs.ErrNotExist) {
		os.WriteFile(ignore, []byte("*\n"), 0o644)
	}
	prune(folder)
	file, err := create(folder)
	if err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	b := &book{file: file, stop: make(chan struct{}), gone: make(chan struct{})}
	header, err := json.Marshal(run)
	if err != nil {
		file.Close()
		return nil, err
	}
	b.line(header)
	go b.flushing()
	return b, nil
}

// create creates a file whose name is later than that of every other.
func create(folder string) (*os.File, error) {
	for {
		name := time.Now().UTC().Format("20060102T150405.000000000Z") + runSuffix
		if names := runs(folder); len(names) > 0 && names[len(names)-1] >= name {
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

// runs returns the names of the files of runs, the oldest first.
func runs(folder string) []string {
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
	names := runs(folder)
	for i := 0; i+keptRuns <= len(names); i++ {
		os.Remove(filepath.Join(folder, names[i]))
	}
}

// add keeps a result; stubs is as in appendResult, and scratch is memory to
// write it in, which is returned.
func (b *book) add(r *result.Result, stubs, scratch []byte) []byte {
	line := appendResult(scratch[:0], r, stubs)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(append(b.buf, line...), '\n')
	if len(b.buf) > bookBuffer {
		b.flush()
	}
	return line
}

func (b *book) line(data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(append(b.buf, data...), '\n')
	b.flush()
}

// flush writes whole lines at once; mu is held.
func (b *book) flush() {
	if len(b.buf) == 0 {
		return
	}
	if _, err := b.file.Write(b.buf); err != nil && b.err == nil {
		b.err = err
	}
	b.buf = b.buf[:0]
}

func (b *book) flushing() {
	defer close(b.gone)
	tick := time.NewTicker(bookFlush)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.mu.Lock()
			b.flush()
			b.mu.Unlock()
		case <-b.stop:
			return
		}
	}
}

// close writes the end of the run.
func (b *book) close(run *result.Run) error {
	close(b.stop)
	<-b.gone
	last := *run
	last.Results = nil
	data, err := json.Marshal(&last)
	if err == nil {
		b.line(data)
	}
	return errors.Join(err, b.err, b.file.Close())
}

// isRun tells whether a line is a run and not a result.
func isRun(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"apiVersion":`)) }
