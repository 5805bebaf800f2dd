// Package workers runs functions on goroutines of their own without losing what they
// panic with: a mistake of the program reaches whoever waits for the work, as it would if the
// work were done there, and does not end the process from a goroutine that nobody sees. It
// does not hand out work: which goroutine does what is its users' concern.
package workers
