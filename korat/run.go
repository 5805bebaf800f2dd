package korat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/korat/structure"
)

// Search says what a search is to find.
type Search struct {
	Subject *Subject // that is searched; nil: the first of the program's
	Bounds  *bounds.Bounds
	Count   bool // only how many there are
	// Parallel is how many processes make the search, where it can be divided: one that is kept, or ends early, cannot.
	Parallel int
	Every    bool          // try every candidate, whether it differs in what was read or not
	First    int64         // end with so many; 0: with all
	Limit    time.Duration // how long a run of the predicate may take
	From     *Position     // where an earlier search ended; nil: at the beginning
	Case     []int32       // the one candidate on which a method is called; nil: on all
	Look     bool          // what is said of it before the call is all that is wanted
	Inner    []*Subject    // the methods whose calls within a failing call are judged
	Keep     io.Writer     // takes the lines of a transcript; nil: none is kept
	Guard    proc.Guard
	Env      []string // what the program may see of the environment; nil: all
}

// Position is where a search ended that was not at its end.
type Position struct {
	Candidates int64 // that it has tried
	Found      int64
	Next       []int32 // the candidate that comes next
}

// Outcome is what became of a search.
type Outcome struct {
	Candidates int64
	Found      int64
	Complete   bool // whether there are no more
	Seconds    float64
	Panics     int64  // how often the predicate panicked, which counts as a no
	Panicked   string // what the first panic said
}

// Fault is what makes a search not to be believed, with the candidate at which it showed.
type Fault struct {
	Text      string
	Candidate *structure.Structure // nil: there was none

	vector []int32
	tail   *search.Tail // nil: it is not known
	hangs  bool
}

func (f *Fault) Error() string {
	if f.Candidate == nil {
		return f.Text
	}
	return f.Text + "\n  on " + f.Candidate.String()
}

// Found takes what a search finds.
type Found interface {
	// Structure takes a structure. An error ends the search.
	Structure(*structure.Structure) error
	// Progress takes how far the search is.
	Progress(candidates, found int64)
}

// Run makes a search. When the context ends it returns what was found until then, without an error.
func (p *Program) Run(ctx context.Context, s Search, to Found) (*Outcome, error) {
	if s.Parallel < 2 || s.Keep != nil || s.From != nil || s.First > 0 || s.Every {
		return p.runOne(ctx, s, to, 0, 1)
	}
	all, ctx := workers.New(ctx)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m := newMerging(to, s.Parallel)
	outcomes := make([]*Outcome, s.Parallel)
	errs := make([]error, s.Parallel)
	for i := range s.Parallel {
		all.Go(func() {
			defer m.end(i)
			if outcomes[i], errs[i] = p.runOne(ctx, s, &share{m, i, i}, i, s.Parallel); errs[i] != nil {
				stop()
			}
		})
	}
	all.Wait()
	if err := firstOf(errs); err != nil {
		return nil, err
	}
	return add(outcomes), nil
}

// runOne makes a search, or the parts of it that one of several processes makes.
func (p *Program) runOne(ctx context.Context, s Search, to Found, worker, among int) (*Outcome, error) {
	order := p.order(s)
	order.Worker, order.Workers = worker, among
	return p.make(ctx, s, order, to)
}

// order returns what the program is asked for.
func (p *Program) order(s Search) *search.Order {
	order := &search.Order{Space: s.Bounds.Space, Files: p.files, Count: s.Count, Fast: p.fast, Every: s.Every,
		First: s.First, Limit: s.Limit.Milliseconds(), Workers: 1}
	order.Subject = p.subject.key()
	if s.Subject != nil {
		order.Subject = s.Subject.key()
	}
	for _, one := range s.Inner {
		order.Inner = append(order.Inner, one.key())
	}
	if s.From != nil {
		order.Start, order.Found, order.Tried = s.From.Next, s.From.Found, s.From.Candidates
	}
	if s.Case != nil {
		order.Start, order.Only, order.Look = s.Case, true, s.Look
	}
	return order
}

