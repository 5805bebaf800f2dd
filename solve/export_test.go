package solve

// Refuted tells whether a problem is refuted without a search, and why. It is for
// tests that know of a model.
func Refuted(p Problem) (why string, ok bool) {
	r, ok := prepare(p.Vars, p.Pred, p.Globals, Options{}, newCache()).refuted(p.Bound, nil, 0)
	return r.Reason, ok
}
