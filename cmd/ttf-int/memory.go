package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

// The bounds and the default of --memory, in megabytes. The program itself takes some;
// most problems and plans take a few dozen more.
const (
	minMemory     = 64
	defaultMemory = 2048
	maxMemory     = 1 << 20
)

// megabytes is how much memory ttf-int may use for planning and solving.
type megabytes int64

func (m megabytes) bytes() int64 { return int64(m) << 20 }

// apply sets the memory limit of the garbage collector, unless the environment sets it
// (GOMEMLIMIT, GOGC).
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

// gcPercent is the garbage collector's target (GOGC). Planning makes much garbage and
// keeps little: with Go's default half of its time would go into collecting.
const gcPercent = 400
