// Command hostile is a system under test that serves the counter through the
// SDK, and whose units misbehave in the way that the variable MODE names.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ttf-int/ttf-int/sut"
)

var mode = os.Getenv("MODE")

type counter struct {
	n       int
	under   bool // add is running
	incWith func(x int)
}

func (c *counter) inc(x int) {
	if c.under {
		hang(mode)
	}
	if mode == "inc-"+c.where() {
		select {}
	}
	c.n += x
}

func (c *counter) where() string {
	if c.under {
		return "hangs-under-add"
	}
	return "hangs"
}

// called is closed when add has called inc, where somebody waits for that. returned says
// that inc has started something and returned.
var (
	called   = make(chan bool)
	returned bool
)

// starts has somebody start a goroutine that ends the process once add has called inc, in
// the modes that say so: WHO-starts-an-exit.
func starts(who string) {
	how, ok := strings.CutPrefix(mode, who+"-starts-a")
	if !ok {
		return
	}
	go func() {
		<-called
		switch how {
		case "n-exit":
			os.Exit(5)
		case "-kill":
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "-panic":
			panic("elsewhere")
		case "-fault":
			new(sync.Mutex).Unlock()
		}
		select {}
	}()
}

// hang does what inc does under add.
func hang(mode string) {
	if strings.Contains(mode, "-starts-a") {
		if starts("inc"); strings.HasPrefix(mode, "inc-") {
			returned = true // to add, which then lets it go on
			return
		}
		close(called)
		if mode == "add-starts-a-sleeper" {
			debug.SetMaxStack(1 << 20)
			overflow(0)
		}
		select {}
	}
	switch mode {
	case "inc-slow":
		time.Sleep(100 * time.Millisecond)
	case "inc-spins":
		for {
			runtime.Gosched()
		}
	case "inc-exits":
		os.Exit(3)
	case "inc-kills":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "inc-stops":
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		time.Sleep(time.Second) // a signal to the process need not stop this thread at once
		select {}
	case "inc-leaves-a-panic": // add goes on when it comes
		left = make(chan bool)
		go func() {
			<-left
			panic("behind you")
		}()
	case "inc-leaves-a-panic-for-later": // the state is being read when it comes
		reading = make(chan bool)
		go func() {
			<-reading
			panic("behind you")
		}()
	case "inc-goexits":
		runtime.Goexit()
	case "inc-panics":
		panic("boom")
	case "inc-panics-at-length":
		panic(strings.Repeat("boom ", 5<<20))
	case "inc-panics-without-text":
		panic(textless{})
	case "inc-panics-and-hangs":
		panic(said(func() { select {} }))
	case "inc-panics-and-exits":
		panic(said(func() { os.Exit(6) }))
	case "inc-overflows":
		debug.SetMaxStack(1 << 20)
		overflow(0)
	case "inc-late-hang":
		select {}
	case "inc-allocates":
		allocate()
	case "inc-child-allocates":
		child := exec.Command("sh", "-c",
			"ulimit -v 3000000; exec tail /dev/zero") // it keeps the last line, which has no end
		_ = child.Run()
		select {}
	case "writes":
		if err := os.WriteFile(os.Getenv("WRITES"), nil, 0o600); err != nil {
			panic(err)
		}
	case "inc-starts-processes":
		for range 50 {
			if err := exec.Command("sleep", "1000").Start(); err != nil {
				panic(err)
			}
		}
		select {}
	case "inc-opens-files":
		for {
			f, err := os.Open(os.DevNull)
			if err != nil {
				panic(err)
			}
			open = append(open, f)
		}
	case "sees":
		for name, want := range map[string]string{"TZ": "UTC", "LANG": "C.UTF-8", "HOME": ""} {
			if is := os.Getenv(name); is != want {
				panic(name + " is " + is)
			}
		}
		seen := filepath.Join(os.Getenv("TMPDIR"), "seen")
		if err := os.WriteFile(seen, nil, 0o600); err != nil || filepath.Dir(seen) == "." {
			panic(fmt.Sprint("a temporary file: ", err, seen))
		}
		fmt.Println(os.Getenv("TMPDIR"))
	}
}

