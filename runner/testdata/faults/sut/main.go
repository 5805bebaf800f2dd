// Command sut serves classes with faults, of which FAULT names one.
package main

import (
	"errors"
	"os"

	"github.com/ttf-int/ttf-int/sut"
)

var fault = os.Getenv("FAULT")

// has tells whether the program has a fault.
func has(name string) bool { return fault == name }

// errNone is the error of operations that were used where they have no value.
var errNone = errors.New("it has no value")

func main() {
	sut.Serve(sut.Program[struct{}]{Classes: sut.Classes{
		sut.Class[Stack]{Create: func() *Stack { return &Stack{} }},
		sut.Class[Buffer]{Create: newBuffer},
		sut.Class[Group]{Create: func() *Group { return &Group{} }},
		sut.Class[Chained]{Create: func() *Chained { return &Chained{cells: map[int]*cell{}} }},
		sut.Class[Symbols]{Create: func() *Symbols { return &Symbols{blocks: []map[string]int{{}}} }},
		sut.Class[Text]{Create: func() *Text { return &Text{} }},
		sut.Class[Bank]{Create: func() *Bank { return &Bank{accounts: map[string]int{}} }},
	}})
}
