package sut

import (
	"errors"
	"fmt"
)

// First returns what a function gives for the first of some values that it accepts: for which it neither fails nor
// panics. Where it accepts none, the error is that of the last one. A table makes an object so of a text of whose form
// only examples are known:
//
//	version, err := sut.First(version.NewVersion, "1.2", "1.2.3-beta")
func First[A, T any](give func(A) (T, error), values ...A) (made T, err error) {
	err = errors.New("sut.First has no value to try")
	for _, value := range values {
		if made, err = try(give, value); err == nil {
			break
		}
	}
	return made, err
}

// try returns what a function gives; that it panics is an error.
func try[A, T any](give func(A) (T, error), value A) (made T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return give(value)
}
