package plan

import "github.com/ttf-int/ttf-int/spec"

// Table holds the answers that the stub of a callee gives to a caller, to be reviewed
// by a person and kept as a manual stub.
type Table struct {
	Caller, Callee string
	Seed           int64
	Rows           []spec.Answer
	Left           []string // the calls that have no answer, one sentence each
	Open           []string // the cases of the caller of which not every call can be foreseen
}
