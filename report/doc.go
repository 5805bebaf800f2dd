// Package report writes what a plan or a run found, for people and for other programs:
// on a terminal, as JUnit XML, as JSON, as the stub report that people review (text,
// Markdown, one HTML page), and as pictures of the uses and calls relations. Its input
// is a plan, a run, or both; its output goes to an io.Writer. It opens no files and
// decides no verdicts.
//
// It is large because it has a writer for each of some ten formats, which do not depend
// on each other.
package report
