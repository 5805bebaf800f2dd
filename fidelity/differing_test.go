package fidelity

import (
	"math/rand"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestDiffering: one row of a table answers all calls that have the same outputs and leave the state as it is, and one
// that sets the state answers those too in which it is so already.
func TestDiffering(t *testing.T) {
	answer := func(before, after, output int64) *Answer {
		return &Answer{Call: spec.Values{spec.NewItem("n", nil, value.OfInt(before))}, Stub: spec.Values{
			spec.NewItem("n'", nil, value.OfInt(after)), spec.NewItem("r!", nil, value.OfInt(output))}}
	}
	for _, c := range []struct {
		answers [][3]int64
		rows    int
	}{
		{[][3]int64{{0, 0, 7}, {1, 1, 7}, {-5, -5, 7}}, 1},
		{[][3]int64{{0, 0, 7}, {1, 1, 8}}, 2},
		{[][3]int64{{0, 1, 7}, {1, 1, 7}, {2, 1, 7}}, 1},
		{[][3]int64{{0, 1, 7}, {1, 2, 7}, {2, 3, 7}}, 3},
		{nil, 0},
	} {
		s := &Stub{}
		for _, a := range c.answers {
			s.Answers = append(s.Answers, answer(a[0], a[1], a[2]))
		}
		if n := countDiffering(s); n != c.rows {
			t.Errorf("%v: %d, expected %d", c.answers, n, c.rows)
		}
	}
}

// TestFewestRows: a table has no fewer rows than answers that differ from each other; and of four answers there are
// as many of these as the fewest rows, which are found by trying.
func TestFewestRows(t *testing.T) {
	t.Parallel()
	names := []string{"m", "n"}
	random := rand.New(rand.NewSource(1))
	for range 3000 {
		s := &Stub{}
		for range 1 + random.Intn(4) {
			a := &Answer{}
			for _, name := range names {
				a.Call = append(a.Call, spec.NewItem(name, nil, value.OfInt(random.Int63n(3))))
				a.Stub = append(a.Stub, spec.NewItem(name+"'", nil, value.OfInt(random.Int63n(3))))
			}
			s.Answers = append(s.Answers, a)
		}
		// What each row answers that sets some variables to some values, and leaves the others as they are.
		var rows []uint
		for i := range 16 {
			row := map[string]int{"m'": i%4 - 1, "n'": i/4 - 1} // -1: left out
			answers := uint(0)
			for k, a := range s.Answers {
				right := true
				for j, item := range a.Stub {
					sets := row[item.Name]
					right = right && (sets < 0 && item.Value.Equal(a.Call[j].Value) ||
						sets >= 0 && item.Value.Equal(value.OfInt(int64(sets))))
				}
				if right {
					answers |= 1 << k
				}
			}
			rows = append(rows, answers)
		}
		fewest := make([]int, 1<<len(s.Answers)) // rows, for each set of answers
		for set := range fewest[1:] {
			fewest[set+1] = len(s.Answers)
			for _, answers := range rows {
				if rest := uint(set+1) &^ answers; rest < uint(set+1) {
					fewest[set+1] = min(fewest[set+1], 1+fewest[rest])
				}
			}
		}
		if n := countDiffering(s); n != fewest[len(fewest)-1] {
			t.Fatalf("%d answers differ from each other, and %d rows give all of them: %+v", n,
				fewest[len(fewest)-1], s.Answers)
		}
	}
}
