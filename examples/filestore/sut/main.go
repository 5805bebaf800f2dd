//go:build underTest

// Command sut serves the file store to ttf-int. FILESTORE_FAULT gives it a fault: see
// store.Fault.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/ttf-int/ttf-int/examples/filestore/store"
)

func main() {
	fault := store.Fault(os.Getenv("FILESTORE_FAULT"))
	if fault != "" && !slices.Contains(store.Faults(), fault) {
		fmt.Fprintf(os.Stderr, "there is no fault %q\n", fault)
		os.Exit(2)
	}
	store.Serve(fault)
}
