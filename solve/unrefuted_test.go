package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
)

// TestNotRefuted has problems that have models, some in larger given types than
// the scope has alone, and some where a term has no value that makes no
// difference.
func TestNotRefuted(t *testing.T) {
	t.Parallel()
	for _, f := range families(t) {
		if f.name != "freetypes" {
			continue
		}
		for _, text := range []string{
			"r : REPLY | r /= ok and r /= full",
			"r : REPLY; a, b, c : ID | a /= b and b /= c and a /= c and r /= ok and r /= full and r /= missing a and r /= missing b and r /= missing c",
			"A : power MAYBE | # A = 5",
			"s : SHAPE | s /= point and s notin ran box",
			"s : SHAPE | s notin ran circle and s notin ran box",
			"n : ID | not (exists z : ID @ (last (∅[ℤ × ID]), z) in ∅[ID × ID] and z in ∅[ID])",
			"t : seq ID; n : ID | t = <> and not (exists z : ID @ z = last t and z in {n} and z /= n)",
			"f : ID pfun ID; n : ID | f = {} and not (exists z : ID @ z /= z and f n = z)",
			"f : ID pfun ID; n : ID | f = {} and (forall z : ID @ z = n or z /= n or z = f n)",
			"f : Z pfun Z; A : power Z | f = {} and A = {} and A subseteq {f 1}",
			"f : Z pfun Z; n : Z | f = {} and n = 1 and n in {f 1} union {1}",
			"f : Z pfun Z; n : Z | f = {} and n = 1 and n notin {f 1} inter {}",
			"f : Z pfun Z; n : Z | f = {} and n = (if 1 = 1 then 0 else f 1)",
		} {
			p, err := f.read(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if why, refuted := solve.Refuted(p); refuted {
				t.Errorf("%s: refuted: %s", text, why)
			}
		}
	}
}
