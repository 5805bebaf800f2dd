package smt

import (
	"fmt"
	"strings"
)

// Program describes a program that speaks SMT-LIB 2.
type Program struct {
	Name string // the name of the back end, and of the file in PATH
	// Arguments make the program read commands from its input.
	Arguments []string
	// StepUnits is one step of the budget in the program's own measure of resources. It
	// is about the work of one choice of the embedded solver.
	StepUnits int64
	// Sums tells whether the program can minimise sums well. A program for which that
	// takes much longer than finding a model is asked for small numbers instead.
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
