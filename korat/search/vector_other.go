//go:build !unix

package search

// share returns a vector of so many numbers. Nobody sees it when the process has died.
func share(_ string, n int) ([]int32, error) { return make([]int32, n), nil }
