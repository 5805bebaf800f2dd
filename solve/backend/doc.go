// Package backend is the list of the solvers that a person can choose between, and the
// portfolio that asks them in turn: a name, and limits in; a solver out. It decides
// which solver answers, and nothing about how one does.
package backend
