package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
)

// theatre is a chain of two callees that each leave several alternatives; the
// first one's answer is hidden, and the second has a promoted operation in it.
const theatre = `[SEAT, PATRON]
REPLY ::= ok | unknown | full | broke
House == [free : ℙ SEAT; sold : SEAT ⇸ PATRON | free ∩ dom sold = ∅]
Account == [balance : ℕ; visits : ℕ]
Accounts == [accounts : PATRON ⇸ Account]
Reply == [reply! : REPLY]
Book == [ΔHouse; who? : PATRON | ∃ s : free • free' = free \ {s} ∧ sold' = sold ∪ {s ↦ who?}]
Cancel == [ΔHouse; seat? : SEAT; Reply | seat? ∈ dom sold ∧ free' = free ∪ {seat?} ∧ sold' = {seat?} ⩤ sold ∧ reply! = ok] ∨
  [ΞHouse; seat? : SEAT; Reply | seat? ∉ dom sold ∧ reply! = unknown]
Pay == [ΔAccount; price? : ℕ | price? ≤ balance ∧ balance' = balance − price? ∧ visits' = visits + 1]
ΦAccount == [ΔAccounts; ΔAccount; who? : PATRON |
  who? ∈ dom accounts ∧ accounts who? = θAccount ∧ accounts' = accounts ⊕ {who? ↦ θAccount′}]
Charge == ((∃ ΔAccount • ΦAccount ∧ Pay) ∧ [Reply | reply! = ok]) ∨
  [ΞAccounts; who? : PATRON; price? : ℕ; Reply | who? ∈ dom accounts ∧ price? > (accounts who?).balance ∧ reply! = broke]
Sell == (Charge ∧ Book ∧ [Reply | reply! = ok]) ∨ (Charge ∧ [ΞHouse; Reply | free ≠ ∅ ∧ reply! ≠ ok])
Exchange == ((Cancel ∧ [Reply | reply! = ok]) \ (reply!)) ⨾ Sell
`

// A case is found, and one that is given is placed, where only the alternatives
// of the callees one by one show the intermediate states; and the call that starts
// from one of these is foreseen.
func TestIntermediateStates(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, theatre, unit("book", "Book", ""), unit("cancel", "Cancel", ""),
		unit("charge", "Charge", ""),
		unit("sell", "Sell", ""), unit("exchange", "Exchange", `scope: {int: [0, 2], set: 2, given: 2}
cases:
  - free: {set: [seat2]}
    sold: {set: [{tuple: [seat1, patron2]}]}
    seat?: seat1
    accounts: {set: [{tuple: [patron1, {binding: {balance: 1, visits: 1}}]}]}
    who?: patron1
    price?: 2
`)), planner.Options{Steps: 3000})
	u := p.Unit("exchange")
	if len(u.Cases) < 2 || !u.Cases[0].Own {
		t.Fatalf("%d cases", len(u.Cases))
	}
	for _, c := range u.Cases {
		for _, ch := range c.Stubs {
			if ch.Decision != result.Self {
				t.Errorf("%s: %s is %s: %s", c.ID, ch.Callee, ch.Decision, ch.Reason)
			}
		}
	}
}
