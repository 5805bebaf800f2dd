package sut

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strconv"
)

// maxPicked is among how many structures those are picked that differ most.
const maxPicked = 512

// pick returns one of some structures of the listing, by their places in it: the one at place n of an order that begins
// with the structure at first, and goes on with the one that differs most from all before it. So each is picked once,
// and a few of them are of different shapes. From the last of the order on it begins again.
func (s *structured) pick(among []int, first, n int) int {
	n %= len(among)
	if n == 0 {
		return among[first]
	}
	left := append(append([]int{}, among[first:]...), among[:first]...)
	if n >= maxPicked {
		return left[n]
	}
	left = left[:min(len(left), maxPicked)]
	traits, seed := make([]map[uint64]bool, len(left)), maphash.MakeSeed()
	for i, at := range left {
		traits[i] = traitsOf(s.lines[at], seed)
	}
	nearest := make([]int, len(left)) // how much each differs from the most similar one that was picked
	for i := range nearest {
		nearest[i] = int(^uint(0) >> 1)
	}
	picked := 0
	for range n {
		nearest[picked] = -1
		next := 0
		for i := range left {
			if nearest[i] >= 0 {
				nearest[i] = min(nearest[i], differences(traits[i], traits[picked]))
			}
			if nearest[i] > nearest[next] {
				next = i
			}
		}
		picked = next
	}
	return left[picked]
}

// traitsOf returns what tells a structure apart from others, by its hash: which value each field of each object has,
// the objects having names in the order in which they are reached.
func traitsOf(line string, seed maphash.Seed) map[uint64]bool {
	var all any
	out := map[uint64]bool{}
	if json.Unmarshal([]byte(line), &all) == nil {
		addTraits(out, "", all, seed)
	}
	return out
}

func addTraits(to map[uint64]bool, path string, of any, seed maphash.Seed) {
	switch x := of.(type) {
	case map[string]any:
		for name, part := range x {
			addTraits(to, path+"."+name, part, seed)
		}
	case []any:
		for i, part := range x {
			addTraits(to, path+"."+strconv.Itoa(i), part, seed)
		}
	default:
		to[maphash.String(seed, path+"="+fmt.Sprint(x))] = true
	}
}

// differences counts what only one of two structures has.
func differences(a, b map[uint64]bool) int {
	n := len(a) + len(b)
	for t := range a {
		if b[t] {
			n -= 2
		}
	}
	return n
}
