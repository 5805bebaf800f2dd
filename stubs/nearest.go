package stubs

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// nearest says which row of a table, none of which fits a call, is nearest to the call, and in what they differ. As
// WireMock has it of its stubs, the distance is the sum of those of the variables, each from 0 (equal) to 1; of rows
// that are as near, it is the first of those that agree in most. It returns "" where there is no row.
func nearest(rows []spec.Answer, q *spec.Unit, frame spec.Frame) string {
	best, agree, found := math.Inf(1), 0, -1
	for i, row := range rows {
		sum, equal := 0.0, 0
		for _, w := range row.When {
			d := 1.0
			if at := q.Op.Find(w.Name); at >= 0 {
				d = distance(w.Value, frame[at])
			}
			if sum += d; d == 0 {
				equal++
			}
		}
		if sum < best || sum == best && equal > agree {
			best, agree, found = sum, equal, i
		}
	}
	if found < 0 {
		return ""
	}
	var differ []string
	for _, w := range rows[found].When {
		if at := q.Op.Find(w.Name); at < 0 {
			differ = append(differ, w.Text())
		} else if !frame[at].Equal(w.Value) {
			differ = append(differ, difference(w.Name, w.Value, frame[at], w.Type))
		}
	}
	return fmt.Sprintf("; nearest is %s, but for %s", rows[found].Span.Pos(), strings.Join(differ, "; "))
}

// distance returns how far two values are apart, from 0, where they are equal, to 1.
func distance(a, b value.Value) float64 {
	if a.Equal(b) {
		return 0
	}
	x, y := a.Kind(), b.Kind()
	switch {
	case x == value.Int && y == value.Int:
		apart, _ := new(big.Float).SetInt(new(big.Int).Abs(new(big.Int).Sub(a.Big(), b.Big()))).Float64()
		return 1 - 1/(1+apart)
	case x == value.Str && y == value.Str:
		s, t := []rune(a.Name()), []rune(b.Name())
		return edits(len(s), len(t), func(i, j int) float64 { return truthOf(s[i] != t[j]) })
	case x == value.Seq && y == value.Seq:
		s, t := a.Items(), b.Items()
		return edits(len(s), len(t), func(i, j int) float64 { return distance(s[i], t[j]) })
	case isCollection(a) && isCollection(b): // a function of 1, 2 and so on is a sequence, too
		return distanceOfSets(a, b)
	case x == y && a.Len() == b.Len() &&
		(x == value.Tuple || x == value.Binding || x == value.Ctor && a.Name() == b.Name()):
		sum := 0.0
		for i := range a.Len() {
			sum += distance(a.Elem(i), b.Elem(i))
		}
		return sum / float64(a.Len())
	}
	return 1
}

func isCollection(v value.Value) bool { return v.Kind() == value.Set || v.Kind() == value.Seq }

func truthOf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// distanceOfSets is how many members are in one of two sets alone, as a part of those in any. Two pairs with the same
// first component, as two functions have them that give something else for it, are as far apart as the pairs are.
func distanceOfSets(a, b value.Value) float64 {
	seconds := map[string]value.Value{}
	for _, m := range b.Members() {
		if m.Kind() == value.Tuple && m.Len() == 2 {
			seconds[m.Elem(0).Key()] = m.Elem(1)
		}
	}
	both, near := 0, 0.0
	for _, m := range a.Members() {
		if b.Contains(m) {
			both++
		} else if m.Kind() == value.Tuple && m.Len() == 2 {
			if second, ok := seconds[m.Elem(0).Key()]; ok {
				both, near = both+1, near+distance(m.Elem(1), second)
			}
		}
	}
	all := a.Len() + b.Len() - both
	return min(1, (float64(a.Len()+b.Len()-2*both)+near)/float64(max(1, all)))
}

// maxEdits bounds the table that finds the fewest edits.
const maxEdits = 1 << 14

