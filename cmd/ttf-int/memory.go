package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

// The limits of --memory, in megabytes: the program itself takes some, and most
// problems and plans a few dozen more.
const (
	minMemory     = 64
	defaultMemory = 2048
	maxMemory     = 1 << 20
)

// megabytes is how much memory ttf-int may use for what it works out.
type megabytes int64

func (m megabytes) bytes() int64 { return int64(m) << 20 }

// apply has the garbage collector keep within the limit, unless the environment
// says what it is to do.
func (m megabytes) apply() error {
	if m < minMemory || m > maxMemory {
		return fmt.Errorf("--memory %d: expected a number of megabytes from %d to %d", m, minMemory, maxMemory)
	}
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(m.bytes() / 10 * 9) // the rest is what the collector is late by
	}
	return nil
}

// gcPercent is the garbage collector's target: planning makes much garbage beside
// little that stays, and by default half of its time would go into collecting it.
const gcPercent = 400
