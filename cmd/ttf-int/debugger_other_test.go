//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// debugged is not used here: a debugger that is attached does not show.
func attachDebugger(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("only on Linux") }
