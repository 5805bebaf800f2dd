// Package runner executes a plan against the programs under test. It takes a plan
// and gives a result.Run: it has the programs built and started, decides the stubs
// again on what really passed, has the cases sent, answers the calls that stubs
// stand in for, has every outcome judged, and each result kept as it comes. It
// starts no process and knows no protocol, which is host's. A case that failed is
// never run again in the hope that it passes.
//
// The package is larger than others because decisions, certificates and verdicts of a run
// rest on each other: what was drawn at random, what failed in a callee, and what a table
// of stubs answered change which stubs the next case has.
package runner
