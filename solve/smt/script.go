package smt

import (
	"fmt"
	"strings"
)

// script writes commands.
type script struct {
	strings.Builder
	names map[*node]string
}

// begin writes the options of a problem. Resources are counted, not timed, so
// that the answer is the same on every machine.
func (s *script) begin(program Program, steps int64) {
	s.WriteString("(reset)\n(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n")
	fmt.Fprintf(s, "(set-option :reproducible-resource-limit %d)\n", steps*program.StepUnits)
	s.WriteString("(set-logic ALL)\n")
}

// declare declares the variables, and names the nodes that are used more than
// once.
func (s *script) declare(t *formulas, roots []*node) {
	for _, v := range t.vars {
		fmt.Fprintf(s, "(declare-const %s %s)\n", v.name, v.sort())
	}
	s.names = map[*node]string{}
	uses := map[*node]int{}
	var order []*node
	var visit func(n *node)
	visit = func(n *node) {
		if len(n.args) == 0 {
			return
		}
		if uses[n]++; uses[n] > 1 {
			return
		}
		for _, a := range n.args {
			visit(a)
		}
		order = append(order, n)
	}
	for _, r := range roots {
		visit(r)
	}
	for _, n := range order {
		if uses[n] < 2 {
			continue
		}
		name := fmt.Sprintf("n%d", n.id)
		fmt.Fprintf(s, "(define-fun %s () %s ", name, n.sort())
		n.writeWhole(&s.Builder, s.names)
		s.WriteString(")\n")
		s.names[n] = name
	}
}

// assert asserts a node.
func (s *script) assert(n *node) {
	s.WriteString("(assert ")
	n.write(&s.Builder, s.names)
	s.WriteString(")\n")
}

// assume makes a name under which a node is asserted where the name is assumed.
func (s *script) assume(name string, n *node) {
	fmt.Fprintf(s, "(declare-const %s Bool)\n(assert (=> %s ", name, name)
	n.write(&s.Builder, s.names)
	s.WriteString("))\n")
}

func check(assumptions []string) string {
	if len(assumptions) == 0 {
		return "(check-sat)\n"
	}
	return "(check-sat-assuming (" + strings.Join(assumptions, " ") + "))\n"
}
