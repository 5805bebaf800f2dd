package search

import (
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"
)

// Method is a method that is called on every structure that is found: the root object has a field for its receiver,
// and one for each parameter. Its functions are handed the root object, and a struct with a field for each result.
type Method struct {
	Results reflect.Type
	Call    func(in, out unsafe.Pointer)
	Error   func(out unsafe.Pointer) error // nil: it returns no error
	// Invariant says what is wrong with the objects that there are after the call; "": nothing.
	Invariant  func(in unsafe.Pointer) string
	Behaviours []Behaviour
	// View returns what functions say of the receiver, for a specification that is judged elsewhere; nil: it is judged
	// by the behaviours.
	View func(in unsafe.Pointer) []any
}

// Behaviour is one way in which a method may behave (section 4 of the paper): when, and what holds then.
type Behaviour struct {
	Kind string // Returns, Panics or Fails
	Name string // of what says when; "": whenever no other does
	When func(in unsafe.Pointer) bool
	// Ensures says what is wrong; "": nothing. It is nil where nothing is demanded.
	Ensures func(before, after, out unsafe.Pointer, panicked any) string
}

// The kinds of behaviours.
const (
	Returns = "returns"
	Panics  = "panics"
	Fails   = "fails" // it returns an error
)

// The kinds of what comes of a case.
const (
	Held        = "pass"
	Broken      = "fail"
	Crashed     = "error"
	Contradicts = "undecided" // the specification demands what cannot be
)

// Tried is what came of one case.
type Tried struct {
	Case   []int32 `json:"case"` // the candidate vector
	Came   string  `json:"came"`
	Kind   string  `json:"kind,omitempty"` // what is wrong, in a word: failures of a kind are counted together
	Text   string  `json:"text,omitempty"`
	Before *Layout `json:"before,omitempty"`
	After  *Layout `json:"after,omitempty"`
	Size   int     `json:"size"` // how many values there are before
	// Inner is what came of calls of other methods within a call that failed, and Wrong the first of them that did not
	// do what is specified of it.
	Inner []*Inner `json:"inner,omitempty"`
	Wrong *Wrong   `json:"wrong,omitempty"`
}

// Tail is behind the candidate vector, in the memory that is shared: what was done when the process died.
type Tail struct {
	Phase                          int64
	Candidates, Found, Bad, Unsure int64
}

// The phases of a case.
const (
	Searching int64 = iota
	Calling         // the method is at work
	Judging         // what it has done is judged
)

// bestOf is how many of the smallest failures of each kind are told.
const bestOf = 3

// maxListened bounds how many failing calls, and calls of other methods within these, are judged: with as many, which
// takes seconds, no further failing call is made again.
const maxListened = 200_000

// trial calls a method on structures.
type trial struct {
	method   *Method
	root     reflect.Type
	own      string
	sizes    map[string][]int // the sizes of the smallest failures, by kind
	said     map[string]*known
	inner    map[string]*trial // of the methods whose calls within a failing one are judged
	listened int               // how many failing calls, and calls within these, there were
}

func newTrial(s Subject) *trial {
	return &trial{method: s.Method, root: s.Root, own: s.Root.PkgPath(), sizes: map[string][]int{}}
}

// phase notes what is done, for whoever looks when the process has died, and begins its time.
func (e *engine) phase(p int64) {
	e.current.Add(1)
	atomic.StoreInt64(&e.tail.Phase, p)
}

// run calls the method on the candidate, which was accepted, and returns what came of it: with pictures where it
// is among the smallest of its kind, or where all are wanted.
func (t *trial) run(e *engine, all bool) *Tried {
	e.usedSets, e.usedScratch = 0, len(e.scratch) // what a method makes is its own
	was, _ := replicate(e.rootObject(), t.root)
	now, how := replicate(was, t.root)
	out := reflect.New(t.method.Results).UnsafePointer()
	one := &Tried{Came: Held}
	var p *panicked
	e.phase(Judging)
	held, wrong := t.findBehaviours(was)
	if wrong != "" {
		one.Came, one.Kind, one.Text = Contradicts, wrong, wrong
	} else {
		e.phase(Calling)
		p = t.call(now, out)
		e.phase(Judging)
		if one.Kind, one.Text = t.judge(held, was, now, out, p); one.Kind != "" {
			one.Came = Broken
		}
	}
	if one.Came == Broken && len(t.inner) > 0 && t.listened < maxListened {
		t.watchInner(e, one, held, was)
	}
	e.phase(Searching)
	if one.Came == Held && !all {
		return one
	}
	a := newAlbum(t.own)
	before := a.take(was, t.root, nil, nil)
	one.Size, one.Case = a.size, slices.Clone(e.vector)
	if all || t.isAmongSmallest(one) {
		a.move(how)
		results := t.method.Results
		if p != nil {
			results = nil // there are none
		}
		one.Before, one.After = before, a.take(now, t.root, out, results)
	}
	return one
}

