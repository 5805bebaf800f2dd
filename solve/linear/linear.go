package linear

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
)

// The limits of the procedure. Beyond them rows are left out, so that less follows.
const (
	maxNumber = 1 << 61 // small enough that the sum of two such numbers does not overflow
	maxRows   = 300
	maxRounds = 200
)

// Row is the constraint Σ K·X + C ≥ 0 over integers, or = 0 where it is Equal.
type Row[W any] struct {
	Terms []Term // sorted by variable, each variable once, without factors of 0
	C     int64
	Equal bool
	Why   W // what it rests on
}

// Term is a variable with its factor.
type Term struct {
	X int // from 0 on
	K int64
}

// Add adds k·x.
func (r *Row[W]) Add(x int, k int64) {
	i, found := slices.BinarySearchFunc(r.Terms, x, func(p Term, x int) int { return cmp.Compare(p.X, x) })
	switch {
	case k == 0:
	case !found:
		r.Terms = slices.Insert(r.Terms, i, Term{x, k})
	case r.Terms[i].K+k == 0:
		r.Terms = slices.Delete(r.Terms, i, i+1)
	default:
		r.Terms[i].K += k
	}
}

// Factor returns the factor of a variable.
func (r *Row[W]) Factor(x int) int64 {
	i, found := slices.BinarySearchFunc(r.Terms, x, func(p Term, x int) int { return cmp.Compare(p.X, x) })
	if !found {
		return 0
	}
	return r.Terms[i].K
}

// addRows returns a·r + b·s, where a and b are not 0; false where numbers become too
// large.
func (o *elimination[W]) addRows(a int64, r Row[W], b int64, s Row[W]) (Row[W], bool) {
	out := Row[W]{Equal: r.Equal, Why: o.join(r.Why, s.Why), Terms: make([]Term, 0, len(r.Terms)+len(s.Terms))}
	fits := true
	sum := func(x, y int64) int64 {
		n, ok := sumOf(a, x, b, y)
		fits = fits && ok
		return n
	}
	out.C = sum(r.C, s.C)
	for i, j := 0, 0; i < len(r.Terms) || j < len(s.Terms); {
		var p Term
		switch {
		case j == len(s.Terms) || i < len(r.Terms) && r.Terms[i].X < s.Terms[j].X:
			p = Term{r.Terms[i].X, sum(r.Terms[i].K, 0)}
			i++
		case i == len(r.Terms) || s.Terms[j].X < r.Terms[i].X:
			p = Term{s.Terms[j].X, sum(0, s.Terms[j].K)}
			j++
		default:
			p = Term{r.Terms[i].X, sum(r.Terms[i].K, s.Terms[j].K)}
			i++
			j++
		}
		if p.K != 0 {
			out.Terms = append(out.Terms, p)
		}
	}
	return out, fits
}

// sumOf returns a·x + b·y; false where it is too large.
func sumOf(a, x, b, y int64) (int64, bool) {
	m, ok1 := product(a, x)
	n, ok2 := product(b, y)
	return m + n, ok1 && ok2 && !isLarge(m+n)
}

func product(a, b int64) (int64, bool) {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if high != 0 || low > maxNumber {
		return 0, false
	}
	return a * b, true
}

func isLarge(n int64) bool { return n > maxNumber || n < -maxNumber }

// isLarge tells whether a row has numbers that are too large to compute with.
func (r *Row[W]) isLarge() bool {
	return isLarge(r.C) || slices.ContainsFunc(r.Terms, func(p Term) bool { return isLarge(p.K) })
}

// reduce divides a row by the common divisor of its coefficients; a row ≥ 0 is
// tightened for integers. It tells whether the row has no solution, or no variable.
func (r *Row[W]) reduce() satisfiability {
	g := int64(0)
	for _, p := range r.Terms {
		g = gcd(g, p.K)
	}
	switch {
	case g == 0 && (r.Equal && r.C != 0 || r.C < 0):
		return contradictory
	case g == 0:
		return trivial
	case r.Equal && r.C%g != 0:
		return contradictory
	}
	for i := range r.Terms {
		r.Terms[i].K /= g
	}
	r.C = floor(r.C, g)
	return open
}

