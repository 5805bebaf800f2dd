// Command sut serves a stack whose faults take several operations to show. MACHINE_FAULT
// chooses one.
package main

import (
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut"
)

// fault is what is wrong, and after it words that say other things of the program, with dashes
// between them: the stack cannot be set (fixed) or is not shown (unseen), and what is left open is
// decided by chance (random).
var fault, is = faultOf(os.Getenv("MACHINE_FAULT"))

func faultOf(text string) (fault string, is map[string]bool) {
	is = map[string]bool{}
	for word := range strings.SplitSeq(text, "-") {
		if word == "fixed" || word == "unseen" || word == "random" {
			is[word] = true
		} else {
			fault = word
		}
	}
	return fault, is
}

// shared is what all stacks begin with under the fault aliased.
var shared = make([]int64, 0, 64)

type stack struct {
	s      []int64
	pushed int
	popped bool
	pop    func() int64
}

func begin() *stack {
	k := &stack{}
	switch fault {
	case "aliased":
		k.s = shared
	case "begins":
		k.s = []int64{1}
	}
	k.pop = k.Pop
	return k
}

func (k *stack) Push(x int64) {
	k.pushed++
	if fault == "third" && k.pushed == 3 {
		x++
	}
	if fault == "sevens" && x > 5 && x%7 == 5 {
		x++
	}
	if fault == "panics" && k.pushed == 3 {
		panic("no third")
	}
	if fault == "recurses" && k.pushed == 3 {
		k.Push(x - int64(recurse(int(x))))
	}
	if fault == "exits" && k.pushed == 3 {
		os.Exit(3)
	}
	if fault == "hangs" && k.pushed == 3 {
		time.Sleep(time.Hour)
	}
	k.s = append(k.s, x)
}

// recurse calls itself up to the largest integer, which its stack has no room for.
func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + 1
}

func (k *stack) Pop() int64 {
	x := k.s[len(k.s)-1]
	k.s, k.popped = k.s[:len(k.s)-1], true
	if fault == "pops" && k.pushed == 2 {
		x++
	}
	return x
}

func (k *stack) Pick() int64 {
	last := k.pushed%2 == 0 && fault != "heads"
	if is["random"] {
		last = rand.IntN(2) == 0
	}
	if last {
		return k.Pop()
	}
	x := k.s[0]
	k.s = append([]int64{}, k.s[1:]...)
	return x
}

func (k *stack) Size() int64 {
	if fault == "popped" && k.popped {
		return int64(len(k.s)) + 1
	}
	return int64(len(k.s))
}

func (k *stack) Again() (left, top int64) {
	top = k.pop()
	return int64(len(k.s)), top
}

func main() {
	vars := []sut.Var[stack]{sut.Field("s", func(k *stack) *[]int64 { return &k.s })}
	if is["unseen"] {
		vars = nil
	} else if is["fixed"] {
		vars = []sut.Var[stack]{sut.Property("s", func(k *stack) []int64 { return k.s }, nil)}
	}
	sut.Serve(sut.Program[stack]{
		New: begin,
		Units: []sut.Unit[stack]{
			{Name: "push", Func: (*stack).Push, Params: sut.Names{"x?"}, Vars: vars},
			{Name: "pop", Func: (*stack).Pop, Results: sut.Names{"top!"}, Vars: vars},
			{Name: "pick", Func: (*stack).Pick, Results: sut.Names{"some!"}, Vars: vars},
			{Name: "size", Func: (*stack).Size, Results: sut.Names{"n!"}, Vars: vars},
			{Name: "again", Func: (*stack).Again, Results: sut.Names{"x!", "top!"}, Vars: vars},
		},
		Seams: []sut.Seam[stack]{sut.Hook("again", "pop", func(k *stack) *func() int64 { return &k.pop })},
	})
}
