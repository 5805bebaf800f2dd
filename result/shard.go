package result

import (
	"crypto/sha256"
	"encoding/binary"
)

// Shard is a part of a run: that with the given index, from 1, of as many as count says. Which part a case is in
// follows from the id of its leaf alone, so that it is the same on every machine and for every other set of cases, and
// the cases of a leaf, and those that are drawn in it, are in one part.
type Shard struct {
	Index int `json:"index"`
	Count int `json:"count"`
	// Calls are the pairs "caller -> callee" of the calls that its cases made, and Rows those rows of manual stubs that
	// answered one, as "caller -> callee, stub 1, row 2": what nobody used is known only of all shards together.
	Calls []string `json:"calls"`
	Rows  []string `json:"rows"`
}

// Has tells whether something is in the shard: a leaf with its cases by its id, "unit NAME", "machine NAME",
// "property NAME" or "class NAME". nil has everything.
func (s *Shard) Has(key string) bool {
	if s == nil {
		return true
	}
	sum := sha256.Sum256([]byte(key))
	return binary.BigEndian.Uint64(sum[:8])%uint64(s.Count) == uint64(s.Index-1)
}
