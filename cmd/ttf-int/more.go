package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ttf-int/ttf-int/runner"
)

// maxMore is the largest number of further cases of a leaf. All that were drawn are
// kept in memory, so that none is run twice.
const maxMore = 100_000

// readMore reads the value of --more: a number of cases, or a time.
func readMore(text string) (*runner.More, error) {
	wrong := fmt.Errorf("--more %q: expected a number of cases in each leaf, such as 20, or a time in all, such as 10s",
		text)
	if n, err := strconv.Atoi(text); err == nil {
		switch {
		case n <= 0:
			return nil, fmt.Errorf("%w: more than 0", wrong)
		case n > maxMore:
			return nil, fmt.Errorf("%w: at most %d cases", wrong, maxMore)
		}
		return &runner.More{Cases: n}, nil
	}
	limit, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return nil, wrong
	case limit <= 0:
		return nil, fmt.Errorf("%w: more than 0", wrong)
	}
	return &runner.More{Time: limit}, nil
}

// maxRoutes is the largest value of --routes.
const maxRoutes = 1_000

// reachNeeded and reachAlways are the values of --reach.
const (
	reachNeeded = "needed"
	reachAlways = "always"
)

// readReach tells whether operations are to lead to the state before a unit also where it
// could be set.
func readReach(text string) (bool, error) {
	if text != reachNeeded && text != reachAlways {
		return false, fmt.Errorf("--reach %q: expected %s or %s", text, reachNeeded, reachAlways)
	}
	return text == reachAlways, nil
}
