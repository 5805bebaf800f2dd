// Package disjset has disjoint sets, with union by rank.
package disjset

// Set is a partition of the integers from 0 to its size.
type Set struct {
	elements []*record
	size     int
}

type record struct{ parent, rank int }

// RepOK tells whether the parents are forests whose ranks grow from the leaves up.
func (s *Set) RepOK() bool {
	if len(s.elements) != s.size {
		return false
	}
	for i := range s.elements {
		for j := i + 1; j < s.size; j++ {
			if s.elements[i] == s.elements[j] {
				return false
			}
		}
	}
	roots := 0
	supported := make([]bool, s.size)
	for i := range s.elements {
		parent := s.elements[i].parent
		if parent < 0 || parent >= s.size {
			return false
		}
		if parent == i {
			roots++
			continue
		}
		rank := s.elements[parent].rank
		if rank <= s.elements[i].rank {
			return false
		}
		if s.elements[i].rank == rank-1 {
			supported[parent] = true
		}
	}
	leaves := 0
	for i := range s.elements {
		if !supported[i] && s.elements[i].rank == 0 {
			leaves++
		}
	}
	return roots <= leaves
}
