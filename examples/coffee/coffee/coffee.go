// Package coffee has coffee machines, and a vending machine that is hit at times. All are
// black boxes: inputs go in, and what comes out is all that there is to see.
package coffee

// IO is what goes into a coffee machine, and what comes out of it.
type IO string

// The coins, and the button or the drink.
const (
	Nickel IO = "nickel"
	Dime   IO = "dime"
	Coffee IO = "coffee"
)

// Machine is a coffee machine.
type Machine interface {
	// Apply takes a coin, or the press of the button, and returns what comes out.
	Apply(IO) []IO
}

// worth returns the cents that an input is worth.
func worth(i IO) int {
	switch i {
	case Nickel:
		return 5
	case Dime:
		return 10
	}
	return 0
}

// Simple ignores whatever would make its credit more than ten cents, and keeps the coin.
type Simple struct{ cents int }

// Apply takes an input.
func (m *Simple) Apply(i IO) []IO {
	if i == Coffee && m.cents == 10 {
		m.cents = 0
		return []IO{Coffee}
	}
	if m.cents+worth(i) <= 10 {
		m.cents += worth(i)
	}
	return nil
}

// Refunding returns what is more than ten cents.
type Refunding struct{ cents int }

// Apply takes an input.
func (m *Refunding) Apply(i IO) []IO {
	if i == Coffee && m.cents == 10 {
		m.cents = 0
		return []IO{Coffee}
	}
	m.cents += worth(i)
	var back []IO
	switch m.cents - 10 {
	case 5:
		back = []IO{Nickel}
	case 10:
		back = []IO{Dime}
	}
	m.cents = min(m.cents, 10)
	return back
}

// Remembering counts all that it was given.
type Remembering struct{ cents int }

// Apply takes an input.
func (m *Remembering) Apply(i IO) []IO {
	if i == Coffee && m.cents >= 10 {
		m.cents -= 10
		return []IO{Coffee}
	}
	m.cents += worth(i)
	return nil
}
