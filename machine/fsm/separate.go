package fsm

// pairs has, for every two states of a machine, how soon they can be told apart: by how many
// inputs that are specified for both, all the way, until outputs or views differ.
type pairs struct {
	*table
	length []int16 // by pair: the number of inputs; -1 where nothing tells the two apart
	by     []int16 // the first of the inputs; -1 where views differ
}

// maxPaired is how many states a machine may have for a table of all its pairs of states.
const maxPaired = 1000

// at returns the index of a pair of different states.
func at(s, t int) int {
	if s < t {
		s, t = t, s
	}
	return s*(s-1)/2 + t
}

// newPairs tells all pairs of states apart, from the outputs back to the inputs that lead
// to them.
func newPairs(t *table) *pairs {
	n := t.states * (t.states - 1) / 2
	p := &pairs{table: t, length: make([]int16, n), by: make([]int16, n)}
	var queue [][2]int32
	for a := range t.states {
		for b := range a {
			k := at(a, b)
			p.length[k], p.by[k] = p.atOnce(a, b)
			if p.length[k] == 0 {
				queue = append(queue, [2]int32{int32(a), int32(b)})
			}
		}
	}
	// Those of one input come behind those of none.
	for a := range t.states {
		for b := range a {
			if p.length[at(a, b)] == 1 {
				queue = append(queue, [2]int32{int32(a), int32(b)})
			}
		}
	}
	first, before := t.preceding()
	for ; len(queue) > 0; queue = queue[1:] {
		a, b := int(queue[0][0]), int(queue[0][1])
		for i := range t.inputs {
			ka, kb := i*t.states+a, i*t.states+b
			for _, x := range before[first[ka]:first[ka+1]] {
				for _, y := range before[first[kb]:first[kb+1]] {
					if k := at(int(x), int(y)); p.length[k] < 0 {
						p.length[k], p.by[k] = p.length[at(a, b)]+1, int16(i)
						queue = append(queue, [2]int32{x, y})
					}
				}
			}
		}
	}
	return p
}

// atOnce tells two states apart by their views, or by the outputs or views after one input.
func (p *pairs) atOnce(a, b int) (length, by int16) {
	if p.view(a) != p.view(b) {
		return 0, -1
	}
	for i := range p.inputs {
		nextA, outputA := p.step(a, i)
		nextB, outputB := p.step(b, i)
		if nextA >= 0 && nextB >= 0 && outputA != outputB {
			return 1, int16(i)
		}
	}
	return -1, -1
}

// separable tells whether two different states can be told apart.
func (p *pairs) separable(s, t int) bool { return p.length[at(s, t)] >= 0 }

// each calls f with the inputs that tell two states apart, one after the other.
func (p *pairs) each(s, t int, f func(input int)) {
	for k := p.length[at(s, t)]; k > 0; k-- {
		i := int(p.by[at(s, t)])
		f(i)
		if k > 1 {
			s, _ = p.step(s, i)
			t, _ = p.step(t, i)
		}
	}
}

// apart returns a set of states that can all be told apart from each other, among them a
// given one, and that no other state can join.
func (p *pairs) apart(with int) []bool {
	in := make([]bool, p.states)
	in[with] = true
	for s := range p.states {
		joins := !in[s]
		for t := 0; t < p.states && joins; t++ {
			joins = !in[t] || p.separable(s, t)
		}
		in[s] = in[s] || joins
	}
	return in
}
