package tactics

// bags returns the tables of operators on bags. A bag is a function from its elements
// to the number of their occurrences.
func bags() []Partition {
	const two, one = "[X] b, c : bag X", "[X] b : bag X; x : X"
	return []Partition{
		{Name: "⊎", Params: two, Of: "b ⊎ c", Rows: makeRows("b", "c", "dom b", "dom c")},
		{Name: "⩁", Params: two, Of: "b ⩁ c", Rows: []string{
			"b = ∅ ∧ c = ∅", "b = ∅ ∧ c ≠ ∅", "b ≠ ∅ ∧ c = ∅", "b ≠ ∅ ∧ c ≠ ∅ ∧ dom b ∩ dom c = ∅",
			"b ≠ ∅ ∧ b ⊑ c ∧ b ≠ c", "c ≠ ∅ ∧ c ⊑ b ∧ b ≠ c", "b ≠ ∅ ∧ b = c", mixed}},
		{Name: "♯", Params: one, Of: "b ♯ x", Rows: []string{
			"b = ∅", "b ≠ ∅ ∧ x ∉ dom b", "b ♯ x = 1", "b ♯ x > 1"}},
		{Name: "⊗", Params: "[X] n : ℕ; b : bag X", Of: "n ⊗ b", Given: "n ≥ 0", Rows: pairs(
			[]string{"n = 0", "n = 1", "n > 1"}, []string{"b = ∅", "b ≠ ∅"})},
		{Name: "⋿", Params: "[X] x : X; b : bag X", Of: "x ⋿ b",
			Rows:     pairs([]string{"dom b = {x}", "x ∈ dom b ∧ dom b ≠ {x}"}, []string{"b ♯ x = 1", "b ♯ x > 1"}),
			Negation: []string{"b = ∅", "b ≠ ∅ ∧ x ∉ dom b"}},
		{Name: "⊑", Params: two, Of: "b ⊑ c",
			Rows:     []string{"b = ∅ ∧ c = ∅", "b = ∅ ∧ c ≠ ∅", "b ≠ ∅ ∧ b = c", "b ≠ ∅ ∧ b ⊑ c ∧ b ≠ c"},
			Negation: []string{"b ≠ ∅ ∧ c = ∅", "b ≠ ∅ ∧ c ≠ ∅ ∧ dom b ∩ dom c = ∅", "c ≠ ∅ ∧ c ⊑ b ∧ b ≠ c", mixed}},
		{Name: "items", Params: "[X] s : seq X", Of: "items s", Rows: []string{
			"#s = 0", "#s = 1", "#s > 1 ∧ #(ran s) = #s", "#s > 1 ∧ #(ran s) < #s"}},
	}
}

// mixed is the row for two bags that have elements in common and of which neither
// contains the other.
const mixed = "dom b ∩ dom c ≠ ∅ ∧ ¬ (b ⊑ c) ∧ ¬ (c ⊑ b)"
