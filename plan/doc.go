// Package plan puts the planning stages together: it takes a system and gives
// one serialisable plan, with the layers, the testing trees, the test cases
// with their expected results, and a stub decision for every callee of every
// case. It assumes that every case will pass, starts nothing and writes no
// files.
package plan
