package tableau

import (
	"cmp"
	"slices"
	"strconv"
)

// The limits of the linear procedure; beyond them nothing is refuted.
const (
	maxCoefficient = 1 << 30
	maxRows        = 300
	maxRounds      = 200
)

// row is Σ k·x + c = 0, or ≥ 0, over integers.
type row struct {
	terms []product // by variable
	c     int64
	equal bool
	deps  deps
}

type product struct {
	x int
	k int64
}

// add adds k·x.
func (r *row) add(x int, k int64) {
	i, found := slices.BinarySearchFunc(r.terms, x, func(p product, x int) int { return cmp.Compare(p.x, x) })
	switch {
	case !found:
		r.terms = slices.Insert(r.terms, i, product{x, k})
	case r.terms[i].k+k == 0:
		r.terms = slices.Delete(r.terms, i, i+1)
	default:
		r.terms[i].k += k
	}
}

func (r *row) of(x int) int64 {
	i, found := slices.BinarySearchFunc(r.terms, x, func(p product, x int) int { return cmp.Compare(p.x, x) })
	if !found {
		return 0
	}
	return r.terms[i].k
}

// plus returns a·r + b·s.
func (r row) plus(a int64, s row, b int64) row {
	out := row{c: a*r.c + b*s.c, equal: r.equal, deps: r.deps.or(s.deps)}
	i, j := 0, 0
	for i < len(r.terms) || j < len(s.terms) {
		var p product
		switch {
		case j == len(s.terms) || i < len(r.terms) && r.terms[i].x < s.terms[j].x:
			p = product{r.terms[i].x, a * r.terms[i].k}
			i++
		case i == len(r.terms) || s.terms[j].x < r.terms[i].x:
			p = product{s.terms[j].x, b * s.terms[j].k}
			j++
		default:
			p = product{r.terms[i].x, a*r.terms[i].k + b*s.terms[j].k}
			i++
			j++
		}
		if p.k != 0 {
			out.terms = append(out.terms, p)
		}
	}
	return out
}

// large tells whether a row has numbers that products of could overflow.
func (r *row) large() bool {
	big := func(n int64) bool { return n > maxCoefficient || n < -maxCoefficient }
	return big(r.c) || slices.ContainsFunc(r.terms, func(p product) bool { return big(p.k) })
}

// reduce divides a row by what divides all its coefficients; a row ≥ 0 becomes
// as tight as integers make it. It tells what a row is that has no solution, or
// no variable.
func (r *row) reduce() verdict {
	g := int64(0)
	for _, p := range r.terms {
		g = gcd(g, p.k)
	}
	switch {
	case g == 0 && (r.equal && r.c != 0 || r.c < 0):
		return contradictory
	case g == 0:
		return trivial
	case r.equal && r.c%g != 0:
		return contradictory
	}
	for i := range r.terms {
		r.terms[i].k /= g
	}
	r.c = floor(r.c, g)
	return open
}

type verdict uint8

