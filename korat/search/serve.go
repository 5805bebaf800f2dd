package search

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"
)

// Order is what a search is asked for: one JSON document on the standard input. The search ends early
// when that is closed.
type Order struct {
	Subject string   `json:"subject"` // which of those that the program has
	Space   Space    `json:"space"`
	Files   []string `json:"files"` // the texts whose hooks must be there
	Count   bool     `json:"count"` // tell no structures
	Fast    bool     `json:"fast"`  // go on from snapshots of runs
	Every   bool     `json:"every"` // try every candidate: what was not read, and isomorphic ones
	First   int64    `json:"first"` // end with so many; 0: with all
	Start   []int32  `json:"start"` // the candidate to begin with; nil: the first
	Found   int64    `json:"found"` // how many were found before it
	Tried   int64    `json:"tried"`
	// Workers is how many processes make the search together, and Worker which of them this one is.
	Worker  int `json:"worker"`
	Workers int `json:"workers"`
	// Shared is a file that holds the candidate vector, for whoever looks when the process has died.
	Shared string `json:"shared"`
	Limit  int64  `json:"limit"` // how many milliseconds a run of the predicate, or a call, may take
	// Skip has the method not be called on the candidate to begin with; Only has nothing be tried behind it, and what
	// came of it be told whatever it is. Bad and Unsure are how many cases were so before it.
	Skip, Only  bool
	Look        bool // say what there is before the call, and do not call
	Bad, Unsure int64
	Inner       []string // the methods of which calls within a failing one are judged
}

// Line is one line of what a search writes.
type Line struct {
	Layout *Layout   `json:"layout,omitempty"`
	Found  []int32   `json:"found,omitempty"` // the candidate vector of a structure
	Left   *int      `json:"left,omitempty"`  // the part of a search made by several that is done with
	Tried  *Tried    `json:"tried,omitempty"`
	Said   *Said     `json:"said,omitempty"`
	Status *Status   `json:"status,omitempty"`
	Fault  *Fault    `json:"fault,omitempty"`
	Done   *Finished `json:"done,omitempty"`
}

// Status is how far a search is.
type Status struct {
	Candidates int64   `json:"candidates"`
	Found      int64   `json:"found"`
	Bad        int64   `json:"bad,omitempty"`    // cases of a method that failed
	Unsure     int64   `json:"unsure,omitempty"` // cases that are undecided
	Next       []int32 `json:"next,omitempty"`   // the candidate that comes next
}

// Fault is why a search cannot be believed, or cannot go on.
type Fault struct {
	Text      string  `json:"text"`
	Candidate []int32 `json:"candidate,omitempty"`
}

// Finished is what a search found out.
type Finished struct {
	Status
	Complete bool    `json:"complete"` // whether there are no more
	Panics   int64   `json:"panics,omitempty"`
	Panicked string  `json:"panicked,omitempty"`
	Seconds  float64 `json:"seconds"` // for the search alone
}

// maxStack is how many bytes of stack the predicate may take: one that calls itself for ever takes no more time, and
// memory, than that.
const maxStack = 64 << 20

// gcPercent lets garbage grow to some tens of megabytes: a search makes much of it, and keeps little.
const gcPercent = 1600

// statusTime is how often a search says how far it is.
const statusTime = 100 * time.Millisecond

// statusEvery is after how many candidates it looks at the time.
const statusEvery = 256

// server writes what a search finds.
type server struct {
	order  Order
	out    *bufio.Writer
	line   []byte
	ended  atomic.Bool // whether it was told to end
	engine *engine
	trial  *trial        // nil: no method is called
	gone   chan struct{} // closed when nobody waits for more
}

// Serve makes the search that the standard input asks for, and returns the exit code.
func Serve(subjects map[string]Subject) int {
	debug.SetMaxStack(maxStack)
	debug.SetGCPercent(gcPercent)
	s := &server{out: bufio.NewWriterSize(os.Stdout, 1<<16), gone: make(chan struct{})}
	os.Stdout = os.Stderr // what the predicate prints is not of the protocol
	in := json.NewDecoder(os.Stdin)
	if err := in.Decode(&s.order); err != nil {
		fmt.Fprintln(os.Stderr, "the order of the search cannot be read:", err)
		return 3
	}
	subject := subjects[s.order.Subject]
	go func() {
		io.Copy(io.Discard, os.Stdin)
		s.ended.Store(true)
		close(s.gone)
	}()
	err := s.serve(subject, subjects)
	if flushed := s.out.Flush(); err == nil && flushed == nil {
		<-s.gone
		return 0
	}
	return 1
}

