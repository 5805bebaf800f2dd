package host

import (
	"regexp"
	"strconv"
	"strings"
)

// crash matches the output of a Go program that a panic ended. The stack of the
// goroutine that panicked comes first.
var crash = regexp.MustCompile(`(?m)^(?:panic|fatal error): [^\x00]*?^(goroutine \d+ [^\n]*:\n(?:[^\n]+\n)*)`)

// creator matches the line of a stack that says what started the goroutine.
var creator = regexp.MustCompile(`(?m)^created by (.+?)(?: in goroutine \d+)?$`)

// ours is the prefix of the functions that run units. Panics there are recovered;
// whatever else ends the process in such a goroutine is the fault of the unit at work.
const ours = "github.com/ttf-int/ttf-int/sut."

// watching is the function that a goroutine is in while the values of a call are read.
const watching = ours + "(*running).observe("

// What the SDK has the first line of a stack say of what started the goroutine: the step
// and the call, 0 for the unit, or what the adapter was doing.
var (
	startedIn = regexp.MustCompile(`^goroutine \d+ \[[^\n]*"ttf-int-call": "(\d+)/(\d+)"`)
	startedAt = regexp.MustCompile(`^goroutine \d+ \[[^\n]*"ttf-int-phase": "([^"\n]+)"`)
)

// starter returns what a stack says of which call has started its goroutine; ok is
// whether it says so, of a step of this id.
func starter(stack string, step uint64) (call uint64, ok bool) {
	found := startedIn.FindStringSubmatch(stack)
	if found == nil || found[1] != strconv.FormatUint(step, 10) {
		return 0, false
	}
	call, err := strconv.ParseUint(found[2], 10, 64)
	return call, err == nil
}

// startedByAdapter returns what the adapter was doing when it started the goroutine of a
// stack; "" where it did not.
func startedByAdapter(stack string) string {
	if found := startedAt.FindStringSubmatch(stack); found != nil {
		return found[1]
	}
	return ""
}

// crashStack returns the stack of the goroutine whose panic ended a process; "" where the
// output has none.
func crashStack(output string) string {
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

// starterOf returns the function that started the goroutine with the given stack; "" where
// the stack does not show that, or where the goroutine runs units.
func starterOf(stack string) string {
	by := creator.FindStringSubmatch(stack)
	if by == nil || strings.HasPrefix(by[1], ours) || strings.HasPrefix(by[1], "google.golang.org/grpc") {
		return ""
	}
	return by[1]
}
