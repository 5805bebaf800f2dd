// Package affected finds what a change of a project affects. Its input is a plan, and what
// passed in earlier runs of this process; its output are the names of the units, machines
// and properties that are to run again: those of which something changed, and those that
// use, call or consist of them.
//
// Beside that it finds what is affected by what a project says otherwise than it said before, and why each is.
//
// It runs nothing, and does not look at files.
package affected
