package pairs_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/source"
)

// TestErrors: an error is told from an object where an observer of that object gives a value, at once or later. Where
// all that observers give of it are errors, a program may as well have made an error; where there is no observer, that
// it is an error is all that tells.
func TestErrors(t *testing.T) {
	const queue = `class Queue export create, put, take, size
constructor create (room: Integer); put
transformer take
observer size: Integer
var Q: Queue, n: Integer
axiom
  create(n).take -> error;
  Q.put.take -> Q;
  create(n).size -> if n < 0 then error else 0;
  Q.put.size -> if Q.size ≥ 2 then error else Q.size + 1
end`
	const lock = `class Lock export create, lock, free
constructor create; lock
transformer free
var L: Lock
axiom
  create.free -> error;
  L.lock.free -> L
end`
	for _, c := range []struct {
		spec, first, second string
		proof               pairs.Proof
	}{
		{queue, "create(-1)", "create(-1).take", pairs.Unproved}, // nothing but errors, whatever is sent
		{queue, "create(0)", "create(0).take", pairs.Proved},
		{queue, "create(0).put.put.put", "create(0).take", pairs.Proved}, // by take.size
		{lock, "create", "create.free", pairs.Proved},
		{lock, "create", "create.lock", pairs.Proved},
	} {
		classes, err := language.Parse(source.NewFile("spec", c.spec).Whole())
		if err != nil {
			t.Fatal(source.Show(err, 20))
		}
		p := pairs.Pair{First: algebratest.Sequence(t, classes, c.first),
			Second: algebratest.Sequence(t, classes, c.second)}
		proof, why, err := newMaker(classes).Prove(&p)
		if err != nil || proof != c.proof {
			t.Errorf("%s and %s: %v, want %v: %q, %v", c.first, c.second, proof, c.proof, why, err)
		}
	}
}
