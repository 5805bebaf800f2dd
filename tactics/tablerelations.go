package tactics

// relations returns the tables of operators on relations and functions.
func relations() []Partition {
	const (
		two   = "[X, Y] R, G : X ↔ Y"
		one   = "[X, Y] R : X ↔ Y"
		dom   = "[X, Y] S : ℙ X; R : X ↔ Y"
		ran   = "[X, Y] R : X ↔ Y; S : ℙ Y"
		chain = "[X, Y, W] R : X ↔ Y; S : Y ↔ W"
	)
	byDom, byRan := restriction("R", "dom R", "S"), restriction("R", "ran R", "S")
	return []Partition{
		{Name: "⊕", Params: two, Of: "R ⊕ G", Rows: makeRows("R", "G", "dom R", "dom G")},
		{Name: "◁", Params: dom, Of: "S ◁ R", Rows: byDom},
		{Name: "⩤", Params: dom, Of: "S ⩤ R", Rows: byDom},
		{Name: "▷", Params: ran, Of: "R ▷ S", Rows: byRan},
		{Name: "⩥", Params: ran, Of: "R ⩥ S", Rows: byRan},
		{Name: "⦇⦈", Params: dom, Of: "R⦇S⦈", Rows: byDom},
		{Name: "⨾", Params: chain, Of: "R ⨾ S", Rows: makeRows("R", "S", "ran R", "dom S")},
		{Name: "∘", Params: chain, Of: "S ∘ R", Rows: makeRows("R", "S", "ran R", "dom S")},
		{Name: "∼", Params: one, Of: "R∼", Rows: append([]string{"R = ∅"}, pairs(
			[]string{"R ≠ ∅ ∧ #(dom R) = #R", "R ≠ ∅ ∧ #(dom R) < #R"},
			[]string{"#(ran R) = #R", "#(ran R) < #R"})...)},
		{Name: "dom", Params: one, Of: "dom R", Rows: []string{"R = ∅", "R ≠ ∅ ∧ #(dom R) = #R",
			"R ≠ ∅ ∧ #(dom R) < #R"}},
		{Name: "ran", Params: one, Of: "ran R", Rows: []string{"R = ∅", "R ≠ ∅ ∧ #(ran R) = #R",
			"R ≠ ∅ ∧ #(ran R) < #R"}},
		{Name: "id", Params: "[X] A : ℙ X", Of: "id A", Rows: []string{"#A = 0", "#A = 1", "#A > 1"}},
		{Name: "⁺", Params: "[X] R : X ↔ X", Of: "R⁺", Rows: closure()},
		{Name: "⁎", Params: "[X] R : X ↔ X", Of: "R⁎", Rows: closure()},
		{Name: "iter", Params: "[X] n : ℤ; R : X ↔ X", Of: "iter n R", Rows: pairs(
			[]string{"n < 0", "n = 0", "n = 1", "n > 1"}, []string{"R = ∅", "R ≠ ∅"})},
		{Name: "disjoint", Params: "[X, Y] f : X ⇸ ℙ Y", Of: "disjoint f",
			Rows: []string{"f = ∅", "#f = 1", "#f > 1 ∧ ∅ ∈ ran f ∧ disjoint f", "#f > 1 ∧ ∅ ∉ ran f ∧ disjoint f"},
			Negation: []string{
				"∃ i, j : dom f | i ≠ j • f i = f j ∧ f i ≠ ∅",
				"¬ (disjoint f) ∧ (∀ i, j : dom f | i ≠ j • f i ≠ f j ∨ f i = ∅)"}},
		{Name: "partition", Params: "[X, Y] f : X ⇸ ℙ Y; S : ℙ Y", Of: "f partition S",
			Rows: []string{
				"f = ∅ ∧ S = ∅", "f ≠ ∅ ∧ S = ∅ ∧ f partition S", "#f = 1 ∧ S ≠ ∅ ∧ f partition S",
				"#f > 1 ∧ S ≠ ∅ ∧ ∅ ∈ ran f ∧ f partition S", "#f > 1 ∧ ∅ ∉ ran f ∧ f partition S"},
			Negation: []string{"¬ (disjoint f)", "disjoint f ∧ ⋃ (ran f) ⊂ S", "disjoint f ∧ ¬ (⋃ (ran f) ⊆ S)"}},
		{Name: "application", Params: "[X] f : seq X; x : ℤ", Of: "f x", Given: "x ∈ dom f", Rows: []string{
			"x = 1 ∧ #f = 1", "x = 1 ∧ #f > 1", "1 < x ∧ x < #f", "x = #f ∧ #f > 1"}},
		{Name: "application", Params: "[X, Y] f : X ⇸ Y; x : X", Of: "f x", Given: "x ∈ dom f", Rows: []string{
			"dom f = {x}", "x ∈ dom f ∧ dom f ≠ {x} ∧ f x ∉ ran ({x} ⩤ f)", "x ∈ dom f ∧ f x ∈ ran ({x} ⩤ f)"}},
		{Name: "↦", Params: "[X, Y] f : X ↔ Y; x : X; y : Y", Of: "f ⊕ {x ↦ y}", Rows: maplet()},
		{Name: "↦", Params: "[X, Y] f : X ↔ Y; x : X; y : Y", Of: "f ∪ {x ↦ y}", Rows: maplet()},
	}
}

// closure returns the rows for a transitive closure: whether it adds pairs, and whether
// the relation has a cycle.
func closure() []string {
	return append([]string{"R = ∅"}, pairs(
		[]string{"R ≠ ∅ ∧ R ⨾ R ⊆ R", "¬ (R ⨾ R ⊆ R)"}, []string{"R⁺ ∩ id (dom R) = ∅", "R⁺ ∩ id (dom R) ≠ ∅"})...)
}

// maplet returns the rows for adding x ↦ y to f: whether f has a value at x and which,
// and whether y is a value of f.
func maplet() []string {
	return []string{
		"f = ∅",
		"f ≠ ∅ ∧ x ∉ dom f ∧ y ∉ ran f",
		"x ∉ dom f ∧ y ∈ ran f",
		"(x, y) ∈ f",
		"x ∈ dom f ∧ y ∉ ran f",
		"x ∈ dom f ∧ (x, y) ∉ f ∧ y ∈ ran f",
	}
}
