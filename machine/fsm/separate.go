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

// pairIndex returns the index of a pair of different states.
func pairIndex(s, t int) int {
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
			k := pairIndex(a, b)
			p.length[k], p.by[k] = p.tellApartAtOnce(a, b)
			if p.length[k] == 0 {
				queue = append(queue, [2]int32{int32(a), int32(b)})
			}
		}
	}
	// Those of one input come behind those of none.
	for a := range t.states {
		for b := range a {
			if p.length[pairIndex(a, b)] == 1 {
				queue = append(queue, [2]int32{int32(a), int32(b)})
			}
		}
	}
	first, before := t.invert()
	for ; len(queue) > 0; queue = queue[1:] {
		a, b := int(queue[0][0]), int(queue[0][1])
		for i := range t.inputs {
			ka, kb := i*t.states+a, i*t.states+b
			for _, x := range before[first[ka]:first[ka+1]] {
				for _, y := range before[first[kb]:first[kb+1]] {
					if k := pairIndex(int(x), int(y)); p.length[k] < 0 {
						p.length[k], p.by[k] = p.length[pairIndex(a, b)]+1, int16(i)
						queue = append(queue, [2]int32{x, y})
					}
				}
			}
		}
	}
	return p
}

// tellApartAtOnce tells two states apart by their views, or by the outputs or views after one input.
func (p *pairs) tellApartAtOnce(a, b int) (length, by int16) {
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

// areSeparable tells whether two different states can be told apart.
func (p *pairs) areSeparable(s, t int) bool { return p.length[pairIndex(s, t)] >= 0 }

// eachInput calls f with the inputs that tell two states apart, one after the other.
func (p *pairs) eachInput(s, t int, f func(input int)) {
	for k := p.length[pairIndex(s, t)]; k > 0; k-- {
		i := int(p.by[pairIndex(s, t)])
		f(i)
		if k > 1 {
			s, _ = p.step(s, i)
			t, _ = p.step(t, i)
		}
	}
}

// findSeparable returns a set of states that can all be told apart from each other, among them a
// given one, and that no other state can join.
func (p *pairs) findSeparable(with int) []bool {
	in := make([]bool, p.states)
	in[with] = true
	for s := range p.states {
		joins := !in[s]
		for t := 0; t < p.states && joins; t++ {
			joins = !in[t] || p.areSeparable(s, t)
		}
		in[s] = in[s] || joins
	}
	return in
}