// edits returns the least sum of costs for which one list becomes another (Levenshtein) as a part of the longer one,
// where an element that is added or removed costs 1. Of lists that are too long the parts between what both begin and
// end with count whole.
func edits(n, m int, cost func(i, j int) float64) float64 {
	longer := float64(max(n, m))
	from := 0
	for from < min(n, m) && cost(from, from) == 0 {
		from++
	}
	for n > from && m > from && cost(n-1, m-1) == 0 {
		n, m = n-1, m-1
	}
	if (n-from)*(m-from) > maxEdits {
		return float64(max(n, m)-from) / longer
	}
	row := make([]float64, m-from+1)
	for j := range row {
		row[j] = float64(j)
	}
	for i := from; i < n; i++ {
		diagonal := row[0]
		row[0]++
		for j := from; j < m; j++ {
			at := j - from + 1
			best := min(diagonal+cost(i, j), row[at]+1, row[at-1]+1)
			diagonal, row[at] = row[at], best
		}
	}
	return row[len(row)-1] / longer
}

const (
	maxShown = 8 // how many elements of a value a difference shows
	maxParts = 3 // how many differing parts of a collection are shown in its place
)

// difference says what a row has of a variable where a call has something else: of collections of more than
// maxParts elements only the parts in which they differ, where these are few.
func difference(name string, row, call value.Value, t zed.Type) string {
	if p, _ := t.(zed.PowerType); max(row.Len(), call.Len()) > maxParts && isCollection(row) && isCollection(call) {
		var parts []string
		if p.List {
			parts = partsOfSequences(name, row, call, p)
		} else {
			parts = partsOfSets(name, row, call, p)
		}
		if len(parts) > 0 && len(parts) <= maxParts {
			return strings.Join(parts, "; ")
		}
	}
	return fmt.Sprintf("%s = %s, where the call has %s", name, row.Brief(t, maxShown), call.Brief(t, maxShown))
}

// partsOfSequences returns the elements that differ, or, where one sequence is longer, what lies between that with
// which both begin and that with which both end.
func partsOfSequences(name string, row, call value.Value, t zed.PowerType) []string {
	a, b := row.Items(), call.Items()
	if len(a) == len(b) {
		var out []string
		for i, x := range a {
			if !x.Equal(b[i]) {
				of := elementType(t)
				out = append(out, fmt.Sprintf("element %d of %s is %s, where the call has %s", i+1, name,
					x.Brief(of, maxShown), b[i].Brief(of, maxShown)))
			}
		}
		return out
	}
	from := 0
	for from < min(len(a), len(b)) && a[from].Equal(b[from]) {
		from++
	}
	for len(a) > from && len(b) > from && a[len(a)-1].Equal(b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if max(len(a), len(b))-from > maxParts {
		return nil
	}
	where := "from the beginning"
	if from > 0 {
		where = fmt.Sprintf("after element %d", from)
	}
	return []string{fmt.Sprintf("%s has %s %s, where the call has %s", name, value.OfSeq(a[from:]).Text(t), where,
		value.OfSeq(b[from:]).Text(t))}
}

func elementType(t zed.PowerType) zed.Type {
	if p, ok := t.Elem.(zed.ProductType); ok && len(p.Elems) == 2 {
		return p.Elems[1]
	}
	return nil
}

func partsOfSets(name string, row, call value.Value, t zed.PowerType) []string {
	var out []string
	text := func(m value.Value) string { // as it stands in the set, where a pair of a relation has an arrow
		one := value.OfSet([]value.Value{m}).Brief(t, maxShown)
		return strings.TrimSuffix(strings.TrimPrefix(one, "{"), "}")
	}
	for _, m := range row.Members() {
		if !call.Contains(m) {
			out = append(out, fmt.Sprintf("%s has %s, and the call does not", name, text(m)))
		}
	}
	for _, m := range call.Members() {
		if !row.Contains(m) {
			out = append(out, fmt.Sprintf("%s does not have %s, and the call does", name, text(m)))
		}
	}
	return out
}
