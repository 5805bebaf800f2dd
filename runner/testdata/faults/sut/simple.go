package main

// Stack is a stack.
type Stack struct {
	elems []int
}

// Push has faults that later operations show.
func (s *Stack) Push(x int) {
	if n := len(s.elems); has("stack-push-below") && n > 0 {
		s.elems[n-1] = x
	}
	s.elems = append(s.elems, x)
	if has("stack-push-third") && len(s.elems) == 3 {
		s.elems = s.elems[1:]
	}
}

func (s *Stack) Pop() error {
	n := len(s.elems)
	if n == 0 {
		return errNone
	}
	if s.elems = s.elems[:n-1]; has("stack-pop-two") && n > 2 {
		s.elems = s.elems[:n-2]
	}
	return nil
}

func (s *Stack) Swap() error {
	n := len(s.elems)
	if n < 2 {
		return errNone
	}
	s.elems[n-1], s.elems[n-2] = s.elems[n-2], s.elems[n-1]
	if has("stack-swap-copies") {
		s.elems[n-2] = s.elems[n-1]
	}
	return nil
}

func (s *Stack) Top() (int, error) {
	n := len(s.elems)
	switch {
	case n == 0:
		return 0, errNone
	case has("stack-top") && n == 3:
		return s.elems[0], nil
	}
	return s.elems[n-1], nil
}

func (s *Stack) Depth() int { return len(s.elems) }

// Buffer is a queue in a ring.
type Buffer struct {
	ring           []int
	bound, at, len int
}

func newBuffer(n int) *Buffer {
	b := &Buffer{ring: make([]int, min(max(n, 0), 100)), bound: n}
	if has("buffer-create") && n > 1 {
		b.ring = b.ring[:n-1]
	}
	return b
}

func (b *Buffer) Put(x int) error {
	if b.len >= b.bound {
		return errNone
	}
	at := (b.at + b.len) % len(b.ring)
	if has("buffer-put-wrap") && b.at > 0 {
		at = 0
	}
	b.ring[at] = x
	b.len++
	return nil
}

func (b *Buffer) Get() error {
	if b.len == 0 {
		return errNone
	}
	b.at, b.len = (b.at+1)%len(b.ring), b.len-1
	if has("buffer-get-empty") && b.len == 0 {
		return errNone
	}
	return nil
}

func (b *Buffer) Reset() {
	if b.len = 0; has("buffer-reset") {
		b.bound = max(0, b.bound-b.at)
	}
}

func (b *Buffer) Front() (int, error) {
	if b.len == 0 {
		return 0, errNone
	}
	return b.ring[b.at], nil
}

func (b *Buffer) Size() int { return b.len }

func (b *Buffer) Room() int {
	if has("buffer-room") && b.len > 0 {
		return b.bound - b.len + b.at
	}
	return b.bound - b.len
}

// Bank has accounts.
type Bank struct {
	accounts map[string]int
	sum      int
}

func (b *Bank) Open(a string) error {
	if _, is := b.accounts[a]; is {
		return errNone
	}
	if b.accounts[a] = 0; has("bank-open") && len(b.accounts) == 2 {
		b.sum = 0
	}
	return nil
}

// book is what pay, draw and move have in common.
func (b *Bank) book(a string, n int) {
	if b.accounts[a] += n; has("bank-book") {
		n = 1
	}
	b.sum += n
}

func (b *Bank) Pay(a string, n int) error {
	if _, is := b.accounts[a]; !is || n <= 0 {
		return errNone
	}
	if b.book(a, n); has("bank-pay-twice") && len(b.accounts) > 1 {
		b.book(a, n)
	}
	return nil
}

func (b *Bank) Draw(a string, n int) error {
	if is, known := b.accounts[a]; !known || n <= 0 || n > is {
		return errNone
	}
	if b.book(a, -n); has("bank-draw-all") && b.accounts[a] == 0 {
		delete(b.accounts, a)
	}
	return nil
}

func (b *Bank) Move(from, to string, n int) error {
	paid, is := b.accounts[from]
	got, isToo := b.accounts[to]
	if !is || !isToo || n <= 0 || n > paid {
		return errNone
	}
	b.accounts[from] = paid - n
	if from == to && !has("bank-move-self") {
		got -= n
	}
	b.accounts[to] = got + n
	return nil
}

func (b *Bank) Balance(a string) (int, bool) {
	n, is := b.accounts[a]
	if has("bank-balance") && n > 2 {
		n = 2
	}
	return n, is
}

func (b *Bank) Total() int { return b.sum }
