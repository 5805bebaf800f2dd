// Package rewriting applies axioms to sequences of operations.
//
// An Engine takes a term to the tree of its normal forms: one leaf for each way in which the
// conditions of the axioms may turn out, with the conditions reduced to the parameters of the
// sequence. Terms and trees share all equal parts, so that a tree with very many paths is small.
// Rewriting is innermost, and bounded by steps. The package does not say which paths are
// possible: whoever asks for paths says which conditions contradict each other.
package rewriting
