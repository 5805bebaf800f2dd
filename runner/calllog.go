package runner

import (
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// keptCalls is how many calls of a case that runs alone are kept: as many as a
// program records by itself.
const keptCalls = 10_000

// callLog is what events and asks tell of the calls of a case. Of calls without
// end it keeps the first ones and those that are open.
type callLog struct {
	made int // how many calls were opened
	kept []*wire.Call
	at   map[uint64]int // where in kept a call is, by its id
	open []openCall     // in the order in which they were opened
}

// openCall is a call that has not returned, and when it was opened.
type openCall struct {
	call  *wire.Call
	since time.Duration // on the clock
}

// opened notes that a call was opened.
func (l *callLog) opened(c *wire.Call, now time.Duration) {
	l.made++
	l.open = append(l.open, openCall{c, now})
	if len(l.kept) == keptCalls {
		return
	}
	if l.at == nil {
		l.at = map[uint64]int{}
	}
	l.at[c.Id] = len(l.kept)
	l.kept = append(l.kept, c)
}

// closed notes that a call has returned. One that the program did not number is
// the last of those that are open.
func (l *callLog) closed(c *wire.Call) {
	for i, o := range slices.Backward(l.open) {
		if o.call.Id == c.Id {
			l.open = slices.Delete(l.open, i, i+1)
			break
		}
	}
	if i, ok := l.at[c.Id]; ok && c.Id != 0 {
		l.kept[i] = c
	}
}

// list returns the calls that were kept, and behind them those others that are
// open.
func (l *callLog) list() []*wire.Call {
	out := slices.Clone(l.kept)
	for _, o := range l.open {
		if i, ok := l.at[o.call.Id]; !ok || l.kept[i] != o.call {
			out = append(out, o.call)
		}
	}
	return out
}

// find returns the open call of an id, nil where there is none.
func (l *callLog) find(id uint64) *wire.Call {
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			return o.call
		}
	}
	return nil
}

// left returns the first calls of a list of open ones that are still open.
func (l *callLog) left(list []openCall) []openCall {
	still := make(map[*wire.Call]bool, len(l.open))
	for _, o := range l.open {
		still[o.call] = true
	}
	for len(list) > 0 && !still[list[len(list)-1].call] {
		list = list[:len(list)-1]
	}
	return list
}
