package tactics

// numbers returns the tables of operators on numbers.
func numbers() []Partition {
	const ab, xy, n = "A, B : ℤ", "x, y : ℤ", "x : ℤ"
	return []Partition{
		{Name: "<", Params: ab, Of: "A < B", Rows: []string{
			"A < B ∧ B < 0", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B > 0", "A > 0 ∧ A < B"}},
		{Name: "≤", Params: ab, Of: "A ≤ B", Rows: []string{
			"A < B ∧ B < 0", "A < 0 ∧ A = B", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0",
			"A = 0 ∧ B = 0", "A = 0 ∧ B > 0", "A > 0 ∧ A < B", "A > 0 ∧ A = B"}},
		{Name: ">", Params: ab, Of: "A > B", Rows: []string{
			"A < 0 ∧ A > B", "A = 0 ∧ B < 0", "A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0"}},
		{Name: "≥", Params: ab, Of: "A ≥ B", Rows: []string{
			"A < 0 ∧ A > B", "A < 0 ∧ A = B", "A = 0 ∧ B < 0", "A > 0 ∧ B < 0",
			"A = 0 ∧ B = 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0", "A > 0 ∧ A = B"}},
		{Name: "=", Params: ab, Of: "A = B", Rows: []string{"A = B ∧ A < 0", "A = 0 ∧ B = 0", "A = B ∧ A > 0"}},
		{Name: "≠", Params: ab, Of: "A ≠ B", Rows: []string{
			"A < 0 ∧ B < 0 ∧ A ≠ B", "A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B < 0",
			"A = 0 ∧ B > 0", "A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > 0 ∧ B > 0 ∧ A ≠ B"}},
		{Name: "+", Params: ab, Of: "A + B", Rows: sum()},
		{Name: "-", Params: ab, Of: "A - B", Rows: sum()},
		{Name: "-", Params: n, Of: "- x", Rows: signs("x")},
		{Name: "succ", Params: n, Of: "succ x", Rows: signs("x")},
		{Name: "*", Params: xy, Of: "x * y", Rows: pairs(signs("x"), signs("y"))},
		{Name: "div", Params: xy, Of: "x div y", Given: "y ≠ 0", Rows: quotient()},
		{Name: "mod", Params: xy, Of: "x mod y", Given: "y ≠ 0", Rows: quotient()},
		{Name: "..", Params: "a, b : ℤ", Of: "a .. b", Rows: []string{
			"a > b + 1", "a = b + 1", "a = b", "a + 1 = b", "a + 1 < b"}},
		{Name: "min", Params: "A : ℙ ℤ", Of: "min A", Given: "A ≠ ∅", Rows: extreme("min A")},
		{Name: "max", Params: "A : ℙ ℤ", Of: "max A", Given: "A ≠ ∅", Rows: extreme("max A")},
	}
}

func signs(x string) []string { return []string{x + " < 0", x + " = 0", x + " > 0"} }

// pairs returns the conjunction of every row of one list with every row of the other.
func pairs(first, second []string) []string {
	var out []string
	for _, a := range first {
		for _, b := range second {
			out = append(out, a+" ∧ "+b)
		}
	}
	return out
}

// sum returns the rows for A + B and A - B: the signs and, where these are equal, the
// order.
func sum() []string {
	return []string{
		"A < B ∧ B < 0", "A < 0 ∧ A = B", "B < A ∧ A < 0",
		"A < 0 ∧ B = 0", "A < 0 ∧ B > 0", "A = 0 ∧ B < 0", "A = 0 ∧ B = 0", "A = 0 ∧ B > 0",
		"A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > 0 ∧ A < B", "A > 0 ∧ A = B", "B > 0 ∧ A > B"}
}

// quotient returns the rows for x div y and x mod y: the signs, and whether the
// division is exact or which of the two is larger.
func quotient() []string {
	rows := []string{"x = 0 ∧ y < 0", "x = 0 ∧ y > 0"}
	for _, s := range []struct{ signs, x, y string }{
		{"x < 0 ∧ y < 0", "- x", "- y"}, {"x < 0 ∧ y > 0", "- x", "y"},
		{"x > 0 ∧ y < 0", "x", "- y"}, {"x > 0 ∧ y > 0", "x", "y"},
	} {
		rows = append(rows,
			s.signs+" ∧ x mod y = 0",
			s.signs+" ∧ "+s.x+" < "+s.y,
			s.signs+" ∧ "+s.x+" > "+s.y+" ∧ x mod y ≠ 0")
	}
	return rows
}

// extreme returns the rows for the least or greatest member of A.
func extreme(of string) []string {
	rows := []string{"#A = 1"}
	for _, s := range signs(of) {
		rows = append(rows, "#A > 1 ∧ "+s)
	}
	return rows
}

// sets returns the tables of operators on sets.
func sets() []Partition {
	const st, member, family = "[X] S, T : ℙ X", "[X] x : X; A : ℙ X", "[X] A : ℙ (ℙ X)"
	two := makeRows("S", "T", "S", "T")
	size := []string{"#A = 0", "#A = 1", "#A > 1"}
	return []Partition{
		{Name: "∪", Params: st, Of: "S ∪ T", Rows: two},
		{Name: "∩", Params: st, Of: "S ∩ T", Rows: two},
		{Name: "∖", Params: st, Of: "S ∖ T", Rows: two},
		{Name: "⊖", Params: st, Of: "S ⊖ T", Rows: two},
		{Name: "∈", Params: member, Of: "x ∈ A", Rows: []string{"A = {x}", "x ∈ A ∧ A ≠ {x}"}},
		{Name: "∉", Params: member, Of: "x ∉ A", Rows: []string{"A = ∅", "x ∉ A ∧ A ≠ ∅"}},
		{Name: "#", Params: "[X] A : ℙ X", Of: "#A", Rows: size},
		{Name: "⊆", Params: st, Of: "S ⊆ T",
			Rows: []string{"S = ∅ ∧ T = ∅", "S = ∅ ∧ T ≠ ∅", "S ≠ ∅ ∧ S ⊂ T", "S ≠ ∅ ∧ S = T"},
			Negation: []string{"S ≠ ∅ ∧ T = ∅", "S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅", "T ≠ ∅ ∧ T ⊂ S",
				makeIncomparable("S", "T")}},
		{Name: "⊂", Params: st, Of: "S ⊂ T",
			Rows: []string{"S = ∅ ∧ T ≠ ∅", "S ≠ ∅ ∧ S ⊂ T"},
			Negation: []string{"S = ∅ ∧ T = ∅", "S ≠ ∅ ∧ S = T", "S ≠ ∅ ∧ T = ∅", "S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅",
				"T ≠ ∅ ∧ T ⊂ S", makeIncomparable("S", "T")}},
		{Name: "=", Params: st, Of: "S = T", Rows: []string{"S = ∅ ∧ T = ∅", "S ≠ ∅ ∧ S = T"}},
		{Name: "≠", Params: st, Of: "S ≠ T", Rows: []string{"S = ∅ ∧ T ≠ ∅", "S ≠ ∅ ∧ T = ∅",
			"S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅", "S ≠ ∅ ∧ S ⊂ T", "T ≠ ∅ ∧ T ⊂ S", makeIncomparable("S", "T")}},
		{Name: "⋃", Params: family, Of: "⋃ A", Rows: []string{
			"A = ∅", "A = {∅}", "#A = 1 ∧ A ≠ {∅}",
			"#A > 1 ∧ (∀ S, T : A | S ≠ T • S ∩ T = ∅)", "#A > 1 ∧ (∃ S, T : A | S ≠ T • S ∩ T ≠ ∅)"}},
		{Name: "⋂", Params: family, Of: "⋂ A", Rows: []string{
			"A = ∅", "#A = 1", "#A > 1 ∧ ∅ ∈ A", "#A > 1 ∧ ∅ ∉ A ∧ ⋂ A = ∅",
			"#A > 1 ∧ ∅ ∉ A ∧ ⋂ A ∈ A", "#A > 1 ∧ ⋂ A ≠ ∅ ∧ ⋂ A ∉ A"}},
		{Name: "first", Params: "[X] p : X × X", Of: "first p",
			Rows: []string{"first p = second p", "first p ≠ second p"}},
		{Name: "second", Params: "[X] p : X × X", Of: "second p",
			Rows: []string{"first p = second p", "first p ≠ second p"}},
	}
}

// makeRows returns the rows for an operator on two collections: which of them are empty
// and, where neither is, how two sets inA and inB relate to each other.
func makeRows(a, b, inA, inB string) []string {
	both := a + " ≠ ∅ ∧ " + b + " ≠ ∅ ∧ "
	return []string{
		a + " = ∅ ∧ " + b + " = ∅",
		a + " = ∅ ∧ " + b + " ≠ ∅",
		a + " ≠ ∅ ∧ " + b + " = ∅",
		both + inA + " ∩ " + inB + " = ∅",
		a + " ≠ ∅ ∧ " + inA + " ⊂ " + inB,
		b + " ≠ ∅ ∧ " + inB + " ⊂ " + inA,
		a + " ≠ ∅ ∧ " + inA + " = " + inB,
		makeIncomparable(inA, inB),
	}
}

// makeIncomparable returns the predicate that two sets have common elements and neither
// contains the other.
func makeIncomparable(s, t string) string {
	return s + " ∩ " + t + " ≠ ∅ ∧ " + s + " ∖ " + t + " ≠ ∅ ∧ " + t + " ∖ " + s + " ≠ ∅"
}

// restriction returns the rows for an operator that keeps those parts of the collection
// r that the set s selects; `in` is the part of r that is compared with s.
func restriction(r, in, s string) []string {
	some := r + " ≠ ∅ ∧ "
	return []string{
		r + " = ∅",
		some + s + " = ∅",
		some + s + " = " + in,
		some + s + " ≠ ∅ ∧ " + s + " ⊂ " + in,
		some + s + " ≠ ∅ ∧ " + s + " ∩ " + in + " = ∅",
		some + in + " ⊂ " + s,
		makeIncomparable(s, in),
	}
}
