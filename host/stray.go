package host

import (
	"regexp"
	"strings"
)

// crash is how a Go program ends that panics where nothing recovers: the stack of the
// goroutine that did comes first.
var crash = regexp.MustCompile(`(?m)^(?:panic|fatal error): [^\x00]*?^goroutine \d+ [^\n]*:\n((?:[^\n]+\n)*)`)

// creator says in a stack what started its goroutine.
var creator = regexp.MustCompile(`(?m)^created by (.+?)(?: in goroutine \d+)?$`)

// ours are the functions that run units: a panic there is recovered, and all else that
// ends a process in such a goroutine is of the unit at work.
const ours = "github.com/ttf-int/ttf-int/sut."

// watching is the function in which a goroutine is while the values of a call are read.
const watching = ours + "(*running).observe("

// crashed returns the stack of the goroutine whose panic has ended a process, "" where the
// output has none.
func crashed(output string) string {
	last := strings.LastIndex("\n"+output, "\npanic: ")
	if other := strings.LastIndex("\n"+output, "\nfatal error: "); other > last {
		last = other
	}
	if last < 0 {
		return ""
	}
	if found := crash.FindStringSubmatch(output[last:]); found != nil {
		return found[1]
	}
	return ""
}

// stray returns the function that started a goroutine with a stack; "" where the stack
// does not say so, or the goroutine runs units.
func stray(stack string) string {
	by := creator.FindStringSubmatch(stack)
	if by == nil || strings.HasPrefix(by[1], ours) || strings.HasPrefix(by[1], "google.golang.org/grpc") {
		return ""
	}
	return by[1]
}
