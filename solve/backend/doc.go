// Package backend has the list of the solvers between which a person can choose, and
// the portfolio, which asks several of them in turn. It takes the name of a back end
// and limits, and returns a solver. It decides which solver answers, and nothing about
// how a solver answers.
package backend
