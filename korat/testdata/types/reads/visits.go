package reads

// Visits is a chain whose predicate marks what it has met in maps of all kinds.
type Visits struct{ first *hop }

type hop struct {
	next *hop
	n    int
}

type log struct{ met map[*hop]bool }

// RepOK returns maps, keeps them in variables, fields and closures, ranges over them, and hands them on.
func (v *Visits) RepOK() bool {
	all := v.all()
	if all == nil {
		return false
	}
	l := log{met: all}
	sum := 0
	for h := range l.met {
		sum += h.n
	}
	copied := map[*hop]bool{}
	for h, is := range all {
		copied[h] = is
	}
	same := copied
	same[nil] = false
	if len(copied) != len(all)+1 {
		return false
	}
	own := map[*hop]bool{v.first: true, nil: false}
	mark := func(h *hop) { own[h] = true }
	for h := v.first; h != nil; h = h.next {
		mark(h)
	}
	value, is := own[nil]
	if value || !is || len(own) < 2 && v.first != nil {
		return false
	}
	delete(own, v.first)
	f := follow
	return sum < 2 && !own[v.first] && f(v.first, map[*hop]bool{}) && v.first.walk(make(map[*hop]bool), 3)
}

// all returns the hops of the chain, or nil where it is a ring.
func (v *Visits) all() map[*hop]bool {
	met := make(map[*hop]bool)
	for h := v.first; h != nil; h = h.next {
		if met[h] {
			return nil
		}
		met[h] = true
	}
	return met
}

func follow(h *hop, met map[*hop]bool) bool {
	if h == nil {
		return true
	}
	if met[h] {
		return false
	}
	met[h] = true
	return follow(h.next, met)
}

func (h *hop) walk(met map[*hop]bool, most int) bool {
	if h == nil || met[h] {
		return h == nil
	}
	met[h] = true
	return len(met) < most && h.next.walk(met, most)
}
