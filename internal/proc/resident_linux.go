package proc

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/ttf-int/ttf-int/internal/guard"
)

const (
	// watchTime is how often it is looked how much memory a process holds: a
	// program that does nothing but take memory gets some tens of megabytes in it.
	watchTime = 25 * time.Millisecond
	// watchAll is how many looks there are from one search for its descendants to the
	// next.
	watchAll = 8
)

// watch kills the process when it and its descendants hold more bytes in memory, or are more, than the bounds that are
// not 0. What it returns is to be called when the process has ended.
func (p *Process) watch(bytes int64, processes int) func() {
	gone := make(chan struct{})
	go func() {
		tick := time.NewTicker(watchTime)
		defer tick.Stop()
		others := []int{}
		for n := 0; ; n++ {
			select {
			case <-gone:
				return
			case <-tick.C:
			}
			if n%watchAll == 0 {
				others = descendants(p.pid, nil)
				if p.guard != 0 { // the lost ones are its children
					others = descendants(p.guard, nil)
				}
			}
			held, alive := residentBytes(p.pid), 1
			for _, pid := range others {
				if pid != p.pid {
					held += residentBytes(pid)
					alive++
				}
			}
			if bytes > 0 && held > bytes && alive > 1 {
				held = portions(append([]int{p.pid}, others...))
			}
			switch {
			case processes > 0 && alive > processes:
				p.over.Store(&Exit{Processes: processes})
			case bytes > 0 && held > bytes:
				p.over.Store(&Exit{Resident: bytes})
			default:
				continue
			}
			p.Kill()
			return
		}
	}()
	return func() { close(gone) }
}

// residentBytes returns how many bytes a process holds in memory; 0 where there is no
// such process.
func residentBytes(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := bytes.Fields(data)
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// portions returns how many bytes processes hold in memory together, where what several of them share counts once, as
// what a process has when it forks. The kernel adds that up page by page, which takes longer than residentBytes.
func portions(pids []int) int64 {
	held := int64(0)
	slices.Sort(pids)
	for _, pid := range slices.Compact(pids) {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		_, after, found := bytes.Cut(data, []byte("\nPss:"))
		fields := bytes.Fields(after)
		if err != nil || !found || len(fields) == 0 {
			held += residentBytes(pid)
			continue
		}
		if kib, err := strconv.ParseInt(string(fields[0]), 10, 64); err == nil {
			held += kib << 10
		}
	}
	return held
}

// maxDescendants is how many processes are looked at.
const maxDescendants = 5000

// descendants appends the processes that a process has started, and those that they have.
func descendants(pid int, list []int) []int {
	started, _ := guard.Children(pid) // of a process that ends, what is known
	for _, child := range started {
		if len(list) < maxDescendants {
			list = descendants(child, append(list, child))
		}
	}
	return list
}
