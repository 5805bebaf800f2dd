package solve_test

import (
	"testing"
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
			// What a comprehension says of other elements may have no value.
			"d, g : power (seq ID); c : power ID | (forall s : g @ s in d) and # g = 2 and c = last (| {n : g | n /= {}} |)",
			"g : power (seq ID); c : power ID | <> in g and c = head (| g setminus {<>} |)",
			"g : power (seq ID); c : power (seq ID) | <> in g and # g = 2 and c = tail (| g setminus {<>} |)",
			"x : Z | x = 1 and x in {y : 0..3 | 6 div y > 2}",
			"x : Z | x = 1 and x in {y : 0..3 @ 6 div (2 - y)} union {1}",
			"f : Z pfun Z; x : Z | f = {1 |-> 2} and x in {y : 0..3 | f y = 2}",
			"f : Z pfun Z; A : power Z | f = {1 |-> 2} and A = {1} and A in finset {y : 0..3 | f y = 2}",
			"f, g : Z pfun Z | f = {1 |-> 2} and g = {1 |-> 1} and g in {y : 0..3 | f y = 2} pfun {y : 0..3 | f y = 2}",
			"f : Z pfun Z; x : Z | f = {1 |-> 2} and (exists y : {f 0} union {1} @ y = x)",
			"f : Z pfun Z; x : Z | f = {} and (exists y : {z : 0..3 | f z = 1} union {1} @ y = x)",
			"f : Z pfun Z; x : Z; A : power Z | f = {1 |-> 2} and 0 in A and x in (A setminus {y : 0..3 | f y = 2}) union {7}",
			"h : ID rel ID; D : power (seq ID) | dom h = ID and {z : ID | z = z} ndres h /= (last (| D |)) dres {z : h @ z}",
			"x : Z; s : seq Z | s = <> and disjoint <{y : 0..1 | x /= x}, {head s}>",
			"R : ID rel ID; s : seq ID; n : ID | s = <> and R inter {n |-> head s} = {}",
			"f, g : ID pfun ID; s : seq ID | s = <> and g = {head s} ndres f",
			"x : Z; s : seq ID; f : ID pfun ID | s /= <> and ((s cat <f (last s)>) notin {z : {0} @ <last s, last s>} or x = x)",
			"s : seq ID | {s} subseteq {<>, s cat <last s>}",
			"s : seq ID; f : ID pfun ID; A : power ID | s = <> and f = {} and A = {} and f in ran (tail s) pfun ID and A in power (ran (tail s))",
			// Equal sets are made of different values.
			"A : power Z | {x : A @ x + 1} = {y : {1} @ y + 2}",
			"G : power (power ID) | {x : {0} @ # G} = {y : {2} @ y + y}",
			"f : ID rel ID; A, B : power ID | f notin ID pfun ID and f~ notin ID pfun ID and not (exists x, y, z : ID @ y /= z and x |-> y in f and x |-> z in f and (exists w : ID @ w /= x and w |-> y in f))",
			// Each element makes another one, of which both parts are the one before.
			"C : power MAYBE; P : power (Z cross Z); G : power (power Z) | {} in G and G = {z : G @ z union {0}} union {z : G @ z inter z} and C = {}",
			// Infinite sets have no sizes that add up.
			"A, B : power Z; f : Z pfun Z; x : Z | f in A bij B and B = A setminus {x} and x in A and (# A = 3 or # B = 2 or x < 5)",
			"A, B : power Z; f : Z pfun Z; x : Z | f in A surj B and B = A union {x} and x notin A and (# A = 3 or # B = 2 or x < 5)",
			"f, g, h : Z pfun Z | f = g oplus {1 |-> 1} and 1 notin dom g and h in dom g bij dom f and (# f = 1 or # g = 1 or 0 notin dom f)",
			"A : power Z; f : (Z cross Z) pfun Z; x, y : Z | x in A and y in A and x /= y and f in (A cross A) bij A and (# A = 1 or # (A cross A) = 1 or x < y)",
		} {
			p, err := f.read(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if why, ok := refuteAlone(p); ok {
				t.Errorf("%s: refuted: %s", text, why)
			}
		}
	}
}
