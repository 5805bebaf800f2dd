// Package runner executes a plan against processes of the systems under test.
// It takes a plan and gives a result.Run: it builds and starts the systems,
// decides the stubs again on what really passed, sends the cases, answers the
// calls that stubs stand in for, has every outcome judged, and keeps each
// result in the project's folder as it comes. A case that failed is never run
// again in the hope that it passes.
package runner
