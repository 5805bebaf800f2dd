// Package runner executes a plan against the programs under test. It takes a plan
// and gives a result.Run: it has the programs built and started, decides the stubs
// again on what really passed, has the cases sent, answers the calls that stubs
// stand in for, has every outcome judged, and each result kept as it comes. It
// starts no process and knows no protocol, which is host's. A case that failed is
// never run again in the hope that it passes.
package runner
