// Package conformance holds an SDK against the protocol between ttf-int and programs under test. It takes the command
// of a program that the SDK serves, the counter that this page describes, runs it as the host would, and gives for each
// check in Checks what was wrong. It knows nothing of the language of the program, and nothing of specifications.
//
// The counter has one variable of the state, value, an integer, which is 0 at first, can be set, and is read. Its units
// have these inputs and outputs beside it:
//
//	add      n?      sum!, r!  adds n? to value; sum! is what it is then, r! is ok. Where it would be more than 100,
//	                           it changes nothing, and fails with an error for which the table has the constant
//	                           overflow: r! is overflow
//	twice    n?                calls add with n?, two times
//	many     n?                calls add with 0, n? times
//	swallow  n?                calls add with n?, and goes on whatever that raises or panics with
//	relay    n?      sum!, r!  calls add with n?, and gives what that gives, its error too
//	nest     n?                calls twice with n?
//	collapse                   calls fail
//	fail                       raises or panics with what the table has no constant for, of the text "as it is to"
//	leave                      ends the process with the code 3
//	say      text?             writes the text and a newline to standard output, "!", the text and a newline to
//	                           standard error
//	reverse  list?   list!     a sequence of integers in the other order
//	name     name?   name!     the same string
//	flip     flag?   flag!     true for false, and false for true
//	table    table?  table!    the same function from strings to integers, as an association in the language
//	square   n?      rows!     n? sequences of the integers from 1 to n?
//	repeat   name?, n?
//	                 names!    n? times the string
//	copy             copy!     another counter of the same value
//	larger   other?  larger!   itself, or the other counter where that has a greater value
//	late     n?                has add called with n?, 300 ms after it has returned
//	abandon                    leaves a thread behind that does not end, or what holds an event loop
//	pause    n?                sleeps for n? ms
//	both                       calls meet twice, at the same time
//	meet                       returns when it was called twice
//	drain    other?            adds the value of another counter to its own, which has 0 then
//
// Where the SDK serves them, it has these too, and it is said of an SDK what it lacks:
//
//	child    text?             a unit that has another process write the text and a newline to the standard output
//	                           that this inherits
//	reversed twice             a property: a list that is reversed twice is what it was
//	Counter                    a class, with an operation that makes an object of nothing, and plus, which adds an
//	                           integer and gives the sum
//
//	spoil, show                where the environment variable TTF_INT_COUNTER is "shown", show gives value as value!,
//	                           and is what value is read by; spoil leaves a counter of which show fails, with the
//	                           text "it cannot be shown"
//
// The calls of add that twice, many, swallow, relay and late make are intercepted, that of twice by nest, that of fail
// by collapse, and those of meet by both. Where the environment variable TTF_INT_COUNTER is "wrong", the table has a
// second unit of the name add, whatever it does. Where it is "rounds", value is set to the even number below what it is
// set to where that is odd.
package conformance
