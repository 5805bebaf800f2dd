//go:build !unix

package search

import "unsafe"

// share returns a vector of so many numbers. Nobody sees it when the process has died.
func share(_ string, n int) ([]int32, error) {
	words := make([]int64, (n+1)/2) // what is behind the vector is made of these
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(words))), n), nil
}
