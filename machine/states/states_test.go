package states_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/machine/states"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestAdd holds sets against sorted lists: in whatever order states are added, and however
// often, the set is the same, and so is its key, which no other set has.
func TestAdd(t *testing.T) {
	r, keys := rand.New(rand.NewPCG(1, 1)), map[string]string{}
	for range 2000 {
		var set states.Set[value.Value]
		var list []value.Value
		for range r.IntN(8) {
			v := value.OfInt(r.Int64N(6))
			set, list = set.Add(v), append(list, v)
		}
		slices.SortFunc(list, value.Value.Compare)
		list = slices.CompactFunc(list, value.Value.Equal)
		if !slices.EqualFunc(set, list, value.Value.Equal) {
			t.Fatalf("%v, want %v", set, list)
		}
		text := value.OfSet(list).Key()
		if known, has := keys[set.Key()]; has && known != text {
			t.Fatalf("%v has the key of another set", set)
		}
		keys[set.Key()] = text
	}
	if len(keys) != 1<<6 {
		t.Errorf("%d keys of 64 sets", len(keys))
	}
}
