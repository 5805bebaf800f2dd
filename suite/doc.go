// Package suite is the vocabulary of test cases, whatever made them: cases with their
// steps and what is expected of them, the leaves that they are taken from, testing
// trees, their conditions, and what kind of condition each is. Sources of cases fill it,
// and the stages after them plan, decide, run and report in its words.
package suite
