//go:build underTest

package bank

import "github.com/ttf-int/ttf-int/sut"

// underTest is an instance: all that the bindings must reach. Behind its seams,
// neither the desk nor the teller says any longer whom it works with.
type underTest struct {
	books  *Books
	teller *Teller
	desk   *Desk
}

// recordedLedger and recordedMover stand in front of what they hold: a line for
// each method.
type recordedLedger struct {
	Ledger
	port *sut.Port
}

func (r recordedLedger) Deposit(to ID, amount int) {
	sut.Through(r.port, "deposit", r.Ledger.Deposit)(to, amount)
}

func (r recordedLedger) Withdraw(from ID, amount int) error {
	return sut.Through(r.port, "withdraw", r.Ledger.Withdraw)(from, amount)
}

type recordedMover struct {
	Mover
	port *sut.Port
}

func (r recordedMover) Transfer(from, to ID, amount int) error {
	return sut.Through(r.port, "transfer", r.Mover.Transfer)(from, to, amount)
}

// Serve serves the units of the package, with a fault or none.
func Serve(fault Fault) {
	move := sut.Names{"from?", "to?", "amount?"}
	reply := sut.Names{"reply!"}
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest {
			b := &Books{balance: map[ID]int{}, fault: fault}
			t := &Teller{b, fault}
			return &underTest{b, t, &Desk{t}}
		},
		State: []sut.Var[underTest]{sut.Field("balance", func(u *underTest) *map[ID]int { return &u.books.balance })},
		Units: []sut.Unit[underTest]{
			{
				Name:   "deposit",
				Func:   func(u *underTest, to ID, amount int) { u.books.Deposit(to, amount) },
				Params: sut.Names{"to?", "amount?"},
			},
			{
				Name:   "open",
				Func:   func(u *underTest, id ID) error { return u.books.Open(id) },
				Params: sut.Names{"id?"}, Results: reply,
			},
			{
				Name:   "withdraw",
				Func:   func(u *underTest, from ID, amount int) error { return u.books.Withdraw(from, amount) },
				Params: sut.Names{"from?", "amount?"}, Results: reply,
			},
			{
				Name: "transfer",
				Func: func(u *underTest, from, to ID, amount int) error {
					return u.teller.Transfer(from, to,
						amount)
				},
				Params: move, Results: reply,
			},
			{
				Name:   "pay",
				Func:   func(u *underTest, from, to ID, amount int) error { return u.desk.Pay(from, to, amount) },
				Params: move, Results: reply,
			},
		},
		Seams: []sut.Seam[underTest]{
			sut.Interface("transfer", []string{"deposit", "withdraw"}, func(u *underTest, p *sut.Port) {
				u.teller.ledger = recordedLedger{u.teller.ledger, p}
			}),
			sut.Interface("pay", []string{"transfer"}, func(u *underTest, p *sut.Port) {
				u.desk.teller = recordedMover{u.desk.teller, p}
			}),
		},
		Errors: sut.Errors{
			sut.NoError("ok"), sut.Is(ErrUnknown, "unknown"), sut.Is(ErrNotEnough, "notEnough"),
			sut.Is(ErrSame, "same"),
			sut.Is(ErrTaken, "taken"),
		},
	})
}
