package sut

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// unitLabel is the label of the goroutines that run a unit. Those that they start
// have it too.
const unitLabel = "ttf-int-unit"

const (
	// leakLooks is how often the SDK looks, after the last case, whether the goroutines
	// that units started have ended.
	leakLooks = 15
	// leakPoll is the time between two looks.
	leakPoll = 20 * time.Millisecond
)

// labels returns for each unit the context that marks goroutines as running it.
func labels(units int) []context.Context {
	out := make([]context.Context, units)
	for i := range out {
		out[i] = pprof.WithLabels(context.Background(), pprof.Labels(unitLabel, strconv.Itoa(i)))
	}
	return out
}

// leaks returns what units have left behind, after giving it time to end.
func leaks() []*wire.Leak {
	for looks := 1; ; looks++ {
		if list := countMarked(); len(list) == 0 || looks == leakLooks {
			return list
		}
		time.Sleep(leakPoll)
	}
}

// What a profile of goroutines consists of: how many are in one place, their
// labels, and the functions that they are in.
var (
	profileCount  = regexp.MustCompile(`^(\d+) @`)
	profileLabels = regexp.MustCompile(`^# labels: (.*)$`)
	profileFrame  = regexp.MustCompile(`^#\s+0x[0-9a-f]+\s+(\S+?)(\+0x[0-9a-f]+)?\s+(\S+:\d+)$`)
)

// countMarked returns how many goroutines have the mark of each unit.
func countMarked() []*wire.Leak {
	var b bytes.Buffer
	if pprof.Lookup("goroutine").WriteTo(&b, 1) != nil {
		return nil
	}
	byUnit, most := map[uint32]*wire.Leak{}, map[uint32]uint64{}
	var count uint64
	var at *wire.Leak // of the goroutines at hand, where they are the most
	lines := bufio.NewScanner(&b)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if m := profileCount.FindStringSubmatch(line); m != nil {
			count, _ = strconv.ParseUint(m[1], 10, 64)
			at = nil
		} else if m := profileLabels.FindStringSubmatch(line); m != nil {
			set := map[string]string{}
			if json.Unmarshal([]byte(m[1]), &set) != nil {
				continue
			}
			n, err := strconv.ParseUint(set[unitLabel], 10, 32)
			if err != nil {
				continue
			}
			unit := uint32(n)
			if byUnit[unit] == nil {
				byUnit[unit] = &wire.Leak{Unit: unit}
			}
			byUnit[unit].Goroutines += count
			if count > most[unit] {
				most[unit], at = count, byUnit[unit]
				at.At = ""
			}
		} else if m := profileFrame.FindStringSubmatch(line); m != nil && at != nil &&
			!strings.HasPrefix(m[1], "runtime.") {
			at.At = fmt.Sprintf("%s (%s)", m[1], path.Base(m[3])) // the last frame is what was started
		}
	}
	out := make([]*wire.Leak, 0, len(byUnit))
	for _, l := range byUnit {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *wire.Leak) int { return int(a.Unit) - int(b.Unit) })
	return out
}
