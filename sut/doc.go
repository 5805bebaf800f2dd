// Package sut is what a program under test links: it serves the units of a Go
// program to ttf-int. It takes a Program, a table that says how an instance of
// the program is made, which of its functions are units, what each Z variable is
// bound to, and through which of its own function values and interfaces units
// call each other; it serves that table over the protocol in ttfint.proto, which
// package wire holds in Go. It never judges a result.
package sut
