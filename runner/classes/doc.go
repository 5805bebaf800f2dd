// Package classes runs the test cases of a class: pairs of sequences of operations, each on
// objects of their own, which are compared by the ways that the class names. A pair that is
// wrong is made smaller, and the operation found after which its two objects part for the first
// time; what all that fails has in common then says which operations may be to blame. It makes no
// cases, and knows nothing of units. It is larger than most packages because whoever looks for what
// is to blame runs further trials, in the same way as the pairs themselves.
package classes
