// Package mutants makes mutants of the axioms of a class: copies with one small mistake each, such as a program that
// was written from them may have. The operators are those of mutation testing (DeMillo, Lipton and Sayward 1978; for
// algebraic specifications Woodward 1993): a condition that is left out or turned around, another relation or
// operator, the number before or after one, another variable of the same sort, an operation that is left out, an
// object in the place of an error, and an error in the place of a result. The package knows nothing of sequences and
// programs.
package mutants
