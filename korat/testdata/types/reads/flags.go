package reads

import "sync/atomic"

// Flags has fields that are read by methods of the standard library.
type Flags struct {
	first *flag
	count atomic.Int32
}

type flag struct {
	set  atomic.Bool
	next *flag
}

// RepOK tells whether as many flags are set as the count says.
func (f *Flags) RepOK() bool {
	n, seen := int32(0), map[*flag]bool{}
	for one := f.first; one != nil; one = one.next {
		if seen[one] {
			return false
		}
		if seen[one] = true; one.set.Load() {
			n++
		}
	}
	return f.count.Load() == n
}
