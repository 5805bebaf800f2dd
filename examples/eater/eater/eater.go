// Package eater is the case of Tyler and Soundarajan, Black-box Testing of
// Grey-box Behavior: a template method, PigOut, and the hooks that it calls,
// which a derived type enriches.
package eater

// Habits are the hooks that PigOut calls.
type Habits interface {
	EatDonuts(n int)
	EatBurgers(n int)
}

// Eater counts the calories that it eats.
type Eater struct {
	Eaten  int
	Habits Habits
	fault  Fault
}

// New returns an eater with one fault, or none.
func New(fault Fault) *Eater {
	e := &Eater{fault: fault}
	e.Habits = e
	return e
}

// EatDonuts eats n donuts.
func (e *Eater) EatDonuts(n int) {
	if e.fault == DonutsAreLight {
		n--
	}
	e.Eaten += 200 * n
}

// EatBurgers eats n burgers.
func (e *Eater) EatBurgers(n int) { e.Eaten += 400 * n }

// PigOut eats 1,200 calories: two donuts and two burgers.
func (e *Eater) PigOut() {
	switch e.fault {
	case PigOutSwaps:
		e.Habits.EatBurgers(1)
		e.Habits.EatDonuts(4)
	case PigOutReverses:
		e.Habits.EatBurgers(2)
		e.Habits.EatDonuts(2)
	case PigOutCheats:
		e.Eaten += 1200
	case PigOutTastes:
		e.Habits.EatDonuts(0)
		e.Habits.EatBurgers(3)
	case PigOutNibbles:
		e.Habits.EatDonuts(2)
		e.Habits.EatBurgers(1)
		e.Habits.EatBurgers(1)
	default:
		e.Habits.EatDonuts(2)
		e.Habits.EatBurgers(2)
	}
}

// Jogger is an eater that burns some of it.
type Jogger struct {
	Eater
	Burned int
	OnJog  func() // what Train calls for each round
}

// NewJogger returns a jogger with one fault, or none.
func NewJogger(fault Fault) *Jogger {
	j := &Jogger{Eater: Eater{fault: fault}}
	j.Habits, j.OnJog = j, j.Jog
	return j
}

// Jog burns 500 calories.
func (j *Jogger) Jog() { j.Burned += 500 }

// Train jogs some rounds.
func (j *Jogger) Train(rounds int) {
	if j.fault == TrainSkips && rounds > 1 {
		j.Burned += 500
		rounds--
	}
	for range rounds {
		j.OnJog()
	}
}

// EatDonuts eats n donuts, which takes some effort.
func (j *Jogger) EatDonuts(n int) {
	j.Eater.EatDonuts(n)
	j.Burned += 5 * n
}

// EatBurgers eats n burgers, which takes more.
func (j *Jogger) EatBurgers(n int) {
	j.Eater.EatBurgers(n)
	if j.fault == BurgersAreLight {
		n--
	}
	j.Burned += 15 * n
}

// Fault is a mistake that the program can be made to have, to see what ttf-int
// says about it.
type Fault string

// The faults. Those of PigOut without a note eat 1,200 calories all the same.
const (
	NoFault         Fault = ""
	PigOutSwaps     Fault = "pig-out-swaps"     // Tyler and Soundarajan's: one burger and four donuts
	PigOutReverses  Fault = "pig-out-reverses"  // the burgers before the donuts
	PigOutCheats    Fault = "pig-out-cheats"    // it calls nothing
	PigOutTastes    Fault = "pig-out-tastes"    // no donut, though donuts are eaten by one or more
	PigOutNibbles   Fault = "pig-out-nibbles"   // the burgers one by one
	DonutsAreLight  Fault = "donuts-are-light"  // a donut has no calories
	TrainSkips      Fault = "train-skips"       // one round is not jogged, but counted
	BurgersAreLight Fault = "burgers-are-light" // a jogger burns nothing for one of its burgers
)