// serve makes the search. What goes wrong is told as a fault.
func (s *server) serve(subject Subject, subjects map[string]Subject) error {
	for _, name := range s.order.Files {
		if !compiled[name] {
			return s.fail(fmt.Errorf("the hooks of %s were not compiled, so that what it reads would not be seen", name), nil)
		}
	}
	e, err := newEngine(&s.order.Space, subject, s.order.Shared)
	if err != nil {
		return s.fail(err, nil)
	}
	s.engine, e.check = e, subject.Check
	e.exhaustive = s.order.Every
	e.candidates, e.found = s.order.Tried, s.order.Found
	if m := subject.Method; m != nil {
		s.trial = newTrial(subject)
		if s.trial.inner, err = innerOf(subjects, s.order.Inner); err != nil {
			return s.fail(err, nil)
		}
		e.tail.Bad, e.tail.Unsure = s.order.Bad, s.order.Unsure
	}
	s.write(Line{Layout: e.layout()})
	e.activate()
	s.out.Flush()
	go e.guard(time.Duration(s.order.Limit) * time.Millisecond)
	if err := s.findApart(subject); err != nil {
		return err
	}
	if s.order.Start != nil {
		if err := e.begin(s.order.Start); err != nil {
			return s.fail(err, nil)
		}
		for _, a := range e.apart {
			a.begin = valuesOf(e, a.cells)
		}
	}
	if s.order.Fast && !s.order.Every && subject.Resume != nil {
		e.beginFast(subject.Resume)
	}
	s.out.Flush()
	return s.search()
}

// begin makes a vector the first candidate. Values that are left out at its end are the first ones.
func (e *engine) begin(vector []int32) error {
	if len(vector) > len(e.vector) {
		return fmt.Errorf("the candidate to begin with has %d values, expected at most %d", len(vector), len(e.vector))
	}
	for c, v := range vector {
		if v < 0 || int(v) >= len(e.cells[c].values) {
			return fmt.Errorf("the candidate to begin with has value %d where there are %d", v, len(e.cells[c].values))
		}
		e.put(int32(c), v)
	}
	return nil
}

// search goes through the candidates.
func (s *server) search() error {
	e := s.engine
	begin := time.Now()
	told, looked, complete := begin, int64(0), false
	parts, err := e.divide(s.order.Worker, s.order.Workers)
	if err != nil {
		return s.fail(err, e.vector)
	}
	for changed := -1; ; {
		if changed, err = s.step(parts, changed); err != nil {
			return s.fail(err, e.vector)
		}
		if complete = changed < 0; complete || s.ended.Load() || s.isEnough() {
			break
		}
		if e.candidates-looked >= statusEvery && time.Since(told) > statusTime {
			told = time.Now()
			s.write(Line{Status: &Status{e.candidates, e.found, e.tail.Bad, e.tail.Unsure, e.vector}})
			s.out.Flush()
		}
		if e.candidates-looked >= statusEvery {
			looked = e.candidates
		}
	}
	if vector, err := recall(e); err != nil {
		return s.fail(err, vector)
	}
	d := &Finished{Complete: complete, Panics: e.panics, Panicked: e.panicked, Seconds: time.Since(begin).Seconds()}
	d.Candidates, d.Found, d.Bad, d.Unsure = e.candidates, e.found, e.tail.Bad, e.tail.Unsure
	if !complete && parts.workers == 1 {
		d.Next = e.vector
	}
	s.write(Line{Done: d})
	return nil
}

