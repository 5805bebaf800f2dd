package sut_test

import (
	"errors"

	"github.com/ttf-int/ttf-int/sut"
)

// A program as one finds it: unexported fields, an interface between two of its
// parts, an error result.
type bank struct {
	balance int64
	audit   auditor
}

type auditor interface {
	Note(amount int64) bool
}

type counter struct{ notes int }

func (c *counter) Note(int64) bool { c.notes++; return true }

var errNotEnough = errors.New("not enough money")

func (b *bank) Withdraw(amount int64) error {
	if amount > b.balance {
		return errNotEnough
	}
	b.audit.Note(-amount)
	b.balance -= amount
	return nil
}

// recordedAuditor is the adapter for the seam: one line for each method.
type recordedAuditor struct {
	auditor
	port *sut.Port
}

func (r recordedAuditor) Note(amount int64) bool {
	return sut.Through(r.port, "note", r.auditor.Note)(amount)
}

// bankUnderTest is an instance with what the bindings must reach: once its
// adapter is in place, the bank no longer says which auditor it has.
type bankUnderTest struct {
	bank
	counter *counter
}

// The unit withdraw has the schema variables balance, amount? and rep!; note has
// notes, amount? and ok!. To reach unexported fields, this file is in the
// program's own package; its main function calls Serve.
func Example() {
	serve := func() {
		type app = bankUnderTest
		sut.Serve(sut.Program[app]{
			New: func() *app {
				c := &counter{}
				return &app{bank{audit: c}, c}
			},
			Units: []sut.Unit[app]{
				{
					Name: "withdraw", Func: (*app).Withdraw, Params: sut.Names{"amount?"}, Results: sut.Names{"rep!"},
					Vars: []sut.Var[app]{sut.Field("balance", func(a *app) *int64 { return &a.balance })},
				},
				{
					Name: "note", Func: func(a *app, n int64) bool { return a.counter.Note(n) },
					Params: sut.Names{"amount?"}, Results: sut.Names{"ok!"},
					Vars: []sut.Var[app]{sut.Field("notes", func(a *app) *int { return &a.counter.notes })},
				},
			},
			Seams: []sut.Seam[app]{
				sut.Interface("withdraw", []string{"note"},
					func(a *app, p *sut.Port) { a.audit = recordedAuditor{a.audit, p} }),
			},
			Errors: sut.Errors{sut.NoError("ok"), sut.Is(errNotEnough, "notEnough")},
		})
	}
	_ = serve // in a program: func main() { serve() }
}
