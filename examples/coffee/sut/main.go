//go:build underTest

// Command sut serves the coffee machines to ttf-int. COFFEE_MACHINE says which machine is
// in the boxes, and VENDING_MACHINE in which mood the vending machine is: see
// coffee.Serve and coffee.Mood.
package main

import (
	"fmt"
	"os"

	"github.com/ttf-int/ttf-int/examples/coffee/coffee"
)

func main() {
	if err := coffee.Serve(os.Getenv("COFFEE_MACHINE"), os.Getenv("VENDING_MACHINE")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
