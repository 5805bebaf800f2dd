package chain

// InsertBy has another method insert.
func (c *Chain) InsertBy(v int) bool { return c.InsertLast(v) }

// InsertByOther has a method insert that has another one do it.
func (c *Chain) InsertByOther(v int) bool { return c.InsertBy(v) }

// InsertTwice has another method insert twice, and says what the second time came of.
func (c *Chain) InsertTwice(v int) bool {
	c.Insert(v)
	return c.Insert(v)
}

// InsertOften has another method insert and remove a great many times, and then does nothing.
func (c *Chain) InsertOften(v int) bool {
	for range 11_000 {
		if c.Insert(v) {
			c.Remove(c.linkOf(v))
		}
	}
	return v < 0
}

// linkOf returns the link of a number.
func (c *Chain) linkOf(v int) *link {
	l := c.first
	for l.value != v {
		l = l.next
	}
	return l
}

// InsertApart has another method insert in a goroutine.
func (c *Chain) InsertApart(v int) bool {
	done := make(chan bool)
	go func() { done <- c.InsertLast(v) }()
	return <-done
}

// InsertBroken has another method insert into what is not a chain.
func (c *Chain) InsertBroken(v int) bool {
	c.size++
	return c.Insert(v)
}

// InsertNot does nothing.
func (c *Chain) InsertNot(v int) bool { return v < 0 }

// PopQuietly recovers from a panic of another method.
func (c *Chain) PopQuietly() {
	defer func() { _ = recover() }()
	c.PopPanics()
}

// PopLoudly does not.
func (c *Chain) PopLoudly() { c.PopPanics() }

// IsSmaller tells whether there is less than before.
func IsSmaller(before, after *Chain) bool { return after.size < before.size }
