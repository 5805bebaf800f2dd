package depot

// limit is how much is ordered at once.
const limit = 3

// Desk takes what users ask for.
type Desk struct {
	sell  func(Item, int) error
	swap  func(Item, int) error // buys, for Swap
	order func(Item, int) error // buys, for Order
	note  func(Event)
	fault Fault
}

// Swap sells pieces of one item and buys as many of another.
func (d *Desk) Swap(item, want Item, n int) error {
	if d.fault == "swap-mfe" {
		return d.sell(item, 0)
	}
	if err := d.sell(item, n); err != nil {
		switch d.fault {
		case "swap-wfe":
			return ErrPoor
		case "swap-eci":
			_ = d.swap(want, n)
		}
		return err
	}
	switch {
	case d.fault == "swap-mic":
		return nil
	case d.fault == "swap-efe": // more than anybody has, which Buy refuses
		n = 1000
	case d.fault == "swap-wci" && n > 1:
		n--
	}
	return d.swap(want, n)
}

// Order buys pieces, a few at a time.
func (d *Desk) Order(item Item, n int) error {
	if n > limit {
		switch d.fault {
		case "order-wfe":
			return nil
		case "order-eci":
			_ = d.order(item, 1)
		}
		return ErrLimited
	}
	switch {
	case d.fault == "order-mic":
		return nil
	case d.fault == "order-mfe":
		n = 0
	case d.fault == "order-efe":
		n = 1000
	case d.fault == "order-wci" && n > 1:
		n--
	}
	err := d.order(item, n)
	if err == nil {
		d.note(Ordered)
	}
	return err
}
