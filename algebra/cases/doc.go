// Package cases makes the test cases of a class in a project: of its originals, which are given,
// all up to a length, or drawn, pairs of sequences that check themselves; and of a pair that
// failed smaller ones, and those of its beginnings, each with its tag proved again. It runs no
// program.
package cases
