package main

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"
)

// TestInterrupts: a terminal that goes is an interrupt, unless that is to be ignored.
func TestInterrupts(t *testing.T) {
	before := signal.Ignored(syscall.SIGHUP)
	t.Cleanup(func() {
		if signal.Reset(syscall.SIGHUP); before {
			signal.Ignore(syscall.SIGHUP)
		}
	})
	signal.Ignore(syscall.SIGHUP)
	if slices.Contains(interrupts(), os.Signal(syscall.SIGHUP)) {
		t.Error("it is ignored, and ends a command line")
	}
	signal.Reset(syscall.SIGHUP)
	if heard := !signal.Ignored(syscall.SIGHUP); slices.Contains(interrupts(), os.Signal(syscall.SIGHUP)) != heard {
		t.Errorf("heard is %v", heard)
	}
}
