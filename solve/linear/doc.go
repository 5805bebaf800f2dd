// Package linear decides linear arithmetic on integers: whether constraints have no
// solution, and what they say about a single variable.
//
// It takes rows, each a sum of multiples of variables that is equal to 0 or at least 0,
// together with what the row rests on. It returns a contradiction with what that rests
// on, or bounds. It does not try values, and does not always notice that there is no
// integer solution, because eliminating a variable from inequalities may leave weaker
// ones.
package linear
