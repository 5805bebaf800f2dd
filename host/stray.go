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

// stray returns the function that started the goroutine whose panic has ended a process,
// where the output says so and the goroutine does not run units; "" elsewhere.
func stray(output string) string {
	last := strings.LastIndex("\n"+output, "\npanic: ")
	if other := strings.LastIndex("\n"+output, "\nfatal error: "); other > last {
		last = other
	}
	if last < 0 {
		return ""
	}
	found := crash.FindStringSubmatch(output[last:])
	if found == nil {
		return ""
	}
	by := creator.FindStringSubmatch(found[1])
	if by == nil || strings.HasPrefix(by[1], ours) || strings.HasPrefix(by[1], "google.golang.org/grpc") {
		return ""
	}
	return by[1]
}
