//go:build !unix

package proc

import "os"

// canRead tells whether there is something in a pipe, as far as that is known: here nothing is.
func canRead(*os.File) bool { return false }
