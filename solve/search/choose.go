package search

// lastRank is the rank of what is chosen after all else.
const lastRank = 5

// choose returns the hole to fill next: one with a single candidate before all others,
// then those of scoped variables, then those that propagation bounds; among equals the
// one that was read first. The domain is nil where nothing is left to choose.
func (s *search) choose(pending []waiting) (int, *domain, *failure) {
	if cap(s.asked) < len(s.holes) {
		s.asked = make([]bool, len(s.holes)+8)
	}
	asked := s.asked[:len(s.holes)]
	clear(asked)
	holes := s.read(pending, asked)
	s.p.aliases.sortCopied(s, holes)
	if s.patient {
		holes = s.addScoped(pending, holes, asked)
	}
	if s.every {
		for i := range s.holes {
			if s.p.slots[s.holes[i].slot].own && !s.holes[i].filled && !asked[i] {
				asked[i] = true
				holes = append(holes, i)
			}
		}
	}
	s.open = holes
	if len(holes) == 0 {
		return 0, nil, nil
	}
	b := s.resetBounds()
	if failed := b.propagate(pending); failed != nil {
		return 0, nil, failed
	}
	active := &activeDomain{s: s}
	var best *domain
	bestHole, bestRank, most := 0, 2*(lastRank+1), 0
	var weights []int
	if s.weighted {
		weights = s.weights.weigh(s, pending)
	}
	clear(asked)
	for _, h := range holes {
		if len(s.holes[h].path) > 0 {
			slot := s.holes[h].slot
			if asked[slot] && !b.isSettled(h) && len(s.p.slots[slot].filters) == 0 {
				continue // of each variable the first part that was read, and those that are settled
			}
			asked[slot] = true
		}
		d := s.domain(h, b, active, pending)
		if s.short {
			return 0, nil, &failure{stopped: true, conjunct: -1}
		}
		rank, weight := d.rank(s, h), 0
		if weights != nil && d.after == nil {
			weight = weights[h]
		}
		if rank == 0 || weight > most || weight == most && rank < bestRank {
			best, bestHole, bestRank, most = d, h, rank, weight
		}
		if rank == 0 {
			break
		}
	}
	clear(asked)
	asked[bestHole] = true
	for h, ok := best.before(s, asked); ok; h, ok = best.before(s, asked) {
		best, bestHole = s.domain(h, b, active, pending), h
	}
	s.mixed = s.mixed || s.every && bestRank%2 == 1 && s.hasOwnHoles()
	return bestHole, best, nil
}

// rank returns when a hole with the domain is filled: before those of a higher rank. The
// rank is odd for a witness, of which one is enough.
func (d *domain) rank(s *search, hole int) int {
	rank := 1
	switch slot := s.p.slots[s.holes[hole].slot]; {
	case d.single:
		rank = 0
	case slot.scoped:
	case d.open == "":
		rank = 2
	case len(s.holes[hole].path) > 0:
		rank = 3
	default:
		rank = 4
	}
	if d.after != nil {
		rank = lastRank
	}
	if rank *= 2; rank > 0 && s.every && !s.p.slots[s.holes[hole].slot].own {
		rank++
	}
	return rank
}

// read lists the holes that conjuncts and equations wait for, and marks them.
func (s *search) read(pending []waiting, asked []bool) []int {
	holes, last := s.open[:0], -1
	for _, w := range pending {
		if !asked[w.hole] {
			asked[w.hole] = true
			holes = append(holes, w.hole)
		}
		if !w.equation && w.index != last && !s.p.slots[s.holes[w.hole].slot].scoped {
			last = w.index
			holes = s.addScopedOf(&s.p.conjuncts[w.index], holes, asked)
		}
	}
	return holes
}

// addScopedOf adds the scoped variables of a conjunct that are not chosen yet:
// they come before unscoped ones that the conjunct happened to read first.
func (s *search) addScopedOf(c *conjunct, holes []int, asked []bool) []int {
	for _, i := range c.slots {
		if !s.p.slots[i].scoped {
			continue
		}
		if h, open := findHole(s.frame[i]); open && !asked[h] {
			asked[h] = true
			holes = append(holes, h)
		}
	}
	return holes
}
