// Package depot keeps a stock of items and a till. It has four layers: the Store,
// the Till and the Journal; the Clerk, who refuses what cannot be had; the Trader,
// who moves pieces for coins, one for one; and the Desk, which takes what users ask
// for. Each knows those below it as functions.
package depot

import "errors"

// Item names a kind of pieces.
type Item string

// Event is what the journal keeps.
type Event string

// Ordered says that an order was carried out.
const Ordered Event = "ordered"

// The reasons for which nothing is moved.
var (
	ErrUnknown = errors.New("no such item")
	ErrShort   = errors.New("not enough pieces, or some left")
	ErrPoor    = errors.New("not enough coins")
	ErrLimited = errors.New("more than is given at once")
)

// Store knows how many pieces there are of each item.
type Store struct {
	stock map[Item]int
	fault Fault
}

// Put adds pieces of an item, which must be known.
func (s *Store) Put(item Item, n int) {
	if s.fault == "put-wfe" { // what was there is lost
		s.stock[item] = 0
	}
	s.stock[item] += n
}

// Take takes pieces of an item, of which there must be as many.
func (s *Store) Take(item Item, n int) {
	s.stock[item] -= n
	if s.fault == "take-wfe" && s.stock[item] == 0 { // the item is forgotten with its last piece
		delete(s.stock, item)
	}
}

// Add makes an item known, which must not be.
func (s *Store) Add(item Item) {
	if s.fault == "add-wfe" { // with a piece that is not there
		s.stock[item] = 1
		return
	}
	s.stock[item] = 0
}

// Drop forgets an item, which must be known and have no pieces.
func (s *Store) Drop(item Item) {
	if s.fault == "drop-wfe" { // only the last one is forgotten
		if len(s.stock) > 1 {
			return
		}
	}
	delete(s.stock, item)
}

// Till holds coins.
type Till struct {
	cash  int
	fault Fault
}

// Credit adds coins.
func (t *Till) Credit(sum int) {
	if t.fault == "credit-wfe" && t.cash > 0 { // what was there is lost
		t.cash = 0
	}
	t.cash += sum
}

// Debit takes coins, of which there must be as many.
func (t *Till) Debit(sum int) {
	if t.fault == "debit-wfe" && sum == t.cash { // the last coin stays
		return
	}
	t.cash -= sum
}

// Journal is what was done.
type Journal struct {
	events []Event
	fault  Fault
}

// Note adds an event.
func (j *Journal) Note(e Event) {
	if j.fault == "note-wfe" { // the last one alone is kept
		j.events = nil
	}
	j.events = append(j.events, e)
}
