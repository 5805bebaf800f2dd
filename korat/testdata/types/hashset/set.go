// Package hashset has sets in a table of chains, as java.util.HashSet was written when the paper on Korat was.
package hashset

// Set is a set of objects, each in the chain that its hash says. It is never fuller than three quarters of its chains.
type Set struct {
	table []*entry
	count int
}

type entry struct {
	key  *object // nil is a key like any other, whose hash is 0
	hash int
	next *entry
}

type object struct{ hash int }

// The most that a table may hold is loadOf of loadFor for each of its chains.
const (
	loadOf  = 3
	loadFor = 4
)

// RepOK tells whether each entry is in its chain, with a key of its own, and whether the count is right.
func (s *Set) RepOK() bool {
	if len(s.table) == 0 || s.count > len(s.table)*loadOf/loadFor {
		return false
	}
	entries, keys := map[*entry]bool{}, map[*object]bool{}
	for i, first := range s.table {
		for e := first; e != nil; e = e.next {
			if entries[e] {
				return false
			}
			entries[e] = true
			if len(entries) > s.count || keys[e.key] {
				return false
			}
			keys[e.key] = true
			if e.hash != e.key.hashCode() || e.hash%len(s.table) != i {
				return false
			}
		}
	}
	return len(entries) == s.count
}

func (o *object) hashCode() int {
	if o == nil {
		return 0
	}
	return o.hash
}
