package korat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/korat/structure"
)

// Case is what came of a call of a method on a structure.
type Case struct {
	ID     string // its candidate vector, in short
	Came   string // as in search: pass, fail, error or undecided
	Kind   string // what is wrong, in a word
	Text   string // and in full
	Before *structure.Structure
	After  *structure.Structure // nil: the process died
	Size   int                  // how many values there are before
	// Inner is what came of calls of other methods within one that failed; Wrong is the first of them that did not do
	// what is specified of it, or nil.
	Inner []Inner
	Wrong *Wrong
}

// Inner counts the calls of a method within a failing call of another one: those that did what is specified of it,
// those that did not, and those of which nothing is specified.
type Inner struct {
	Label                 string
	Held, Broken, Outside int
}

// Wrong is a call of a method that did not do what is specified of it.
type Wrong struct {
	Label         string
	Text          string
	Before, After *structure.Structure
}

// Tally is what came of the cases of a method. Its Found are the cases.
type Tally struct {
	Outcome
	Bad     int64 // those that failed
	Unsure  int64 // those that are undecided
	Crashed int64 // those on which the process died, or did not return
	Cases   []*Case
	Why     string // why not all were run; "": they were
	// Said is what was said of structures, where a method has views: its cases are to be judged.
	Said []*Said
}

// Said is what was said of some structures before and after a call, of all of them the same.
type Said struct {
	*search.Said
	Count int64 // how many structures there are
}

// maxCrashes is how many processes may die of a method before its other cases are left.
const maxCrashes = 5

// maxHangs is the same for calls that do not return, each of which takes the time of a case.
const maxHangs = 2

// Test calls the method on every structure that its complete precondition accepts, all in one process. Where that dies,
// another goes on behind the structure that it has died of. When the context ends it returns what came until then.
func (p *Program) Test(ctx context.Context, s Search, to Found) (*Tally, error) {
	t := &Tally{}
	order := p.order(s)
	hangs := 0
	for {
		taken := &testing{Found: to, inner: s.Inner}
		outcome, err := p.make(ctx, s, order, taken)
		t.Cases = append(t.Cases, taken.cases...)
		t.Said = append(t.Said, taken.said...)
		fault := (*Fault)(nil)
		if errors.As(err, &fault) && fault.tail != nil && fault.tail.Phase != search.Searching {
			t.Crashed++
			t.Cases = append(t.Cases, crashed(fault))
			t.take(fault.tail)
			if fault.hangs {
				hangs++
			}
			if t.Crashed == maxCrashes || hangs == maxHangs || order.Only {
				t.Why = fmt.Sprintf("of these cases the process has died %d times: the later ones are left", t.Crashed)
				break
			}
			order.Start, order.Skip, order.Bad, order.Unsure = fault.vector, true, t.Bad, t.Unsure
			order.Tried, order.Found = t.Candidates-1, t.Found-1
			continue
		}
		if err != nil {
			return nil, err
		}
		t.Outcome = *outcome
		t.Bad, t.Unsure = taken.bad, taken.unsure
		break
	}
	t.sort()
	return t, nil
}

// take takes the counts that a process had when it died.
func (t *Tally) take(tail *search.Tail) {
	t.Candidates, t.Found, t.Bad, t.Unsure = tail.Candidates, tail.Found, tail.Bad, tail.Unsure
}

// sort puts the smallest cases first, of each kind no more than are of use.
func (t *Tally) sort() {
	slices.SortStableFunc(t.Cases, func(a, b *Case) int { return cmp.Compare(a.Size, b.Size) })
	count := map[[2]string]int{}
	t.Cases = slices.DeleteFunc(t.Cases, func(c *Case) bool {
		kind := [2]string{c.Kind}
		if c.Wrong != nil {
			kind[1] = c.Wrong.Label
		}
		count[kind]++
		return count[kind] > shownOfKind
	})
}

// shownOfKind is how many failures of a kind are kept.
const shownOfKind = 3

// testing takes what the search tells of a method's cases.
type testing struct {
	Found
	cases       []*Case
	bad, unsure int64
	said        []*Said
	inner       []*Subject
}

// hear takes what is said of a structure.
func (t *testing) hear(one *search.Said) {
	if one.Number == len(t.said) {
		t.said = append(t.said, &Said{one, 1})
		return
	}
	known := t.said[one.Number]
	known.Count++
	if one.Case != nil {
		known.Said = one
	}
}

// crashed returns the case that a process has died of.
func crashed(f *Fault) *Case {
	c := &Case{ID: FormatVector(f.vector), Came: search.Crashed, Kind: "crash", Text: f.Text, Before: f.Candidate}
	if f.hangs {
		c.Kind = "hang"
	}
	if f.Candidate != nil {
		c.Size = f.Candidate.Count()
	}
	return c
}

// convert returns a case as the search tells it.
func (of *testing) convert(t *search.Tried) *Case {
	c := &Case{ID: FormatVector(t.Case), Came: t.Came, Kind: t.Kind, Text: t.Text, Size: t.Size}
	if t.Before != nil {
		c.Before = structure.Decode(t.Before, nil)
	}
	if t.After != nil {
		c.After = structure.Decode(t.After, nil)
	}
	for _, one := range t.Inner {
		c.Inner = append(c.Inner, Inner{of.label(one.Subject), one.Held, one.Broken, one.Outside})
	}
	if w := t.Wrong; w != nil {
		c.Wrong = &Wrong{of.label(w.Subject), w.Text, structure.Decode(w.Before, nil), structure.Decode(w.After, nil)}
	}
	return c
}

// label returns the label of a method by the name of its subject.
func (of *testing) label(key string) string {
	i := slices.IndexFunc(of.inner, func(s *Subject) bool { return s.key() == key })
	return of.inner[i].method.spec.Label
}

// digits is how many values of a candidate vector are written with one letter.
const digits = 36

// FormatVector writes a candidate vector: a letter for each value, or a number between two points, without the zeros at
// its end.
func FormatVector(v []int32) string {
	var b strings.Builder
	for len(v) > 1 && v[len(v)-1] == 0 {
		v = v[:len(v)-1]
	}
	for _, n := range v {
		if n < digits {
			b.WriteString(strconv.FormatInt(int64(n), digits))
		} else {
			fmt.Fprintf(&b, ".%d.", n)
		}
	}
	return b.String()
}

// ParseVector reads what FormatVector writes.
func ParseVector(text string) ([]int32, error) {
	var out []int32
	for rest := text; rest != ""; {
		word := rest[:1]
		base := digits
		if word == "." {
			end := strings.IndexByte(rest[1:], '.')
			if end < 0 {
				return nil, fmt.Errorf("%q does not name a structure", text)
			}
			word, rest, base = rest[1:end+1], rest[end+1:], 10
		}
		n, err := strconv.ParseInt(word, base, 32)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q does not name a structure", text)
		}
		out, rest = append(out, int32(n)), rest[1:]
	}
	return out, nil
}
