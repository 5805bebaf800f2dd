// Command sut is a counter whose adapter, or whose units, misbehave in the way
// that FAULT names: what it is, a colon, and how.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/runner/testdata/adapter/kept"
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

type option struct {
	some bool
	n    int
}

type counter struct {
	n    int
	last option
	seen map[int]bool
	inc  func(int) error
	log  func(int)

	ran, adding bool // a unit has run on this instance; it was add
	spoilt      bool // inc has left what the library cannot show
}

var errFull = errors.New("full")

var place, how, _ = strings.Cut(os.Getenv("FAULT"), ":")

// at misbehaves where this is the place, and tells whether it is to answer
// wrongly.
func at(where string) bool {
	if where != place {
		return false
	}
	switch how {
	case "panic":
		panic("boom")
	case "nil":
		var p *counter
		p.n++
	case "exit":
		os.Exit(3)
	case "exit-0":
		os.Exit(0)
	case "kill":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		select {}
	case "hang":
		for {
			time.Sleep(time.Hour)
		}
	case "spin":
		for i := 0; ; i++ {
			runtime.Gosched()
		}
	case "goexit":
		runtime.Goexit()
	case "overflow":
		debug.SetMaxStack(1 << 16)
		overflow(0)
	case "crash": // in a goroutine that nobody can recover
		go func() { panic("nobody sees it coming") }()
		time.Sleep(time.Second)
	case "print":
		fmt.Println("1|1|unix|/nowhere|grpc\n::error::garbage")
		fmt.Fprintln(os.Stderr, strings.Repeat("garbage ", 100000))
	}
	return how == "wrong"
}

func overflow(n int) int { return 1 + overflow(n+1) }

// during is at for what is also done before the unit runs.
func (c *counter) during(where string) bool {
	if !c.ran {
		return at(where)
	}
	return at(where + "-after")
}

func (c *counter) doInc(x int) error {
	c.ran = true
	if !c.adding && at("unit") || c.adding && at("callee") {
		x++
	}
	c.n, c.last = c.n+x, option{true, x}
	c.seen[x] = true
	c.spoilt = place == "spoils" && (how == "callee") == c.adding
	if strings.HasPrefix(place, "error") {
		return failing{}
	}
	return nil
}

// failing is an error that nothing is known of.
type failing struct{}

func (failing) Error() string {
	at("error")
	return "disk on fire"
}

func (failing) Is(error) bool {
	at("error-is")
	return false
}

func (c *counter) add(x int) error {
	c.ran, c.adding = true, true
	if at("caller"); x < 0 {
		return errFull
	}
	return c.inc(x)
}

func (c *counter) tell() option {
	c.ran = true
	return c.last
}

// warn logs a number that is not negative.
func (c *counter) warn(x int) int {
	n := max(x, 0)
	if at("warn") {
		n = -1
	}
	c.log(n)
	return x
}

// optionType sends an option as a value of the protocol.
func optionType() sut.Type {
	return sut.Codec(func(o option) (*wire.Value, error) {
		if at("encode") {
			o.n++
		}
		if !o.some {
			return &wire.Value{Kind: wire.Kind_ATOM, Text: "nothing"}, nil
		}
		return &wire.Value{Kind: wire.Kind_CTOR, Text: "some",
			Elems: []*wire.Value{{Kind: wire.Kind_INT, Int: int64(o.n)}}}, nil
	}, func(w *wire.Value) (option, error) {
		wrong := at("decode")
		if w.Kind != wire.Kind_CTOR {
			return option{}, nil
		}
		o := option{true, int(w.Elems[0].Int)}
		if wrong {
			o.n++
		}
		return o, nil
	})
}

func newCounter() *counter {
	if at("new") {
		return nil
	}
	c := &counter{seen: map[int]bool{}}
	c.inc, c.log = c.doInc, func(int) {}
	return c
}

func main() {
	sut.Serve(sut.Program[counter]{
		New:   newCounter,
		Close: func(*counter) { at("close") },
		State: []sut.Var[counter]{
			sut.Property("n", func(c *counter) int {
				if c.during("get") {
					return c.n + 1
				}
				shown := kept.Of(c.n)
				if c.spoilt {
					shown.Spoil()
				}
				if place == "moves" { // it changes what it reads
					c.n++
					return c.n - 1
				}
				return shown.Show()
			}, func(c *counter, n int) {
				if c.during("set") {
					return
				}
				c.n = n
			}),
			sut.Field("last", func(c *counter) *option {
				c.during("field")
				return &c.last
			}),
			sut.Property("seen", func(c *counter) map[int]struct{} {
				out := map[int]struct{}{}
				for x := range c.seen {
					out[x] = struct{}{}
				}
				if len(out) == 0 {
					return nil
				}
				return out
			}, func(c *counter, seen map[int]struct{}) {
				for x := range seen {
					c.seen[x] = true
				}
			}),
		},
		Units: []sut.Unit[counter]{
			{Name: "inc", Func: (*counter).doInc, Params: sut.Names{"x?"}, Results: sut.Names{"r!"}},
			{Name: "add", Func: (*counter).add, Params: sut.Names{"x?"}, Results: sut.Names{"r!"}},
			{Name: "tell", Func: (*counter).tell, Results: sut.Names{"o!"}},
			{Name: "log", Func: func(int) {}, Params: sut.Names{"l?"}},
			{Name: "warn", Func: (*counter).warn, Params: sut.Names{"x?"}, Results: sut.Names{"y!"}},
		},
		Seams: []sut.Seam[counter]{sut.Hook("add", "inc", func(c *counter) *func(int) error {
			at("hook")
			return &c.inc
		}), sut.Hook("warn", "log", func(c *counter) *func(int) { return &c.log })},
		Types:  []sut.Type{optionType()},
		Errors: sut.Errors{sut.Is(errFull, "full")},
	})
}
