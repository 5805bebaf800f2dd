package coffee

import (
	"fmt"
	"os"
)

// Faults are machines with a fault each: simple machines but for it.
var Faults = map[string]func() Machine{
	"cheap":    func() Machine { return faulty(func(_ int, cents *int, i IO) { *cents += worth(i) % 10 }) },
	"worn":     func() Machine { return faulty(wornOut) },
	"chatty":   func() Machine { return faulty(func(_ int, _ *int, i IO) { fmt.Println("got a", i) }) },
	"jams":     func() Machine { return faulty(at(4, func() { select {} })) },
	"explodes": func() Machine { return faulty(at(4, func() { os.Exit(3) })) },
	"panics":   func() Machine { return faulty(at(37, func() { panic("out of water") })) },
}

// disturbed is a simple machine to which something happens before each input.
type disturbed struct {
	Simple
	steps  int
	happen func(step int, cents *int, i IO)
}

func faulty(happen func(step int, cents *int, i IO)) Machine { return &disturbed{happen: happen} }

// Apply takes an input.
func (d *disturbed) Apply(i IO) []IO {
	d.steps++
	d.happen(d.steps, &d.cents, i)
	return d.Simple.Apply(i)
}

// wornOut loses a coin of five cents after the sixth step.
func wornOut(step int, cents *int, i IO) {
	if step > 6 && i == Nickel && *cents == 0 {
		*cents = -5
	}
}

// at has something happen in one step.
func at(step int, happen func()) func(int, *int, IO) {
	return func(now int, _ *int, _ IO) {
		if now == step {
			happen()
		}
	}
}