// make has the program do what it is asked for.
func (p *Program) make(ctx context.Context, s Search, order *search.Order, to Found) (*Outcome, error) {
	order.Shared = filepath.Join(p.folder, fmt.Sprintf("vector%d", order.Worker))
	data, err := json.Marshal(order)
	if err != nil {
		return nil, err
	}
	stdin, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer tell.Close()
	out, write := io.Pipe()
	stderr := proc.NewCapture(maxOutput)
	env := s.Env
	if env == nil {
		env = os.Environ()
	}
	process, err := proc.Start(proc.Command{Path: p.path, Dir: p.subject.workFolder(), Env: env, Stdin: stdin,
		Stdout: write, Stderr: stderr, Guard: s.Guard})
	stdin.Close()
	if err != nil {
		return nil, err
	}
	go func() {
		<-process.Done()
		write.Close()
	}()
	if _, err := tell.Write(data); err != nil {
		process.Kill()
		return nil, fmt.Errorf("the search does not read what it is asked for: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { tell.Close() })
	defer stop()
	r := &reading{to: to, keep: s.Keep, near: p.subject.options.Dir + string(filepath.Separator)}
	err = r.read(out, tell)
	out.CloseWithError(io.ErrClosedPipe)
	if err != nil {
		process.Kill()
		return nil, err
	}
	<-process.Done()
	if r.done == nil {
		return nil, r.explain(process.Exit(), stderr.String(), order.Shared, s.Limit)
	}
	return outcomeOf(r.done), nil
}

// maxOutput is how many bytes are kept of what a program writes to its standard error.
const maxOutput = 1 << 16

// reading is the reading of what a search writes.
type reading struct {
	to     Found
	layout *search.Layout
	done   *search.Finished
	keep   io.Writer
	near   string // the folder to which names of files in messages are relative
}

// read reads lines to their end. The program is let go when it has written its last.
func (r *reading) read(from io.Reader, hold io.Closer) error {
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var l search.Line
		if err := json.Unmarshal(line, &l); err != nil {
			return fmt.Errorf("the search writes what is not of its protocol, as when the program writes to the standard "+
				"output: %q", strings.TrimSpace(string(line)))
		}
		if r.keep != nil && l.Fault == nil {
			if _, err := r.keep.Write(line); err != nil {
				return err
			}
		}
		if err := r.take(&l); err != nil {
			return err
		}
		if r.done != nil {
			hold.Close()
		}
	}
}

// take takes one line.
func (r *reading) take(l *search.Line) error {
	switch {
	case l.Layout != nil:
		r.layout = l.Layout
	case l.Found != nil:
		return r.to.Structure(structure.Decode(r.layout, l.Found))
	case l.Left != nil:
		if one, is := r.to.(*share); is {
			one.leave(*l.Left)
		}
	case l.Tried != nil:
		if one, is := r.to.(*testing); is {
			one.cases = append(one.cases, one.convert(l.Tried))
		}
	case l.Said != nil:
		if one, is := r.to.(*testing); is {
			one.hear(l.Said)
		}
	case l.Status != nil:
		r.to.Progress(l.Status.Candidates, l.Status.Found)
	case l.Fault != nil:
		f := &Fault{Text: strings.ReplaceAll(l.Fault.Text, r.near, "")}
		if l.Fault.Candidate != nil && r.layout != nil {
			f.Candidate = structure.Decode(r.layout, l.Fault.Candidate)
		}
		return f
	case l.Done != nil:
		r.done = l.Done
		if one, is := r.to.(*testing); is {
			one.bad, one.unsure = l.Done.Bad, l.Done.Unsure
		}
		r.done.Panicked = strings.ReplaceAll(r.done.Panicked, r.near, "")
	}
	return nil
}

// explain returns why a search ended without an end, and on which candidate.
func (r *reading) explain(exit proc.Exit, stderr, shared string, limit time.Duration) error {
	f := &Fault{}
	r.findCandidate(f, shared)
	what := "predicate"
	if f.tail != nil && f.tail.Phase == search.Calling {
		what = "method"
	}
	f.Text = fmt.Sprintf("the search %s", exit)
	switch {
	case exit.Code == search.ExitHangs:
		f.hangs = true
		f.Text = fmt.Sprintf("the %s does not return within %s, and reads nothing meanwhile", what, limit)
		if f.tail != nil && f.tail.Phase != search.Searching {
			f.Text = fmt.Sprintf("the %s does not return within %s", hanging[f.tail.Phase], limit)
		}
	case strings.Contains(stderr, "stack overflow") || strings.Contains(stderr, "stack exceeds"):
		f.Text = fmt.Sprintf("the %s calls itself for ever: the stack overflows", what)
	case f.tail != nil && f.tail.Phase == search.Calling && strings.TrimSpace(stderr) == "":
		f.Text = fmt.Sprintf("the method ends the process: it %s", exit)
	case strings.TrimSpace(stderr) != "":
		f.Text = fmt.Sprintf("the %s ends the process:\n", what) +
			strings.ReplaceAll(firstLines(strings.TrimSpace(stderr), shownLines), r.near, "")
	case exit.IsSuccess():
		f.Text = fmt.Sprintf("the %s ends the process", what)
	}
	return f
}

// hanging is what does not return in a phase of a case.
var hanging = map[int64]string{search.Calling: "method", search.Judging: "invariant or the condition after the call"}

// findCandidate finds the candidate that a process died of, and what it did.
func (r *reading) findCandidate(f *Fault, shared string) {
	data, err := os.ReadFile(shared)
	if err != nil || r.layout == nil {
		return
	}
	behind := 4 * search.TailAt(len(r.layout.Cells))
	if len(data) < behind {
		return
	}
	vector := make([]int32, len(r.layout.Cells))
	for i := range vector {
		vector[i] = int32(binary.NativeEndian.Uint32(data[4*i:]))
		if int(vector[i]) >= len(r.layout.Cells[i].Values) {
			return
		}
	}
	f.Candidate, f.vector = structure.Decode(r.layout, vector), vector
	tail := &search.Tail{}
	if err := binary.Read(bytes.NewReader(data[behind:]), binary.NativeEndian, tail); err == nil {
		f.tail = tail
	}
}

// shownLines is how many lines are shown of what a program that died wrote.
const shownLines = 12

func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}
