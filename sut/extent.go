package sut

import "fmt"

// elemBytes is the least number of bytes that an element takes in a message, where it is
// not an integer in the packed form, which takes one.
const elemBytes = 4

// extent is where in a value a part of it stands that is encoded, and how much has been
// encoded of the whole. A value that has one part in many places is small where it is
// held, and has no end where it is written: so what is too large for a message is refused
// before it is made. The zero value is that of a value as a whole.
type extent struct {
	depth int
	bytes *int // at least so many has the whole value so far; nil where nothing is counted
}

// within returns the extent of parts, whose values take so many bytes at least.
func (e extent) within(bytes int) (extent, error) {
	if e.depth > maxDepth {
		return e, fmt.Errorf("value nested deeper than %d: does it contain itself?", maxDepth)
	}
	if e.bytes == nil {
		e.bytes = new(int)
	}
	e.depth++
	return e, e.add(bytes)
}

// add counts bytes of a part that has no parts itself.
func (e extent) add(bytes int) error {
	if e.bytes != nil {
		*e.bytes += bytes
		bytes = *e.bytes
	}
	if bytes > maxMessage {
		return fmt.Errorf("it takes %d bytes or more, and a message has at most %d", bytes, maxMessage)
	}
	return nil
}
