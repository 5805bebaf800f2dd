// Package history says what earlier runs that are kept know of a plan: which of its cases, machines and properties
// are not known to pass as they are planned now, which failed last, and which passes stand for cases, so that these
// need not run again. Its input is a plan, and what is remembered of runs, the oldest first; its output are names and
// results. It reads no file, and whether a program has changed since a run it does not ask, but is told.
package history
