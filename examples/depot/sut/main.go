//go:build underTest

// Command sut serves the depot to ttf-int. DEPOT_FAULT gives it a fault: see
// depot.Fault.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/ttf-int/ttf-int/examples/depot/depot"
)

func main() {
	fault := depot.Fault(os.Getenv("DEPOT_FAULT"))
	if fault != "" && !slices.Contains(depot.Faults(), fault) {
		fmt.Fprintf(os.Stderr, "there is no fault %q\n", fault)
		os.Exit(2)
	}
	depot.Serve(fault)
}
