package fsm

import "encoding/binary"

// Minimize returns the reachable part of a deterministic machine with as few states as can
// be: those are one that allow the same inputs, now and after all that is allowed, with the
// same outputs and views. Nothing is assumed of what is not specified: a state where an
// input is not specified is another one than a state where it is. old has, for each state,
// one of those of m that it stands for.
func (m *Machine) Minimize() (minimal *Machine, old []int, err error) {
	if err := m.checkDeterministic(); err != nil {
		return nil, nil, err
	}
	m, reached := m.CutUnreachable()
	p := newPartition(tableOf(m))
	for p.refine() {
	}
	name := make([]int, len(m.States))
	for s := range name {
		name[s] = -1
	}
	// States keep the order in which they are reached.
	var of []int
	number := map[int]int{}
	for s, class := range p.class {
		k, known := number[class]
		if !known {
			k = len(of)
			number[class] = k
			of = append(of, s)
		}
		name[s] = k
	}
	out := m.renumber(of, name)
	old = make([]int, len(of))
	for k, s := range of {
		old[k] = reached[s]
	}
	return out, old, nil
}

// table is a deterministic machine in two dense tables.
type table struct {
	states, inputs int
	next, output   []int32 // by state and input; next is -1 where nothing is specified
	shows          []int   // nil where states show nothing
}

// tableOf returns the tables of a deterministic machine.
func tableOf(m *Machine) *table {
	t := &table{states: len(m.States), inputs: len(m.Inputs), shows: m.Shows}
	t.next, t.output = make([]int32, t.states*t.inputs), make([]int32, t.states*t.inputs)
	for s, moves := range m.Moves {
		for i, list := range moves {
			at := s*t.inputs + i
			t.next[at] = -1
			if len(list) > 0 {
				t.next[at], t.output[at] = int32(list[0].Next), int32(list[0].Output)
			}
		}
	}
	return t
}

// step returns the state that follows and the output; next is -1 where nothing is
// specified.
func (t *table) step(state, input int) (next, output int) {
	at := state*t.inputs + input
	return int(t.next[at]), int(t.output[at])
}

// view returns what a state shows.
func (t *table) view(state int) int {
	if t.shows == nil {
		return 0
	}
	return t.shows[state]
}

// invert returns, for each input and state, the states that the input leads to it from, as
// ranges of one list.
func (t *table) invert() (first []int32, list []int32) {
	first = make([]int32, t.states*t.inputs+1)
	for s := range t.states {
		for i := range t.inputs {
			if next, _ := t.step(s, i); next >= 0 {
				first[i*t.states+next+1]++
			}
		}
	}
	for k := 1; k < len(first); k++ {
		first[k] += first[k-1]
	}
	list = make([]int32, first[len(first)-1])
	at := append([]int32(nil), first...)
	for s := range t.states {
		for i := range t.inputs {
			if next, _ := t.step(s, i); next >= 0 {
				k := i*t.states + next
				list[at[k]] = int32(s)
				at[k]++
			}
		}
	}
	return first, list
}

// partition are classes of states that have not been told apart. As Hopcroft has it (An n
// log n algorithm for minimizing states in a finite automaton), the largest part of a class
// that is divided keeps its name, so that each state is looked at again only a few times.
type partition struct {
	*table
	class         []int
	members       [][]int // of each class
	changed       []int   // the states whose class has a new name
	first, before []int32
}

// newPartition returns the partition by views and by the inputs and outputs of single steps.
func newPartition(t *table) *partition {
	p := &partition{table: t, class: make([]int, t.states)}
	p.first, p.before = t.invert()
	all := make([]int, t.states)
	for s := range all {
		all[s] = s
	}
	p.members = [][]int{nil}
	groups := p.groupStates(all, func(key []byte, s int) []byte {
		key = binary.AppendUvarint(key, uint64(t.view(s)))
		for i := range t.inputs {
			if next, output := t.step(s, i); next >= 0 {
				key = binary.AppendUvarint(key, uint64(output)+1)
			} else {
				key = append(key, 0)
			}
		}
		return key
	})
	p.divide(0, groups)
	p.changed = all
	return p
}

// groupStates divides states by a key, in the order in which keys occur.
func (p *partition) groupStates(states []int, by func(key []byte, s int) []byte) [][]int {
	var out [][]int
	number := map[string]int{}
	var key []byte
	for _, s := range states {
		key = by(key[:0], s)
		k, known := number[string(key)]
		if !known {
			k = len(out)
			number[string(key)] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], s)
	}
	return out
}

// divide replaces a class by groups of its states: the largest keeps the name.
func (p *partition) divide(class int, groups [][]int) {
	largest := 0
	for k, g := range groups {
		if len(g) > len(groups[largest]) {
			largest = k
		}
	}
	for k, g := range groups {
		if k == largest {
			p.members[class] = g
			continue
		}
		for _, s := range g {
			p.class[s] = len(p.members)
		}
		p.changed = append(p.changed, g...)
		p.members = append(p.members, g)
	}
}

// refine divides the classes of states from which an input leads to a state whose class has
// a new name. It is false where there are none.
func (p *partition) refine() bool {
	if len(p.changed) == 0 {
		return false
	}
	marked := make([]bool, p.states)
	var again []int
	for _, s := range p.changed {
		for i := range p.inputs {
			k := i*p.states + s
			for _, b := range p.before[p.first[k]:p.first[k+1]] {
				if !marked[b] {
					marked[b] = true
					again = append(again, int(b))
				}
			}
		}
	}
	p.changed = nil
	classes := p.groupStates(again, func(key []byte, s int) []byte {
		return binary.AppendUvarint(key, uint64(p.class[s]))
	})
	// The groups are made before any class is divided, so that all are by the same names.
	parts := make([][][]int, len(classes))
	for c, states := range classes {
		parts[c] = p.groupStates(states, func(key []byte, s int) []byte {
			for i := range p.inputs {
				if next, _ := p.step(s, i); next >= 0 {
					key = binary.AppendUvarint(key, uint64(p.class[next]))
				}
			}
			return key
		})
	}
	for c, states := range classes {
		class, groups := p.class[states[0]], parts[c]
		if len(states) < len(p.members[class]) {
			var rest []int
			for _, s := range p.members[class] {
				if !marked[s] {
					rest = append(rest, s)
				}
			}
			groups = append(groups, rest)
		}
		if len(groups) > 1 {
			p.divide(class, groups)
		}
	}
	return true
}
