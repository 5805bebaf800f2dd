package oracle

import (
	"fmt"
	"testing"
)

// TestStandings: what is remembered of all units together has an end, and so has what is remembered of one.
func TestStandings(t *testing.T) {
	t.Parallel()
	o := &Oracle{}
	var units []*Unit
	for n := range 10 {
		u := &Unit{oracle: o, standings: map[string][]Enabling{}}
		o.units.Store(n, u)
		units = append(units, u)
	}
	for i := range 3 * maxAllStandings {
		units[i%len(units)].remember(fmt.Sprint(i), nil)
	}
	all := 0
	for _, u := range units {
		all += len(u.standings)
	}
	if all == 0 || all > maxAllStandings {
		t.Errorf("%d are remembered", all)
	}
}
