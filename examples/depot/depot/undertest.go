//go:build underTest

package depot

import "github.com/ttf-int/ttf-int/sut"

// underTest is an instance: all that the bindings must reach.
type underTest struct {
	store   *Store
	till    *Till
	journal *Journal
	clerk   *Clerk
	trader  *Trader
	desk    *Desk
}

func newUnderTest(fault Fault) *underTest {
	u := &underTest{store: &Store{map[Item]int{}, fault}, till: &Till{fault: fault}, journal: &Journal{fault: fault}}
	u.clerk = &Clerk{u.store, u.till, u.store.Take, u.store.Put, u.store.Add, u.store.Drop, u.till.Debit, fault}
	u.trader = &Trader{u.till, u.clerk.Issue, u.till.Credit, u.clerk.Spend, u.clerk.Receive, fault}
	u.desk = &Desk{u.trader.Sell, u.trader.Buy, u.trader.Buy, u.journal.Note, fault}
	return u
}

// Serve serves the units of the package, with a fault or none.
func Serve(fault Fault) {
	pieces, reply := sut.Names{"item?", "n?"}, sut.Names{"reply!"}
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest { return newUnderTest(fault) },
		State: []sut.Var[underTest]{
			sut.Field("stock", func(u *underTest) *map[Item]int { return &u.store.stock }),
			sut.Field("cash", func(u *underTest) *int { return &u.till.cash }),
			sut.Field("journal", func(u *underTest) *[]Event { return &u.journal.events }),
		},
		Units: []sut.Unit[underTest]{
			{Name: "put", Func: func(u *underTest, i Item, n int) { u.store.Put(i, n) }, Params: pieces},
			{Name: "take", Func: func(u *underTest, i Item, n int) { u.store.Take(i, n) }, Params: pieces},
			{Name: "add", Func: func(u *underTest, i Item) { u.store.Add(i) }, Params: sut.Names{"item?"}},
			{Name: "drop", Func: func(u *underTest, i Item) { u.store.Drop(i) }, Params: sut.Names{"item?"}},
			{Name: "credit", Func: func(u *underTest, sum int) { u.till.Credit(sum) }, Params: sut.Names{"sum?"}},
			{Name: "debit", Func: func(u *underTest, sum int) { u.till.Debit(sum) }, Params: sut.Names{"sum?"}},
			{Name: "note", Func: func(u *underTest, e Event) { u.journal.Note(e) }, Params: sut.Names{"event?"}},
			{Name: "issue", Func: func(u *underTest, i Item, n int) error { return u.clerk.Issue(i, n) },
				Params: pieces, Results: reply},
			{Name: "receive", Func: func(u *underTest, i Item, n int) { u.clerk.Receive(i, n) }, Params: pieces},
			{Name: "spend", Func: func(u *underTest, sum int) error { return u.clerk.Spend(sum) },
				Params: sut.Names{"sum?"}, Results: reply},
			{Name: "retire", Func: func(u *underTest, i Item) error { return u.clerk.Retire(i) },
				Params: sut.Names{"item?"}, Results: reply},
			{Name: "sell", Func: func(u *underTest, i Item, n int) error { return u.trader.Sell(i, n) }, Params: pieces,
				Results: reply},
			{Name: "buy", Func: func(u *underTest, i Item, n int) error { return u.trader.Buy(i, n) }, Params: pieces,
				Results: reply},
			{
				Name: "swap", Func: func(u *underTest, i, want Item, n int) error { return u.desk.Swap(i, want, n) },
				Params: sut.Names{"item?", "want?", "n?"}, Results: reply,
			},
			{Name: "order", Func: func(u *underTest, i Item, n int) error { return u.desk.Order(i, n) }, Params: pieces,
				Results: reply},
		},
		Seams: seams(),
		Types: []sut.Type{sut.Enum(map[Event]string{Ordered: "ordered"})},
		Errors: sut.Errors{
			sut.NoError("ok"), sut.Is(ErrUnknown, "unknown"), sut.Is(ErrShort, "short"), sut.Is(ErrPoor, "poor"),
			sut.Is(ErrLimited, "limited"),
		},
	})
}

// seams are where each unit calls another.
func seams() []sut.Seam[underTest] {
	return []sut.Seam[underTest]{
		sut.Hook("issue", "take", func(u *underTest) *func(Item, int) { return &u.clerk.take }),
		sut.Hook("receive", "put", func(u *underTest) *func(Item, int) { return &u.clerk.put }),
		sut.Hook("receive", "add", func(u *underTest) *func(Item) { return &u.clerk.add }),
		sut.Hook("retire", "drop", func(u *underTest) *func(Item) { return &u.clerk.drop }),
		sut.Hook("spend", "debit", func(u *underTest) *func(int) { return &u.clerk.debit }),
		sut.Hook("sell", "issue", func(u *underTest) *func(Item, int) error { return &u.trader.issue }),
		sut.Hook("sell", "credit", func(u *underTest) *func(int) { return &u.trader.credit }),
		sut.Hook("buy", "spend", func(u *underTest) *func(int) error { return &u.trader.spend }),
		sut.Hook("buy", "receive", func(u *underTest) *func(Item, int) { return &u.trader.receive }),
		sut.Hook("swap", "sell", func(u *underTest) *func(Item, int) error { return &u.desk.sell }),
		sut.Hook("swap", "buy", func(u *underTest) *func(Item, int) error { return &u.desk.swap }),
		sut.Hook("order", "buy", func(u *underTest) *func(Item, int) error { return &u.desk.order }),
		sut.Hook("order", "note", func(u *underTest) *func(Event) { return &u.desk.note }),
	}
}