// satisfiability says whether values of its variables satisfy a row, as its form shows.
type satisfiability uint8

const (
	open          satisfiability = iota // depends on other rows
	trivial                             // all values do
	contradictory                       // no values do
)

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Infeasible tells whether constraints have no solution in the integers, and on what
// that rests; join combines what two rows rest on. It solves equations for one variable
// after the other, and then eliminates variables from the inequalities (Pugh: The Omega
// Test, sections 2.2 and 2.3). Where that is not exact it leaves weaker constraints, so
// that a contradiction always holds for integers. It adds the number of rows that it
// visits to work.
func Infeasible[W any](rows []Row[W], join func(a, b W) W, work *int) (why W, infeasible bool) {
	o := &elimination[W]{join: join, work: work, kept: -1}
	infeasible = o.begin(rows) || o.run()
	return o.why, infeasible
}

// Project returns what constraints say about the variable x alone, by eliminating all
// others: rows in which the factor of x is 1 or -1. contradictory says that the
// constraints have no solution. Where a limit is reached, it returns fewer rows.
func Project[W any](rows []Row[W], x int, join func(a, b W) W) (alone []Row[W], contradictory bool) {
	o := &elimination[W]{join: join, work: new(int), kept: x, fresh: x + 1}
	contradictory = o.begin(rows) || o.run()
	return o.alone, contradictory
}

// elimination has the rows that are left while variables are eliminated.
type elimination[W any] struct {
	join      func(a, b W) W
	kept      int      // the variable that is not eliminated; -1 where there is none
	alone     []Row[W] // the rows with no other variable
	equations []Row[W]
	rows      []Row[W]
	index     map[string]int // of rows, by their terms
	fresh     int
	why       W    // what a contradiction rests on
	given     bool // whether a limit was reached
	work      *int // counts rows
}

// begin adds all rows, and returns whether they are found to contradict each other.
func (o *elimination[W]) begin(rows []Row[W]) bool {
	equal := 0
	for i := range rows {
		if rows[i].Equal {
			equal++
		}
	}
	o.equations, o.rows = make([]Row[W], 0, equal), make([]Row[W], 0, len(rows)-equal)
	for _, r := range rows {
		r.Terms = slices.Clone(r.Terms)
		for _, p := range r.Terms {
			o.fresh = max(o.fresh, p.X+1)
		}
		if o.put(r) {
			return true
		}
	}
	return false
}

// run eliminates variables until none is left, and returns whether the rows contradict
// each other.
func (o *elimination[W]) run() bool {
	for range maxRounds {
		switch {
		case len(o.equations) > 0:
			if o.solve() {
				return true
			}
		case len(o.rows) == 0 || o.given && o.kept < 0:
			return false
		default:
			if o.eliminate() {
				return true
			}
		}
	}
	return false
}

// put adds a row, and returns whether the row is a contradiction.
func (o *elimination[W]) put(r Row[W]) bool {
	if *o.work++; r.isLarge() {
		o.given = true
		return false
	}
	switch r.reduce() {
	case contradictory:
		o.why = r.Why
		return true
	case trivial:
		return false
	}
	if len(r.Terms) == 1 && r.Terms[0].X == o.kept {
		o.alone = append(o.alone, r)
		return false
	}
	if r.Equal {
		o.equations = append(o.equations, r)
		return false
	}
	key, opposite := r.keys()
	if o.index == nil {
		o.index = map[string]int{}
	}
	if i, ok := o.index[opposite]; ok {
		other := o.rows[i]
		switch sum := r.C + other.C; {
		case sum < 0:
			o.why = o.join(r.Why, other.Why)
			return true
		case sum == 0:
			r.Equal, r.Why = true, o.join(r.Why, other.Why)
			o.equations = append(o.equations, r)
			return false
		}
	}
	if i, ok := o.index[key]; ok {
		if r.C < o.rows[i].C {
			o.rows[i] = r
		}
		return false
	}
	o.index[key] = len(o.rows)
	o.rows = append(o.rows, r)
	return false
}

