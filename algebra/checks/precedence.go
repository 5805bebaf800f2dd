package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// relation is how two operations stand to each other in a precedence.
type relation int

const (
	above relation = iota
	level
)

// status is how the arguments of an operation are compared.
type status int

const (
	noStatus status = iota
	fromLeft
	fromRight
	asMultiset
)

// ordering is a path order as it is being found.
type ordering struct {
	operations []*language.Operation
	numbers    map[*language.Operation]int
	notBelow   [][]bool // closed under transitivity
	strict     [][]bool
	statuses   []status
	steps      int
}

func newOrdering(operations []*language.Operation) *ordering {
	o := &ordering{operations: operations, numbers: map[*language.Operation]int{},
		statuses: make([]status, len(operations))}
	for i, p := range operations {
		o.numbers[p] = i
		o.notBelow = append(o.notBelow, make([]bool, len(operations)))
		o.strict = append(o.strict, make([]bool, len(operations)))
		o.notBelow[i][i] = true
	}
	return o
}

func (o *ordering) isLevel(f, g *language.Operation) bool {
	i, j := o.numbers[f], o.numbers[g]
	return o.notBelow[i][j] && o.notBelow[j][i]
}

// extend adds a relation of two operations to the precedence, if that can be, and takes it back
// where what follows does not succeed.
func (o *ordering) extend(f, g *language.Operation, r relation, then func() bool) bool {
	i, j := o.numbers[f], o.numbers[g]
	switch {
	case r == above && o.strict[i][j], r == level && o.isLevel(f, g):
		return then()
	case r == above && o.notBelow[j][i], r == level && (o.strict[i][j] || o.strict[j][i]):
		return false
	case r == level && o.statuses[i] != o.statuses[j] && o.statuses[i] != noStatus && o.statuses[j] != noStatus:
		return false
	}
	notBelow, strict, statuses := o.notBelow, o.strict, o.statuses
	o.notBelow, o.strict, o.statuses = cloneAll(notBelow), cloneAll(strict), slices.Clone(statuses)
	o.add(i, j, r == above)
	if r == level {
		o.add(j, i, false)
		o.spread(i, max(statuses[i], statuses[j]))
	}
	if then() {
		return true
	}
	o.notBelow, o.strict, o.statuses = notBelow, strict, statuses
	return false
}

func cloneAll(rows [][]bool) [][]bool {
	out := make([][]bool, len(rows))
	for i, r := range rows {
		out[i] = slices.Clone(r)
	}
	return out
}

// add adds that i is not below j, and all that follows.
func (o *ordering) add(i, j int, strict bool) {
	for a := range o.operations {
		if !o.notBelow[a][i] {
			continue
		}
		for b := range o.operations {
			if o.notBelow[j][b] {
				o.notBelow[a][b] = true
				o.strict[a][b] = o.strict[a][b] || strict || o.strict[a][i] || o.strict[j][b]
			}
		}
	}
}

// spread gives all operations of one level a status.
func (o *ordering) spread(i int, s status) {
	for j := range o.operations {
		if o.notBelow[i][j] && o.notBelow[j][i] {
			o.statuses[j] = s
		}
	}
}

// assume gives an operation and those of its level a status, if they may have that, and takes it back where
// what follows does not succeed.
func (o *ordering) assume(f *language.Operation, s status, then func() bool) bool {
	i := o.numbers[f]
	if known := o.statuses[i]; known != noStatus {
		return known == s && then()
	}
	before := o.statuses
	o.statuses = slices.Clone(before)
	o.spread(i, s)
	if then() {
		return true
	}
	o.statuses = before
	return false
}

// describe returns the precedence in words: from above, and what it says of each operation whose
// arguments are not compared from the left.
func (o *ordering) describe() string {
	var levels [][]int
	for i := range o.operations {
		equal := func(l []int) bool { return o.notBelow[i][l[0]] && o.notBelow[l[0]][i] }
		if j := slices.IndexFunc(levels, equal); j >= 0 {
			levels[j] = append(levels[j], i)
			continue
		}
		levels = append(levels, []int{i})
	}
	height := func(l []int) (n int) {
		for _, s := range o.strict[l[0]] {
			if s {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(levels, func(a, b []int) int { return height(b) - height(a) })
	var out []string
	for _, l := range levels {
		if height(l) == 0 && len(l) == 1 && (o.statuses[l[0]] == noStatus || o.statuses[l[0]] == fromLeft) {
			continue // what is below all others is not worth a word
		}
		var names []string
		for _, i := range l {
			names = append(names, o.operations[i].Name.Text)
		}
		text := strings.Join(names, " = ")
		switch o.statuses[l[0]] {
		case fromRight:
			text += " (from the right)"
		case asMultiset:
			text += " (as multisets)"
		}
		var lows []string
		for j, s := range o.strict[l[0]] {
			if s {
				lows = append(lows, o.operations[j].Name.Text)
			}
		}
		if len(lows) > 0 {
			text = fmt.Sprintf("%s > %s", text, strings.Join(lows, ", "))
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
