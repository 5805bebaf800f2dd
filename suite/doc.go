// Package suite is the vocabulary of test cases, whatever made them: testing trees,
// their conditions, and what kind of condition each is. Sources of cases fill it,
// and the stages after them plan, decide, run and report in its words.
package suite
