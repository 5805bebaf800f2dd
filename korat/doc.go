// Package korat enumerates the structures for which a Go predicate returns true: it finds the predicate of a
// type, has its bounds resolved, its reads rewritten, and a program built in the user's module that makes the
// search, without a change to any file there; and it runs that program and says what it finds. It takes the name
// of a type and gives structures one by one, and what became of the search. It does not look for structures
// itself: that is what the program does, in search, which is compiled into it.
package korat
