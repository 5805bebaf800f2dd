// Package arena hands out memory in small pieces of large blocks. It takes how
// many things are wanted and gives a slice of that many zero values, which is
// the caller's own. It never takes memory back: a block is free when nothing of
// it is in use any more.
package arena
