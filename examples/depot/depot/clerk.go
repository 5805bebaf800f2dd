package depot

// Clerk works on the store and the till, and refuses what cannot be had.
type Clerk struct {
	store *Store
	till  *Till
	take  func(Item, int)
	put   func(Item, int)
	add   func(Item)
	drop  func(Item)
	debit func(int)
	fault Fault
}

// Issue hands out pieces of an item.
func (c *Clerk) Issue(item Item, n int) error {
	held, known := c.store.stock[item]
	switch {
	case !known:
		return ErrUnknown
	case n > held:
		switch {
		case c.fault == "issue-wfe":
			return nil
		case c.fault == "issue-mfe":
			c.take(item, n)
		case c.fault == "issue-eci" && held > 0:
			c.take(item, 1)
		}
		return ErrShort
	case c.fault == "issue-mic":
		return nil
	case c.fault == "issue-efe": // all of them, which is another case for Take
		n = held
	case c.fault == "issue-wci" && n+1 < held:
		n++
	}
	c.take(item, n)
	return nil
}

// Receive takes pieces in.
func (c *Clerk) Receive(item Item, n int) {
	_, known := c.store.stock[item]
	switch {
	case known && c.fault == "receive-eci":
		c.add("item3")
	case known && c.fault == "receive-wfe":
		c.store.stock["item3"] = 0 // behind the back of Add
	case known && c.fault == "receive-efe" && c.store.stock[item] > 0: // for an item with none
		c.store.stock["item2"] = 0
		item = "item2"
	case known && c.fault == "receive-wci" && n > 2:
		n++
	case !known && c.fault != "receive-mfe":
		c.add(item)
	}
	if known || c.fault != "receive-mic" {
		c.put(item, n)
	}
}

// Spend takes coins from the till.
func (c *Clerk) Spend(sum int) error {
	if sum > c.till.cash {
		switch c.fault {
		case "spend-wfe":
			return nil
		case "spend-mfe":
			c.debit(sum)
		case "spend-eci": // what there is
			c.debit(c.till.cash)
		}
		return ErrPoor
	}
	switch {
	case c.fault == "spend-mic":
		return nil
	case c.fault == "spend-efe": // all of them, which is another case for Debit
		sum = c.till.cash
	case c.fault == "spend-wci" && sum+1 < c.till.cash:
		sum++
	}
	c.debit(sum)
	return nil
}

// Retire forgets an item of which there are no pieces.
func (c *Clerk) Retire(item Item) error {
	held, known := c.store.stock[item]
	switch {
	case !known:
		if c.fault == "retire-eci" {
			c.drop("item2")
		}
		return ErrUnknown
	case held > 0:
		switch c.fault {
		case "retire-wfe":
			return ErrUnknown
		case "retire-mfe":
			c.drop(item)
		}
		return ErrShort
	case c.fault == "retire-mic":
		return nil
	case c.fault == "retire-wci" && len(c.store.stock) > 1: // another one that has none
		item = "item2"
	}
	c.drop(item)
	return nil
}
