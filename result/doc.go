// Package result holds the outcomes of a run as plain data: verdicts, error
// classes, blame, traces and stub decisions. Its JSON form is the one that
// users read (`run --json`); it judges nothing.
package result
