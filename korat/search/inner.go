package search

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Inner is what came of the calls of one method within a failing call of another one, each judged by what is specified
// of it.
type Inner struct {
	Subject string `json:"subject"`
	Held    int    `json:"held,omitempty"`
	Broken  int    `json:"broken,omitempty"`
	Outside int    `json:"outside,omitempty"` // nothing is specified of them, or they are not judged
}

// Wrong is the first call within another one that did not do what is specified of it. Of calls within each other it is
// the innermost, which ends first.
type Wrong struct {
	Subject string  `json:"subject"`
	Kind    string  `json:"kind"`
	Text    string  `json:"text"`
	Before  *Layout `json:"before"`
	After   *Layout `json:"after"`
}

// listening is who listens to the calls of methods that are watched: functions of the subject's package in whose place
// others were put, to which nothing can be handed either.
var listening = &struct{ to atomic.Pointer[listener] }{}

// Watched is a method by which a call is judged, and a struct with the inputs of the call.
type Watched struct {
	Subject string
	In      unsafe.Pointer
}

// IsListening tells whether somebody listens to calls.
func IsListening() bool {
	l := listening.to.Load()
	return l != nil && !l.judging.Load()
}

// As returns a value as one of a type that it has, or the zero value of that.
func As[T any](v any) T {
	x, _ := v.(T)
	return x
}

// Enter notes a call.
func Enter(all ...Watched) *Call {
	l := listening.to.Load()
	if l == nil {
		return nil
	}
	c := &Call{to: l}
	l.judge(func() {
		l.engine.current.Add(1) // that it is listened to takes time, too
		if l.heard++; l.heard > maxHeard {
			return
		}
		for _, e := range all {
			if t := l.trials[e.Subject]; t != nil {
				c.parts = append(c.parts, newPart(t, e))
			}
		}
		l.open = append(l.open, c)
	})
	return c
}

// Call is a call that was entered.
type Call struct {
	to    *listener
	parts []*part
}

// Leave notes that a call has returned, with a struct of its results.
func (c *Call) Leave(out unsafe.Pointer) {
	if c == nil {
		return
	}
	c.to.judge(func() {
		c.to.open = slices.DeleteFunc(c.to.open, func(o *Call) bool { return o == c })
		c.to.end(c, out, nil)
	})
}

// part is a call as one method's specification sees it.
type part struct {
	Watched
	trial  *trial
	was    unsafe.Pointer
	held   []*Behaviour // none: nothing is specified of what it was called on
	album  *album
	before *Layout
}

// newPart returns a call that has just been entered.
func newPart(t *trial, e Watched) *part {
	p := &part{Watched: e, trial: t, album: newAlbum(t.own)}
	p.was, _ = replicate(e.In, t.root)
	p.before = p.album.take(e.In, t.root, nil, nil)
	if t.method.View == nil && t.ask("the invariant", func() string { return t.method.Invariant(p.was) }) == "" {
		p.held, _ = t.findBehaviours(p.was)
	}
	return p
}

// maxHeard is how many calls are judged of one that failed. Of those after them it is not known what they did.
const maxHeard = 10_000

// listener listens to the calls of some methods during a call of another one. Calls may come from several goroutines.
type listener struct {
	engine  *engine
	trials  map[string]*trial
	heard   int         // how many calls there were
	judging atomic.Bool // what is called to judge is not listened to
	mu      sync.Mutex
	open    []*Call // in the order in which they were entered
	found   map[string]*Inner
	wrong   *Wrong
}

// judge calls a function that changes what is known.
func (l *listener) judge(do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.judging.Store(true)
	defer l.judging.Store(false)
	do()
}

// end judges a call that has ended, with its results or with a panic.
func (l *listener) end(c *Call, out unsafe.Pointer, thrown *panicked) {
	for _, p := range c.parts {
		of := l.found[p.Subject]
		if len(p.held) == 0 {
			of.Outside++
			continue
		}
		results := p.trial.method.Results
		if thrown != nil {
			out, results = reflect.New(results).UnsafePointer(), nil
		}
		kind, text := p.trial.judge(p.held, p.was, p.In, out, thrown)
		if kind == "" {
			of.Held++
			continue
		}
		of.Broken++
		if l.wrong == nil {
			l.wrong = &Wrong{p.Subject, kind, text, p.before, p.album.take(p.In, p.trial.root, out, results)}
		}
	}
}

// list returns what came of the calls, those that have not returned being ended by a panic: the one of the call that
// was listened to, or nil where that has dealt with it.
func (l *listener) list(thrown *panicked) (all []*Inner, first *Wrong) {
	if thrown == nil {
		thrown = &panicked{"its caller recovers from it", ""}
	}
	l.judge(func() {
		for _, c := range slices.Backward(l.open) {
			l.end(c, nil, thrown)
		}
	})
	for _, t := range l.found {
		if l.heard > maxHeard {
			t.Outside++
		}
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Inner) int { return strings.Compare(a.Subject, b.Subject) })
	return all, l.wrong
}

// watchInner calls the method on a copy of an object once more, on which it has failed, and judges the calls of other
// methods that it makes, by what is specified of them. Where it does not fail in the same way again, they say nothing.
func (t *trial) watchInner(e *engine, one *Tried, held []*Behaviour, was unsafe.Pointer) {
	l := &listener{engine: e, trials: t.inner, found: map[string]*Inner{}}
	for name := range t.inner {
		l.found[name] = &Inner{Subject: name}
	}
	now, _ := replicate(was, t.root)
	out := reflect.New(t.method.Results).UnsafePointer()
	e.phase(Calling)
	listening.to.Store(l)
	p := t.call(now, out)
	listening.to.Store(nil)
	t.listened += 1 + min(l.heard, maxHeard)
	e.phase(Judging)
	if kind, text := t.judge(held, was, now, out, p); kind == one.Kind && text == one.Text {
		one.Inner, one.Wrong = l.list(p)
	}
}

// innerOf returns the trials of methods, by the names of their subjects.
func innerOf(subjects map[string]Subject, names []string) (map[string]*trial, error) {
	out := map[string]*trial{}
	for _, name := range names {
		s, is := subjects[name]
		if !is || s.Method == nil {
			return nil, fmt.Errorf("the program has no method %s to listen to", name)
		}
		out[name] = newTrial(s)
	}
	return out, nil
}
