// Command counter is the counter of the conformance kit, served by the SDK for Go.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/prop"
)

var errOverflow = errors.New("overflow")

type counter struct {
	value int
	// where calls of units go by
	add     func(n int) (int, error)
	doTwice func(n int)
	doFail  func()
	doMeet  func()

	spoilt  bool
	meeting sync.WaitGroup // of those who have not come yet
}

func newCounter() *counter {
	c := &counter{}
	c.add, c.doTwice, c.doFail, c.doMeet = c.plus, c.twice, c.fail, c.meet
	return c
}

func (c *counter) plus(n int) (int, error) {
	if c.value+n > 100 {
		return c.value, errOverflow
	}
	c.value += n
	return c.value, nil
}

func (c *counter) twice(n int) {
	_, _ = c.add(n)
	_, _ = c.add(n)
}

func (c *counter) many(n int) {
	for range n {
		_, _ = c.add(0)
	}
}

func (c *counter) swallow(n int) {
	defer func() { _ = recover() }()
	_, _ = c.add(n)
}

func (c *counter) relay(n int) (int, error) { return c.add(n) }

func (c *counter) nest(n int) { c.doTwice(n) }

func (c *counter) collapse() { c.doFail() }

func (c *counter) fail() { panic("as it is to") }

func (c *counter) leave() { os.Exit(3) }

func (c *counter) say(text string) {
	fmt.Println(text)
	fmt.Fprintln(os.Stderr, "!"+text)
}

func (c *counter) reverse(list []int) []int {
	slices.Reverse(list)
	return list
}

func (c *counter) name(name string) string { return name }

func (c *counter) flip(flag bool) bool { return !flag }

func (c *counter) table(table map[string]int) map[string]int { return table }

// square gives one row in many places.
func (c *counter) square(n int) [][]int {
	row := make([]int, n)
	for i := range row {
		row[i] = i + 1
	}
	return slices.Repeat([][]int{row}, n)
}

func (c *counter) repeat(name string, n int) []string { return slices.Repeat([]string{name}, n) }

func (c *counter) child(text string) {
	child := exec.Command("echo", text)
	child.Stdout = os.Stdout
	if err := child.Run(); err != nil {
		panic(err)
	}
}

// late has add called when it has returned.
func (c *counter) late(n int) {
	time.AfterFunc(300*time.Millisecond, func() { _, _ = c.add(n) })
}

func (c *counter) abandon() {
	go func() { select {} }()
}

func (c *counter) pause(n int) { time.Sleep(time.Duration(n) * time.Millisecond) }

// meet returns when it has been called twice.
func (c *counter) meet() {
	c.meeting.Done()
	c.meeting.Wait()
}

func (c *counter) both() {
	c.meeting.Add(2)
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(c.doMeet)
	}
	calls.Wait()
}

// must is plus where there is room.
func (c *counter) must(n int) int {
	c.value += n
	return c.value
}

func (c *counter) copy() *counter {
	out := newCounter()
	out.value = c.value
	return out
}

func (c *counter) larger(other *counter) *counter {
	if other.value > c.value {
		return other
	}
	return c
}

func (c *counter) drain(other *counter) {
	c.value, other.value = c.value+other.value, 0
}

// spoil leaves a counter that cannot be shown.
func (c *counter) spoil() { c.spoilt = true }

func (c *counter) show() int {
	if c.spoilt {
		panic("it cannot be shown")
	}
	return c.value
}

