// Package linear decides linear arithmetic on integers: whether constraints have no
// solution, and what they say of one variable alone.
//
// In go rows, each a sum of multiples of variables that is 0 or at least 0, with what it
// rests on; out come a contradiction with what that rests on, or bounds. Nothing is found
// by trying values, and what has no integer solution is not always noticed: where a
// variable is eliminated from inequalities, what is left may allow more.
package linear
