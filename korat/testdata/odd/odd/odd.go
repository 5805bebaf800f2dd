// Package odd has predicates of which a search must not believe what they say, and says why.
package odd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"
)

// Pair is a pair of nodes with numbers.
type Pair struct {
	a, b *node
	n    int64
	m    map[int]bool
}

type node struct {
	next *node
	v    int
}

func (p *Pair) Panics() bool { return p.a.next.v == 0 }

func (p *Pair) Loops() bool {
	for n := p.a; n != nil; n = n.next {
		if n == n.next {
			continue
		}
	}
	return true
}

func (p *Pair) Spins() bool {
	if p.n == 2 {
		for {
		}
	}
	return true
}

func (p *Pair) Recurses() bool { return p.a.depth() < 2 }

func (n *node) depth() int {
	if n == nil {
		return 0
	}
	return n.next.depth() + 1
}

func (p *Pair) Clock() bool { return time.Now().Unix() > int64(p.n) }

func (p *Pair) Starts() bool {
	done := make(chan bool)
	go func() { done <- p.a == nil }()
	return <-done
}

func (p *Pair) Random() bool {
	for k := range map[int]bool{1: true, 2: true, 3: true} {
		switch k {
		case 1:
			return p.a == nil
		case 2:
			return p.b == nil
		}
	}
	return p.n == 0
}

var calls int

func (p *Pair) Counts() bool {
	calls++
	return p.n == 0
}

type counter struct{ n int }

var hidden = &counter{}

func (c *counter) next() int {
	c.n++
	return c.n
}

func (p *Pair) Keeps() bool { return hidden.next()%3 == 0 && p.n == 0 }

func (p *Pair) Changes() bool {
	p.n = 0
	return true
}

func (p *Pair) ChangesFar() bool {
	q := &p.a
	*q = nil
	return true
}

func (p *Pair) ChangesMap() bool {
	p.m[1] = true
	return true
}

func (p *Pair) ChangesHidden() bool { return atomic.AddInt64(&p.n, 1) > 1 }

func (p *Pair) Atomic() bool { return atomic.LoadInt64(&p.n) == 1 }

func (p *Pair) Unsafe() bool { return *(*int64)(unsafe.Pointer(&p.n)) == 1 }

func (p *Pair) Reflects() bool { return reflect.ValueOf(p).Elem().Field(2).Int() == 1 }

func (p *Pair) Prints() bool { return fmt.Sprint(p.a) == "" }

func (p *Pair) Encodes() bool {
	data, err := json.Marshal(p)
	return err == nil && len(data) > 0
}

func (p *Pair) Environment() bool { return os.Getenv("ODD") == "" && p.n == 0 }

func (p *Pair) Exits() bool {
	if p.n == 1 {
		func() { deep([1]int{}, p) }()
	}
	return true
}

func deep(x [1]int, p *Pair) { panic(os.ErrExist) }

// Foreign has a buffer of the standard library, of which there cannot be a copy.
type Foreign struct{ all bytes.Buffer }

func (f *Foreign) RepOK() bool { return f.all.Len() == 0 }