func main() {
	add := func(c *counter) *func(int) (int, error) { return &c.add }
	p := sut.Program[counter]{
		New:   newCounter,
		State: []sut.Var[counter]{sut.Field("value", func(c *counter) *int { return &c.value })},
		Units: []sut.Unit[counter]{
			{Name: "add", Func: (*counter).plus, Params: sut.Names{"n?"}, Results: sut.Names{"sum!", "r!"}},
			{Name: "twice", Func: (*counter).twice, Params: sut.Names{"n?"}},
			{Name: "many", Func: (*counter).many, Params: sut.Names{"n?"}},
			{Name: "swallow", Func: (*counter).swallow, Params: sut.Names{"n?"}},
			{Name: "relay", Func: (*counter).relay, Params: sut.Names{"n?"}, Results: sut.Names{"sum!", "r!"}},
			{Name: "nest", Func: (*counter).nest, Params: sut.Names{"n?"}},
			{Name: "collapse", Func: (*counter).collapse},
			{Name: "fail", Func: (*counter).fail},
			{Name: "leave", Func: (*counter).leave},
			{Name: "say", Func: (*counter).say, Params: sut.Names{"text?"}},
			{Name: "reverse", Func: (*counter).reverse, Params: sut.Names{"list?"}, Results: sut.Names{"list!"}},
			{Name: "name", Func: (*counter).name, Params: sut.Names{"name?"}, Results: sut.Names{"name!"}},
			{Name: "flip", Func: (*counter).flip, Params: sut.Names{"flag?"}, Results: sut.Names{"flag!"}},
			{Name: "table", Func: (*counter).table, Params: sut.Names{"table?"}, Results: sut.Names{"table!"}},
			{Name: "square", Func: (*counter).square, Params: sut.Names{"n?"}, Results: sut.Names{"rows!"}},
			{Name: "repeat", Func: (*counter).repeat, Params: sut.Names{"name?", "n?"}, Results: sut.Names{"names!"}},
			{Name: "child", Func: (*counter).child, Params: sut.Names{"text?"}},
			{Name: "late", Func: (*counter).late, Params: sut.Names{"n?"}},
			{Name: "abandon", Func: (*counter).abandon},
			{Name: "pause", Func: (*counter).pause, Params: sut.Names{"n?"}},
			{Name: "both", Func: (*counter).both},
			{Name: "meet", Func: (*counter).meet},
			{Name: "copy", Func: (*counter).copy, Results: sut.Names{"copy!"}},
			{Name: "larger", Func: (*counter).larger, Params: sut.Names{"other?"}, Results: sut.Names{"larger!"}},
			{Name: "drain", Func: (*counter).drain, Params: sut.Names{"other?"}},
		},
		Seams: []sut.Seam[counter]{sut.Hook("twice", "add", add), sut.Hook("many", "add", add),
			sut.Hook("swallow", "add", add), sut.Hook("relay", "add", add),
			sut.Hook("late", "add", add), sut.Hook("both", "meet", func(c *counter) *func() { return &c.doMeet }),
			sut.Hook("nest", "twice", func(c *counter) *func(int) { return &c.doTwice }),
			sut.Hook("collapse", "fail", func(c *counter) *func() { return &c.doFail })},
		Errors: sut.Errors{sut.NoError("ok"), sut.Is(errOverflow, "overflow")},
		Properties: map[string]prop.Property{"reversed twice": prop.Of(func(list []int) bool {
			twice := slices.Clone(list)
			slices.Reverse(twice)
			slices.Reverse(twice)
			return slices.Equal(twice, list)
		})},
		Classes: sut.Classes{sut.Class[counter]{Name: "Counter", Create: newCounter,
			Operations: map[string]any{"plus": (*counter).must}}},
	}
	switch os.Getenv("TTF_INT_COUNTER") {
	case "rounds":
		p.State = []sut.Var[counter]{sut.Property("value", func(c *counter) int { return c.value },
			func(c *counter, n int) { c.value = n - n%2 })}
	case "shown":
		p.State = []sut.Var[counter]{sut.Property("value", func(c *counter) int { return c.show() },
			func(c *counter, n int) { c.value = n })}
		p.Units = append(p.Units, sut.Unit[counter]{Name: "spoil", Func: (*counter).spoil},
			sut.Unit[counter]{Name: "show", Func: (*counter).show, Results: sut.Names{"value!"}})
	case "wrong":
		p.Units = append(p.Units, sut.Unit[counter]{Name: "add", Func: (*counter).twice, Params: sut.Names{"n?"}})
	}
	sut.Serve(p)
}
