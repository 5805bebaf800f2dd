// Package mutation makes mutants of a Go package: copies with one small mistake each, of
// which the field has a list (DeMillo, Lipton and Sayward 1978; Offutt and others 1996).
// In goes the text of a package's files; out come the mutants, and the text of the files
// in which all of them stand beside what they are mutants of, so that the package is built
// once: an environment variable says which one a process is. A mutant that the compiler
// would refuse is not made. The package starts no process and writes no file; which cases
// find a mutant is not its concern.
package mutation
