// Package functions evaluates what axioms define by equations: functions, and sets of which
// clauses say what is in them. A clause has a pattern that fits an argument, a condition
// and a body; its parts are programs of their own, so that functions may call themselves.
//
// It decides nothing about arguments that no clause fits: the axioms leave their values open.
package functions
