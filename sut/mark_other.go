//go:build !unix

package sut

import "os"

// mapMark returns nil: the file is not written here.
func mapMark(*os.File) []byte { return nil }