const (
	open verdict = iota
	trivial
	contradictory
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

// infeasible tells whether integer constraints have no solution, and what that
// rests on. Equations are solved for a variable one by one, then variables are
// eliminated from the inequalities (Pugh: The Omega Test, sections 2.2 and 2.3);
// where that is not exact, what is left allows more, so that a contradiction is
// one of the integers in any case.
func infeasible(rows []row, work *int) (deps, bool) {
	o := omega{work: work}
	for _, r := range rows {
		r.terms = slices.Clone(r.terms)
		for _, p := range r.terms {
			o.fresh = max(o.fresh, p.x+1)
		}
		if o.put(r) {
			return o.why, true
		}
	}
	for range maxRounds {
		switch {
		case len(o.equations) > 0:
			if o.solve() {
				return o.why, true
			}
		case len(o.rows) == 0 || o.given:
			return deps{}, false
		default:
			if o.eliminate() {
				return o.why, true
			}
		}
	}
	return deps{}, false
}

type omega struct {
	equations []row
	rows      []row
	index     map[string]int // of rows, by their terms
	fresh     int
	why       deps
	given     bool // up: a limit was reached
	work      *int // counts rows
}

// put adds a row; it tells whether that is a contradiction.
func (o *omega) put(r row) bool {
	if *o.work++; r.large() {
		o.given = true
		return false
	}
	switch r.reduce() {
	case contradictory:
		o.why = r.deps
		return true
	case trivial:
		return false
	}
	if r.equal {
		o.equations = append(o.equations, r)
		return false
	}
	key, opposite := r.keys()
	if o.index == nil {
		o.index = map[string]int{}
	}
	if i, ok := o.index[opposite]; ok {
		other := o.rows[i]
		switch sum := r.c + other.c; {
		case sum < 0:
			o.why = r.deps.or(other.deps)
			return true
		case sum == 0:
			r.equal, r.deps = true, r.deps.or(other.deps)
			o.equations = append(o.equations, r)
			return false
		}
	}
	if i, ok := o.index[key]; ok {
		if r.c < o.rows[i].c {
			o.rows[i] = r
		}
		return false
	}
	o.index[key] = len(o.rows)
	o.rows = append(o.rows, r)
	return false
}

// keys returns names for the terms of a row, and for their negation.
func (r *row) keys() (own, opposite string) {
	a, b := make([]byte, 0, 32), make([]byte, 0, 32)
	for _, p := range r.terms {
		a = strconv.AppendInt(append(strconv.AppendInt(a, int64(p.x), 36), ':'), p.k, 36)
		b = strconv.AppendInt(append(strconv.AppendInt(b, int64(p.x), 36), ':'), -p.k, 36)
		a, b = append(a, ' '), append(b, ' ')
	}
	return string(a), string(b)
}

// solve takes one equation and replaces a variable by it.
func (o *omega) solve() bool {
	best, at, small := -1, 0, int64(0)
	for i, e := range o.equations {
		for _, p := range e.terms {
			if k := max(p.k, -p.k); best < 0 || k < small {
				best, at, small = i, p.x, k
			}
		}
	}
	e := o.equations[best]
	if small != 1 {
		e = o.substitution(e, at)
	} else {
		o.equations = slices.Delete(o.equations, best, best+1)
	}
	return o.replace(e, at)
}

// substitution returns an equation that gives x by a new variable, with 1 as its
// coefficient; it follows from e.
func (o *omega) substitution(e row, x int) row {
	a := e.of(x)
	m := max(a, -a) + 1
	out := row{equal: true, deps: e.deps, c: near(e.c, m)}
	for _, p := range e.terms {
		if k := near(p.k, m); k != 0 {
			out.add(p.x, k)
		}
	}
	out.add(o.fresh, m)
	o.fresh++
	return out
}

// near is a mod m, between -m/2 and m/2.
func near(a, m int64) int64 { return a - m*floor(2*a+m, 2*m) }

// replace puts what an equation says of x, whose coefficient there is 1 or -1,
// into all rows.
func (o *omega) replace(e row, x int) bool {
	k := e.of(x)
	equations, rows := o.equations, o.rows
	o.equations, o.rows, o.index = nil, nil, nil
	for _, list := range [2][]row{equations, rows} {
		for _, r := range list {
			if c := r.of(x); c != 0 {
				r = r.plus(1, e, -c*k)
			}
			if o.put(r) {
				return true
			}
		}
	}
	return false
}

// eliminate drops a variable from the inequalities: each lower bound of it is
// below each upper one.
func (o *omega) eliminate() bool {
	type count struct{ low, high int }
	counts := map[int]*count{}
	var vars []int
	for _, r := range o.rows {
		for _, p := range r.terms {
			c := counts[p.x]
			if c == nil {
				c = &count{}
				counts[p.x] = c
				vars = append(vars, p.x)
			}
			if p.k > 0 {
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
	o.rows, o.index = nil, nil
	var low, high []row
	for _, r := range rows {
		switch k := r.of(best); {
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
			if o.put(l.plus(-h.of(best), h, l.of(best))) {
				return true
			}
		}
	}
	return false
}
