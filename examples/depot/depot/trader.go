package depot

// Trader moves pieces for coins, one for one.
type Trader struct {
	till    *Till
	issue   func(Item, int) error
	credit  func(int)
	spend   func(int) error
	receive func(Item, int)
	fault   Fault
}

// Sell hands out pieces and takes coins in.
func (t *Trader) Sell(item Item, n int) error {
	if t.fault == "sell-mfe" {
		return t.issue(item, 0)
	}
	if err := t.issue(item, n); err != nil {
		switch t.fault {
		case "sell-wfe":
			return ErrPoor
		case "sell-eci":
			t.credit(n)
		}
		return err
	}
	switch t.fault {
	case "sell-mic":
		return nil
	case "sell-efe": // nothing, which is another case for Credit
		n = 0
	case "sell-wci":
		n++
	}
	t.credit(n)
	return nil
}

// Buy takes pieces in and hands out coins.
func (t *Trader) Buy(item Item, n int) error {
	sum := n
	switch {
	case t.fault == "buy-efe": // more than anybody has, which Spend refuses
		sum = 1000
	case t.fault == "buy-wci" && n < t.till.cash:
		sum = n + 1
	}
	if err := t.spend(sum); err != nil {
		switch t.fault {
		case "buy-wfe":
			return ErrUnknown
		case "buy-eci":
			t.receive(item, n)
		}
		return err
	}
	switch t.fault {
	case "buy-mic":
		return nil
	case "buy-mfe":
		n = 0
	}
	t.receive(item, n)
	return nil
}