// keys returns names for the terms of a row, and for their negation.
func (r *Row[W]) keys() (own, opposite string) {
	a, b := make([]byte, 0, 32), make([]byte, 0, 32)
	for _, p := range r.Terms {
		a = strconv.AppendInt(append(strconv.AppendInt(a, int64(p.X), 36), ':'), p.K, 36)
		b = strconv.AppendInt(append(strconv.AppendInt(b, int64(p.X), 36), ':'), -p.K, 36)
		a, b = append(a, ' '), append(b, ' ')
	}
	return string(a), string(b)
}

// solve takes one equation and replaces a variable by it. Where its factor is not 1, a
// new variable keeps what the equation says of divisibility; beside the variable that is
// kept this would not come to an end, and multiples of rows do.
func (o *elimination[W]) solve() bool {
	best, at, small := -1, 0, int64(0)
	for i, e := range o.equations {
		for _, p := range e.Terms {
			if k := max(p.K, -p.K); p.X != o.kept && (best < 0 || k < small) {
				best, at, small = i, p.X, k
			}
		}
	}
	e := o.equations[best]
	if small != 1 && (o.kept < 0 || e.Factor(o.kept) == 0) {
		e = o.substitution(e, at)
	} else {
		o.equations = slices.Delete(o.equations, best, best+1)
	}
	return o.replace(e, at)
}

// substitution returns an equation that gives x by a new variable, with 1 as its
// coefficient; it follows from e.
func (o *elimination[W]) substitution(e Row[W], x int) Row[W] {
	a := e.Factor(x)
	m := max(a, -a) + 1
	out := Row[W]{Equal: true, Why: e.Why, C: nearestResidue(e.C, m)}
	for _, p := range e.Terms {
		if k := nearestResidue(p.K, m); k != 0 {
			out.Add(p.X, k)
		}
	}
	out.Add(o.fresh, m)
	o.fresh++
	return out
}

// nearestResidue returns a mod m, between -m/2 and m/2.
func nearestResidue(a, m int64) int64 { return a - m*floor(2*a+m, 2*m) }

// replace puts what an equation says of x into all rows.
func (o *elimination[W]) replace(e Row[W], x int) bool {
	k := e.Factor(x)
	sign := int64(1)
	if k < 0 {
		k, sign = -k, -1
	}
	equations, rows := o.equations, o.rows
	// What is put back is no more than what was read of each list.
	o.equations, o.rows = equations[:0], rows[:0]
	clear(o.index)
	for _, list := range [2][]Row[W]{equations, rows} {
		for _, r := range list {
			fits := true
			if c := r.Factor(x); c != 0 {
				r, fits = o.addRows(k, r, -c*sign, e)
			}
			if o.add(r, fits) {
				return true
			}
		}
	}
	return false
}

// add puts a row, unless its numbers are too large.
func (o *elimination[W]) add(r Row[W], fits bool) bool {
	if !fits {
		*o.work++
		o.given = true
		return false
	}
	return o.put(r)
}

// eliminate drops a variable from the inequalities: each lower bound of it is
// below each upper one.
func (o *elimination[W]) eliminate() bool {
	type count struct{ low, high int }
	counts := map[int]*count{}
	var vars []int
	for _, r := range o.rows {
		for _, p := range r.Terms {
			if p.X == o.kept {
				continue
			}
			c := counts[p.X]
			if c == nil {
				c = &count{}
				counts[p.X] = c
				vars = append(vars, p.X)
			}
			if p.K > 0 {
				c.low++
			} else {
				c.high++
			}
		}
	}
	slices.Sort(vars)
	best, cost := vars[0], 1<<30
	for _, x := range vars {
		if c := counts[x]; c.low*c.high-c.low-c.high < cost {
			best, cost = x, c.low*c.high-c.low-c.high
		}
	}
	rows := o.rows
	o.rows = rows[:0] // no more are put back than were read
	clear(o.index)
	var low, high []Row[W]
	for _, r := range rows {
		switch k := r.Factor(best); {
		case k > 0:
			low = append(low, r)
		case k < 0:
			high = append(high, r)
		case o.put(r):
			return true
		}
	}
	for _, l := range low {
		for _, h := range high {
			if len(o.rows) > maxRows {
				o.given = true
				return false
			}
			if o.add(o.addRows(-h.Factor(best), l, l.Factor(best), h)) {
				return true
			}
		}
	}
	return false
}
