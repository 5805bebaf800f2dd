// Package ci writes what continuous-integration systems read of a run: annotations and a summary for GitHub, code
// quality for GitLab, CTRF, TAP, and a stream of JSON lines while the run goes on; and the files with which such a
// system begins to run ttf-int. Its input is a finished run, or its results one by one; its output are bytes within
// the limits of who reads them, in which nothing that a unit under test wrote is a command. It decides no verdict,
// and it asks no system for anything.
package ci
