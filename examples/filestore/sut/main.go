//go:build underTest

// Command sut serves the file store to ttf-int. FILESTORE_FAULT gives it a
// fault: see store.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/filestore/store"
)

func main() { store.Serve(store.Fault(os.Getenv("FILESTORE_FAULT"))) }