// step deals with the candidate in which a place of the field-ordering has changed, or with several from it on, and
// goes on to the next. It returns the place in which that differs, or -1 at the end.
func (s *server) step(p *parts, changed int) (int, error) {
	e := s.engine
	if e.fast != nil {
		e.fast.allow(s.order.Count && s.order.First == 0, p)
	}
	accepted, err := e.judge(changed)
	if err == nil && e.fast != nil && e.fast.ahead {
		s.leave(p, e.fast.changed)
		return e.fast.changed, nil
	}
	if s.order.Only && accepted {
		accepted = s.accepts()
	}
	if err == nil && !p.isOurs() {
		return e.skip(p, accepted), nil
	}
	if err == nil && e.isSampled(accepted) {
		err = e.shake(accepted)
	}
	if err != nil {
		return 0, err
	}
	remember(e, accepted)
	e.candidates++
	if accepted {
		e.touch()
		if e.isNew() {
			s.take(0)
		}
	}
	if e.exhaustive {
		for c := range e.cells {
			e.note(int32(c))
		}
	}
	changed = e.next()
	s.leave(p, changed)
	return changed, nil
}

// isEnough tells whether no more is wanted.
func (s *server) isEnough() bool {
	return s.order.Only || s.order.First > 0 && s.engine.found >= s.order.First
}

// test calls the method on the candidate, and tells what came of it where it is to be shown.
func (s *server) test() {
	if s.trial == nil {
		return
	}
	e := s.engine
	t := e.tail
	t.Candidates, t.Found = e.candidates, e.found
	if s.order.Skip {
		s.order.Skip = false
		return
	}
	if s.trial.method.View != nil {
		s.write(Line{Said: s.trial.say(e, s.order.Look)})
		s.out.Flush() // the next call may end the process
		if !s.order.Only || s.order.Look {
			return
		}
	}
	one := s.trial.run(e, s.order.Only)
	switch one.Came {
	case Broken:
		t.Bad++
	case Contradicts:
		t.Unsure++
	}
	if one.After != nil {
		s.write(Line{Tried: one})
		s.out.Flush()
	}
}

// leave notes that the search goes on in another part, where it does.
func (s *server) leave(p *parts, changed int) {
	if changed >= p.depth {
		return
	}
	if p.workers > 1 && !s.order.Count {
		s.write(Line{Left: &p.current})
	}
	p.current++
}

// tell writes the candidate that was accepted.
func (s *server) tell() {
	if s.order.Count || s.trial != nil {
		return
	}
	s.line = append(s.line[:0], `{"found":[`...)
	for i, v := range s.engine.vector {
		if i > 0 {
			s.line = append(s.line, ',')
		}
		s.line = strconv.AppendInt(s.line, int64(v), 10)
	}
	s.line = append(s.line, "]}\n"...)
	s.out.Write(s.line)
}

// fail writes a fault, and returns it.
func (s *server) fail(err error, candidate []int32) error {
	s.write(Line{Fault: &Fault{Text: err.Error(), Candidate: candidate}})
	return err
}

func (s *server) write(l Line) {
	data, err := json.Marshal(l)
	if err != nil {
		panic(err) // nothing in a line fails
	}
	s.out.Write(append(data, '\n'))
}

// guard ends runs of the predicate that take longer than the limit: hooks see to it that they do,
// and where the predicate reads nothing any more the process ends.
func (e *engine) guard(limit time.Duration) {
	const looks = 4
	for last := int64(-1); limit > 0; {
		time.Sleep(limit / looks)
		now := e.current.Load()
		if now != last {
			last = now
			continue
		}
		time.Sleep(limit - limit/looks)
		if e.current.Load() != now || e.candidates < 0 {
			continue
		}
		if atomic.LoadInt64(&e.tail.Phase) != Searching {
			os.Exit(ExitHangs)
		}
		e.interrupt(fmt.Sprintf("the predicate does not return within %s", limit))
		time.Sleep(limit)
		if e.current.Load() == now {
			os.Exit(ExitHangs)
		}
	}
}

// ExitHangs is the exit code of a search whose predicate neither returns nor reads anything.
const ExitHangs = 9

// interrupt has the run that is under way end at its next read.
func (e *engine) interrupt(why string) {
	e.stopped = why
	watch(e, make([]byte, len(e.marks)))
}