// open are files that are not closed.
var open []*os.File

// allocate takes memory without end.
func allocate() {
	for {
		held = append(held, bytes.Repeat([]byte{1}, 8<<20))
	}
}

var held [][]byte

func overflow(n int) int { return overflow(n+1) + 1 }

func (c *counter) add(x int) {
	c.under = true
	defer func() { c.under = false }()
	if x < 0 {
		return
	}
	if starts("add"); strings.HasPrefix(mode, "inc-starts-a") {
		if c.incWith(x); returned {
			close(called)
			select {}
		}
		return
	}
	switch mode {
	case "add-calls-forever", "inc-slow":
		for {
			c.incWith(x)
		}
	case "add-calls-outside-forever":
		for i := -1; ; i-- {
			c.incWith(i)
		}
	case "add-calls-much":
		for range 2000 {
			c.incWith(0)
		}
	case "add-calls-some":
		for range 500 {
			c.incWith(0)
		}
	case "add-calls-in-parallel-forever":
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for {
					c.incWith(0)
				}
			})
		}
		wait.Wait()
	case "add-prints-forever":
		for {
			fmt.Println(strings.Repeat("spam ", 100))
		}
	case "add-recovers-forever":
		for {
			func() {
				defer func() { _ = recover() }()
				c.incWith(x)
				panic("again")
			}()
		}
	case "add-waits":
		select {}
	case "inc-late-hang":
		time.Sleep(700 * time.Millisecond)
	case "much-aside": // it waits until more calls were made than it may make
		var wait sync.WaitGroup
		wait.Go(func() {
			for range 2500 {
				c.incWith(0)
			}
		})
		wait.Wait()
	case "late-forever":
		go func() {
			for range 100_000 {
				c.incWith(0)
			}
		}()
	case "leaves-goroutines":
		for range 3 {
			go func() { select {} }()
		}
	case "add-sleeps":
		time.Sleep(500 * time.Millisecond)
	case "add-allocates":
		allocate()
	case "leaves-a-process":
		if err := exec.Command("sleep", "1000").Start(); err != nil {
			panic(err)
		}
	case "inc-leaves-a-panic":
		c.incWith(x)
		if left != nil {
			close(left)
			select {}
		}
		return
	case "add-crashes-elsewhere":
		go func() { panic("elsewhere") }()
		time.Sleep(time.Second)
	}
	c.incWith(x)
}

// left is closed when inc has returned to add, and reading when the state is read,
// where somebody waits for that.
var left, reading chan bool

func (c *counter) get() int {
	if reading != nil {
		close(reading)
		select {}
	}
	starts("get")
	return c.n
}

func main() {
	starts("main")
	sut.Serve(sut.Program[counter]{
		New: func() *counter {
			starts("new")
			c := &counter{}
			c.incWith = c.inc
			return c
		},
		State: []sut.Var[counter]{sut.Property("n", (*counter).get, func(c *counter, n int) {
			starts("set")
			c.n = n
		})},
		Units: []sut.Unit[counter]{
			{Name: "inc", Func: (*counter).inc, Params: sut.Names{"x?"}},
			{Name: "add", Func: (*counter).add, Params: sut.Names{"x?"}},
		},
		Seams: []sut.Seam[counter]{sut.Hook("add", "inc", func(c *counter) *func(int) { return &c.incWith })},
	})
}

// textless is an error that panics with itself when it is asked for its text.
type textless struct{}

// Error implements error.
func (t textless) Error() string { panic(t) }

// said is an error that does something when it is asked for its text.
type said func()

// Error implements error.
func (s said) Error() string {
	s()
	return ""
}
