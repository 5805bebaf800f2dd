package smt

import (
	"fmt"
	"strings"
)

// Program is a program that speaks SMT-LIB 2, with what is particular about it.
type Program struct {
	Name string // of the back end, and of the file that is looked up in the PATH
	// Arguments are those under which it reads commands from its input.
	Arguments []string
	// StepUnits is what a step of the budget is in the program's own measure of
	// resources: about the work that one choice of the embedded solver takes.
	StepUnits int64
	// Sums tells whether the program is good at making sums small. One that takes far
	// longer for it than for finding a model is asked for one whose numbers are small.
	Sums bool
}

// Programs are the programs that can be asked, in the order in which a portfolio
// asks them.
var Programs = []Program{
	{Name: "cvc5", Arguments: []string{"--lang=smt2", "--incremental", "-q"}, StepUnits: 2},
	{Name: "z3", Arguments: []string{"-in", "-smt2"}, StepUnits: 15, Sums: true},
}

// programNamed returns the program of a name.
func programNamed(name string) (Program, error) {
	var names []string
	for _, p := range Programs {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Program{}, fmt.Errorf("there is no program %q: expected one of %s", name, strings.Join(names, ", "))
}
