package fsm

import "fmt"

// splitting is a tree that divides the states of a machine until each is alone. What
// divides two states is where their branches part, so that each state has few sequences
// that identify it, and every two states have one in common (Smetsers, Moerman, Jansen,
// Minimal separating sequences for all pairs of states).
type splitting struct {
	*table
	parts []part
	leaf  []int // the part that each state is in
}

// part are states that nothing above it in the tree has told apart.
type part struct {
	parent, depth int
	states        []int
	input         int // the first input that divides it; -1 where its states are divided by views
	then          int // the part whose inputs follow; -1 where none do
	divided       bool
}

// identify goes on from each state by all sequences that are one input longer than there
// are extra states, and puts the sequences that identify what is reached behind each.
func (b *building) identify() error {
	sp := &splitting{table: b.table, leaf: make([]int, b.states)}
	all := make([]int, b.states)
	for s := range all {
		all[s] = s
	}
	sp.parts = []part{{parent: -1, states: all}}
	if err := sp.divide(); err != nil {
		return err
	}
	var walk func(n, left int)
	walk = func(n, left int) {
		if b.tree.full {
			return
		}
		sp.put(b.tree, n)
		for i := range b.inputs {
			if next, _ := b.step(b.tree.state(n), i); next >= 0 && left > 0 {
				walk(b.tree.add(n, i), left-1)
			}
		}
	}
	for _, n := range b.reaching {
		walk(n, b.extra+1)
	}
	return nil
}

// maxRounds is how long the sequences may be that tell states apart, where machines are too
// large for a table of all pairs.
const maxRounds = 500

// divide divides all parts, first by views and single outputs and then by what follows, so
// that the sequences are as short as can be.
func (sp *splitting) divide() error {
	sp.eachDivisible(func(k int) bool { return sp.apply(k, -1, -1, sp.view) })
	for changed := true; changed; {
		changed = sp.eachDivisible(sp.divideByOutput)
	}
	for round := 0; ; round++ {
		before := append([]int(nil), sp.leaf...)
		changed := false
		for sp.eachDivisible(func(k int) bool { return sp.divideByNext(k, before) }) {
			changed = true
		}
		open := 0
		for k := range sp.parts {
			if p := &sp.parts[k]; !p.divided {
				open = max(open, len(p.states))
			}
		}
		switch {
		case open <= 1:
			return nil
		case !changed:
			return fmt.Errorf("%d of its %d states are not told apart by inputs that are specified for all of them: "+
				"machines like this may have at most %d states", open, sp.states, maxPaired)
		case round > maxRounds:
			return fmt.Errorf("some of its %d states are told apart by more than %d inputs only: "+
				"machines like this may have at most %d states", sp.states, maxRounds, maxPaired)
		}
	}
}

// eachDivisible calls f with each part that is not divided and has several states.
func (sp *splitting) eachDivisible(f func(k int) bool) (changed bool) {
	for k, n := 0, len(sp.parts); k < n; k++ {
		if p := &sp.parts[k]; !p.divided && len(p.states) > 1 && f(k) {
			changed = true
		}
	}
	return changed
}

// apply divides a part by what a function says of its states; it is false where that is the
// same for all.
func (sp *splitting) apply(k, input, then int, of func(s int) int) bool {
	groups := map[int][]int{}
	var order []int
	for _, s := range sp.parts[k].states {
		v := of(s)
		if groups[v] == nil {
			order = append(order, v)
		}
		groups[v] = append(groups[v], s)
	}
	if len(order) < 2 {
		return false
	}
	p := &sp.parts[k]
	p.divided, p.input, p.then = true, input, then
	depth := p.depth + 1
	for _, v := range order {
		for _, s := range groups[v] {
			sp.leaf[s] = len(sp.parts)
		}
		sp.parts = append(sp.parts, part{parent: k, depth: depth, states: groups[v]})
	}
	return true
}

// isSpecified tells whether an input is specified in all states of a part.
func (sp *splitting) isSpecified(k, input int) bool {
	for _, s := range sp.parts[k].states {
		if next, _ := sp.step(s, input); next < 0 {
			return false
		}
	}
	return true
}

// divideByOutput divides a part by the outputs of the input that has the most.
func (sp *splitting) divideByOutput(k int) bool {
	best, most := -1, 1
	for i := range sp.inputs {
		if !sp.isSpecified(k, i) {
			continue
		}
		outputs := map[int]bool{}
		for _, s := range sp.parts[k].states {
			_, output := sp.step(s, i)
			outputs[output] = true
		}
		if len(outputs) > most {
			best, most = i, len(outputs)
		}
	}
	return best >= 0 && sp.apply(k, best, -1, func(s int) int {
		_, output := sp.step(s, best)
		return output
	})
}

// divideByNext divides a part by an input that leads to states that were in different parts.
func (sp *splitting) divideByNext(k int, before []int) bool {
	for i := range sp.inputs {
		if !sp.isSpecified(k, i) {
			continue
		}
		first, common := -1, -1
		for _, s := range sp.parts[k].states {
			next, _ := sp.step(s, i)
			if first < 0 {
				first, common = before[next], before[next]
			}
			common = sp.commonAncestor(common, before[next])
		}
		if common == first {
			continue
		}
		if sp.apply(k, i, common, func(s int) int {
			next, _ := sp.step(s, i)
			return sp.childAbove(before[next], common)
		}) {
			return true
		}
	}
	return false
}

// commonAncestor returns the smallest part that two parts are of.
func (sp *splitting) commonAncestor(a, b int) int {
	for a != b {
		if sp.parts[a].depth < sp.parts[b].depth {
			a, b = b, a
		}
		a = sp.parts[a].parent
	}
	return a
}

// childAbove returns the child of a part that another one is below, or is.
func (sp *splitting) childAbove(k, above int) int {
	for sp.parts[k].parent != above {
		k = sp.parts[k].parent
	}
	return k
}

// put puts the sequences that identify the state of a node behind it.
func (sp *splitting) put(t *tree, n int) {
	for k := sp.parts[sp.leaf[t.state(n)]].parent; k >= 0; k = sp.parts[k].parent {
		for at, p := n, &sp.parts[k]; p.input >= 0; p = &sp.parts[p.then] {
			at = t.add(at, p.input)
			if p.then < 0 {
				break
			}
		}
	}
}
