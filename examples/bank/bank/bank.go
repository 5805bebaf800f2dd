// Package bank moves money between accounts. It is a program as one finds it:
// unexported fields, interfaces between its parts, errors as results. It knows
// nothing of tests; undertest.go, which does, is in no other build.
package bank

import "errors"

// ID names an account.
type ID string

// The reasons for which no money moves.
var (
	ErrUnknown   = errors.New("no such account")
	ErrNotEnough = errors.New("not enough money")
	ErrSame      = errors.New("payer and payee are one account")
	ErrTaken     = errors.New("there is such an account")
)

// Ledger is what a Teller needs of the books.
type Ledger interface {
	Deposit(to ID, amount int)
	Withdraw(from ID, amount int) error
}

// Mover is what a Desk needs of a teller.
type Mover interface {
	Transfer(from, to ID, amount int) error
}

// Books say what each account holds.
type Books struct {
	balance map[ID]int
	fault   Fault
}

// Deposit adds an amount to an account, which must exist.
func (b *Books) Deposit(to ID, amount int) {
	if b.fault == DepositReplaces {
		b.balance[to] = 0
	}
	b.balance[to] += amount
}

// Open opens an account, which must not exist.
func (b *Books) Open(id ID) error {
	_, taken := b.balance[id]
	if !taken || b.fault == OpenEmpties {
		b.balance[id] = 0
	}
	if taken {
		return ErrTaken
	}
	return nil
}

// Withdraw takes an amount from an account that holds as much.
func (b *Books) Withdraw(from ID, amount int) error {
	held, ok := b.balance[from]
	switch {
	case !ok:
		return ErrUnknown
	case amount > held && b.fault != WithdrawOverdraws:
		return ErrNotEnough
	}
	b.balance[from] = held - amount
	return nil
}

// Teller moves money in a ledger.
type Teller struct {
	ledger Ledger
	fault  Fault
}

// Transfer moves an amount from one account to another, which must exist.
func (t *Teller) Transfer(from, to ID, amount int) error {
	err := t.ledger.Withdraw(from, amount)
	if err == nil && t.fault != TransferForgetsDeposit || err != nil && t.fault == TransferIgnoresRefusal {
		t.ledger.Deposit(to, amount)
	}
	return err
}

// Desk takes orders from customers.
type Desk struct{ teller Mover }

// Pay carries out an order, unless nothing would come of it.
func (d *Desk) Pay(from, to ID, amount int) error {
	if from == to {
		return ErrSame
	}
	return d.teller.Transfer(from, to, amount)
}

// Fault is a mistake that the program can be made to have, to see what ttf-int
// says about it.
type Fault string

// The faults.
const (
	DepositReplaces        Fault = "deposit-replaces"   // what was there is lost
	OpenEmpties            Fault = "open-empties"       // an account that exists loses what it holds
	WithdrawOverdraws      Fault = "withdraw-overdraws" // more is taken than there is
	TransferForgetsDeposit Fault = "transfer-forgets-deposit"
	TransferIgnoresRefusal Fault = "transfer-ignores-refusal" // deposits what was not withdrawn
)
