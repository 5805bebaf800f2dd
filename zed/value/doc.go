// Package value holds the values that terms of Z denote: integers, strings,
// constants, tuples, sets, sequences and bindings, all finite, in one canonical
// form each, so that equal values have equal keys.
//
// It also holds the scope, the bounds on searches over values. It does not
// know terms: package zed/eval computes values from them.
package value
