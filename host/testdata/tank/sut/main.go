// Command sut serves tanks, of which one can be drained into another.
package main

import (
	"os"
	"time"

	"github.com/ttf-int/ttf-int/sut"
)

type tank struct {
	level    int
	noteWith func(int)
	// left lets a goroutine go on that a unit has left behind, and done says that it
	// has ended.
	left, done chan bool
}

func newTank() *tank { return &tank{noteWith: func(int) {}} }

// add notes what is more than a hundred.
func (t *tank) add(x int) {
	if x > 100 {
		t.noteWith(x)
	}
	t.level += x
}

func (t *tank) show() int { return t.level }

// drain empties another tank into this one.
func (t *tank) drain(other *tank) {
	t.add(other.level)
	other.level = 0
}

// copy returns a new tank with the same level; of an empty one itself, and below zero
// none.
func (t *tank) copy() *tank {
	switch {
	case t.level < 0:
		return nil
	case t.level == 0:
		return t
	}
	other := newTank()
	other.level = t.level
	return other
}

func (t *tank) fail(how int) {
	switch how {
	case 1:
		panic("it bursts")
	case 2:
		time.Sleep(time.Hour)
	case 3:
		os.Exit(7)
	case 4: // a call that comes when the level is set the next time
		t.left, t.done = make(chan bool), make(chan bool)
		go func() {
			<-t.left
			t.noteWith(4)
			close(t.done)
		}()
	}
}

// set sets the level, and notes it where something was left behind, which it lets go on.
func (t *tank) set(level int) {
	t.level = level
	if t.left != nil {
		t.noteWith(level)
		close(t.left)
		<-t.done
		t.left = nil
	}
}

func main() {
	sut.Serve(sut.Program[tank]{
		New:   newTank,
		State: []sut.Var[tank]{sut.Property("n", (*tank).show, (*tank).set)},
		Units: []sut.Unit[tank]{
			{Name: "add", Func: (*tank).add, Params: sut.Names{"x?"}},
			{Name: "level", Func: (*tank).show, Results: sut.Names{"r!"}},
			{Name: "drain", Func: (*tank).drain, Params: sut.Names{"other?"}},
			{Name: "copy", Func: (*tank).copy, Results: sut.Names{"c!"}},
			{Name: "fail", Func: (*tank).fail, Params: sut.Names{"how?"}},
			{Name: "note", Params: sut.Names{"m?"}},
		},
		Seams: []sut.Seam[tank]{sut.Hook("add", "note", func(t *tank) *func(int) { return &t.noteWith })},
	})
}