// isAmongSmallest tells whether a failure is among the smallest of its kind so far.
func (t *trial) isAmongSmallest(one *Tried) bool {
	kind := one.Kind
	if one.Wrong != nil {
		kind += " within " + one.Wrong.Subject
	}
	sizes := t.sizes[kind]
	n, _ := slices.BinarySearch(sizes, one.Size+1) // behind those that are as small
	if n == bestOf {
		return false
	}
	sizes = slices.Insert(sizes, n, one.Size)
	t.sizes[kind] = sizes[:min(len(sizes), bestOf)]
	return true
}

// findBehaviours returns the behaviours whose condition holds on an object, or what is wrong with them.
func (t *trial) findBehaviours(was unsafe.Pointer) (held []*Behaviour, wrong string) {
	about := ""
	defer func() {
		if p := recover(); p != nil {
			held, wrong = nil, fmt.Sprintf("%s panics: %v%s", about, p, placeOfPanic())
		}
	}()
	var otherwise *Behaviour
	for i := range t.method.Behaviours {
		b := &t.method.Behaviours[i]
		about = b.Name
		if b.When == nil {
			otherwise = b
		} else if b.When(was) {
			held = append(held, b)
		}
	}
	if otherwise != nil && len(held) == 0 {
		held = append(held, otherwise)
	}
	for _, b := range held {
		if b.Kind != held[0].Kind {
			return nil, fmt.Sprintf("%s and %s both hold, so that it has to %s and to %s", held[0].Name, b.Name,
				demands[held[0].Kind], demands[b.Kind])
		}
	}
	return held, ""
}

// demands are the words for what a behaviour demands.
var demands = map[string]string{Returns: "return", Panics: "panic", Fails: "return an error"}

// panicked is a panic of the method.
type panicked struct {
	value any
	place string
}

// call calls the method.
func (t *trial) call(now, out unsafe.Pointer) (p *panicked) {
	done := false
	defer func() {
		if v := recover(); v != nil || !done {
			p = &panicked{v, placeOfPanic()}
		}
	}()
	t.method.Call(now, out)
	done = true
	return nil
}

// judge returns what is wrong with what a call has done: in a word, and in full.
func (t *trial) judge(held []*Behaviour, was, now, out unsafe.Pointer, p *panicked) (kind, text string) {
	var err error
	if p == nil && t.method.Error != nil {
		err = t.method.Error(out)
	}
	did := Returns
	switch {
	case p != nil:
		did = Panics
	case err != nil && t.demandsErrors():
		did = Fails
	}
	if b := held[0]; b.Kind != did {
		return t.explain(b, did, err, p)
	}
	if wrong := t.ask("the invariant", func() string { return t.method.Invariant(now) }); wrong != "" {
		return "invariant", wrong
	}
	for _, b := range held {
		if b.Ensures == nil {
			continue
		}
		var value any
		if p != nil {
			value = p.value
		}
		if wrong := t.ask("what it ensures", func() string { return b.Ensures(was, now, out, value) }); wrong != "" {
			return "ensures", wrong
		}
	}
	return "", ""
}

// demandsErrors tells whether a behaviour says when the method returns an error.
func (t *trial) demandsErrors() bool {
	return slices.ContainsFunc(t.method.Behaviours, func(b Behaviour) bool { return b.Kind == Fails })
}

// explain says that a method did not do what a behaviour demands.
func (t *trial) explain(b *Behaviour, did string, err error, p *panicked) (kind, text string) {
	since := ""
	if b.When != nil {
		since = ", though " + b.Name + " holds"
	}
	switch did {
	case Panics:
		return "panic", fmt.Sprintf("it panics: %v%s%s", p.value, p.place, since)
	case Fails:
		return "error", fmt.Sprintf("it returns the error %q%s", textOf(err), since)
	}
	return "does not", fmt.Sprintf("it does not %s%s", demands[b.Kind], since)
}

// ask asks a condition, whose panic is an answer too.
func (t *trial) ask(about string, f func() string) (wrong string) {
	defer func() {
		if p := recover(); p != nil {
			wrong = fmt.Sprintf("%s panics: %v%s", about, p, placeOfPanic())
		}
	}()
	return f()
}
