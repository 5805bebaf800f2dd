// Package fsm has finite machines as plain data, and the sequences of inputs that prove
// that an implementation conforms to one. Its input is a machine whose states, inputs and
// outputs are numbers with labels; its output is a suite of sequences, as a tree in which
// common beginnings are shared, and what the suite proves. It does not know what states
// and inputs stand for, and runs nothing.
package fsm
