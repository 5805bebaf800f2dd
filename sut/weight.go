package sut

import "github.com/ttf-int/ttf-int/sut/wire"

// Upper bounds on the bytes that parts of a result take in a message: numbers, the tags
// of all fields, and the lengths of texts.
const (
	numberWeight = 10
	valueWeight  = 64
	callWeight   = 192
	resultWeight = 256
)

// weigh returns an upper bound on the number of bytes that a result takes in a message.
// It does not look at each number, as computing the exact size would.
func weigh(r *wire.Result) int {
	n := resultWeight + len(r.Message) + len(r.Stdout) + len(r.Stderr) + len(r.Stack) + weighValues(r.Got) +
		weighValues(r.Given)
	if s := r.Structures; s != nil {
		n += valueWeight + len(s.Before) + len(s.After)
	}
	for _, c := range r.Calls {
		n += callWeight + len(c.Message) + len(c.Unfit) + weighValues(c.Given) + weighValues(c.Got)
	}
	return n
}

func weighValues(list []*wire.Value) int {
	n := 0
	for _, v := range list {
		n += valueWeight + len(v.Text) + numberWeight*len(v.Ints) + weighValues(v.Elems)
		for _, name := range v.Names {
			n += numberWeight + len(name)
		}
	}
	return n
}
