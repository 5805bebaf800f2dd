package tactics

// sequences returns the tables of operators on sequences.
func sequences() []Partition {
	const one, two = "[X] s : seq X", "[X] s, t : seq X"
	return []Partition{
		{Name: "⌢", Params: two, Of: "s ⌢ t", Rows: catenation()},
		{Name: "rev", Params: one, Of: "rev s", Rows: []string{
			"#s = 0", "#s = 1", "#s > 1 ∧ rev s = s", "#s > 1 ∧ rev s ≠ s"}},
		{Name: "head", Params: one, Of: "head s", Given: "s ≠ ∅", Rows: []string{
			"#s = 1", "#s > 1 ∧ head s ∉ ran (tail s)", "#s > 1 ∧ head s ∈ ran (tail s)"}},
		{Name: "last", Params: one, Of: "last s", Given: "s ≠ ∅", Rows: []string{
			"#s = 1", "#s > 1 ∧ last s ∉ ran (front s)", "#s > 1 ∧ last s ∈ ran (front s)"}},
		{Name: "tail", Params: one, Of: "tail s", Given: "s ≠ ∅", Rows: []string{"#s = 1", "#s = 2", "#s > 2"}},
		{Name: "front", Params: one, Of: "front s", Given: "s ≠ ∅", Rows: []string{"#s = 1", "#s = 2", "#s > 2"}},
		{Name: "↾", Params: "[X] s : seq X; V : ℙ X", Of: "s ↾ V", Rows: restriction("s", "ran s", "V")},
		{Name: "↿", Params: "[X] U : ℙ ℤ; s : seq X", Of: "U ↿ s", Rows: restriction("s", "dom s", "U")},
		{Name: "squash", Params: "[X] f : ℤ ⇸ X", Of: "squash f", Rows: []string{
			"f = ∅",
			"f ≠ ∅ ∧ dom f = 1 .. #f",
			"f ≠ ∅ ∧ min (dom f) ≠ 1 ∧ dom f = min (dom f) .. max (dom f)",
			"f ≠ ∅ ∧ min (dom f) = 1 ∧ dom f ≠ 1 .. #f",
			"f ≠ ∅ ∧ min (dom f) ≠ 1 ∧ dom f ≠ min (dom f) .. max (dom f)"}},
		{Name: "⌢/", Params: "[X] q : seq (seq X)", Of: "⌢/ q", Rows: []string{
			"#q = 0", "#q > 0 ∧ ran q = {∅}", "#q = 1 ∧ ran q ≠ {∅}",
			"#q > 1 ∧ ∅ ∈ ran q ∧ ran q ≠ {∅}", "#q > 1 ∧ ∅ ∉ ran q"}},
		end("prefix"), end("suffix"),
		{Name: "infix", Params: two, Of: "s infix t",
			Rows: []string{"#s = 0 ∧ #t = 0", "#s = 0 ∧ #t > 0", "#s > 0 ∧ s = t",
				"#s > 0 ∧ s ≠ t ∧ s prefix t", "s suffix t ∧ ¬ (s prefix t)",
				"s infix t ∧ ¬ (s prefix t) ∧ ¬ (s suffix t)"},
			Negation: rowsOfNoPart("infix")},
	}
}

// end returns the table of s prefix t or s suffix t.
func end(o string) Partition {
	return Partition{Name: o, Params: "[X] s, t : seq X", Of: "s " + o + " t",
		Rows:     []string{"#s = 0 ∧ #t = 0", "#s = 0 ∧ #t > 0", "#s > 0 ∧ s = t", "#s > 0 ∧ s ≠ t ∧ s " + o + " t"},
		Negation: rowsOfNoPart(o)}
}

// rowsOfNoPart returns the rows for a sequence that is not a part of another.
func rowsOfNoPart(o string) []string {
	return []string{
		"#s > 0 ∧ #t = 0",
		"#t > 0 ∧ s ≠ t ∧ t " + o + " s",
		"¬ (s " + o + " t) ∧ ¬ (t " + o + " s)",
	}
}

// catenation returns the rows for s ⌢ t: which of them are empty and, where neither is,
// which is longer and which has elements twice.
func catenation() []string {
	rows := []string{"#s = 0 ∧ #t = 0", "#s > 0 ∧ #t = 0", "#s = 0 ∧ #t > 0"}
	for _, order := range []string{"#s < #t", "#s = #t", "#s > #t"} {
		for _, s := range []string{"#(ran s) = #s", "#(ran s) < #s"} {
			for _, t := range []string{"#(ran t) = #t", "#(ran t) < #t"} {
				rows = append(rows, "#s > 0 ∧ #t > 0 ∧ "+order+" ∧ "+s+" ∧ "+t)
			}
		}
	}
	return rows
}
