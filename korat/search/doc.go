// Package search is what a program that enumerates structures consists of, beside the user's
// own packages: the objects that candidates are made of, the hooks that tell it what the
// predicate reads, the search of section 3 of Boyapati, Khurshid and Marinov, "Korat: Automated
// Testing Based on Java Predicates" (2002), and the lines that it writes. Its text is compiled
// into the user's module, so that this needs no new dependency, and imports the standard
// library alone. It decides nothing about bounds: it is told them. It is longer than 3,000 lines: what is compiled
// into a module is one package there, calls of methods and searches from snapshots included.
package search
