package plan

import "github.com/ttf-int/ttf-int/spec"

// Table is what the stub of a callee answers a caller, to be reviewed by a person
// and kept as a manual stub.
type Table struct {
	Caller, Callee string
	Seed           int64
	Rows           []spec.Answer
	Left           []string // calls without an answer, one sentence each
	Open           []string // cases of the caller of which not every call is foreseen
}
