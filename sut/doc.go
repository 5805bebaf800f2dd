// Package sut is what a program under test links: it serves the units of a Go
// program to ttf-int. It takes a Program, a table that says how an instance of
// the program is made, which of its functions are units, what each Z variable is
// bound to, and through which of its own function values and interfaces units
// call each other; it serves that table over the protocol in ttfint.proto, which
// package wire holds in Go. It never judges a result.
//
// It is large because programs under test link it and nothing else of ttf-int: bindings,
// conversions by reflection, hooks and the session of the protocol.
package sut
