package search

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// place says where in a sequence another one stands.
type place uint8

const (
	anyPlace place = iota
	atStart
	atEnd
)

// noteParts notes what joined = whole says of the sequences that are joined: the first is a prefix
// of the whole, the last a suffix, and each is a part of it; and of a sequence of sequences that are
// joined, that the whole is taken apart into them.
func noteParts(b *builder, joined, whole zed.Expr, in *scope, i int) {
	o, ok := joined.(*zed.Op)
	if !ok {
		return
	}
	if o.Op == zed.DistCat {
		if v, ok := b.variable(o.Args[0], in); ok && !b.mentions(whole, o.Args[0]) {
			b.rule(v, rule{kind: joinsTo, term: b.use(whole, in), conjunct: i})
		}
		return
	}
	if o.Op != zed.Cat {
		return
	}
	all := listJoined(o)
	for k, e := range all {
		at := anyPlace
		switch k {
		case 0:
			at = atStart
		case len(all) - 1:
			at = atEnd
		}
		notePartOf(b, e, whole, at, in, i)
	}
}

// notePartOf notes that a sequence is a part of another one.
func notePartOf(b *builder, part, whole zed.Expr, at place, in *scope, i int) {
	if v, ok := b.variable(part, in); ok && !b.mentions(whole, part) {
		b.rule(v, rule{kind: partOf, at: at, term: b.use(whole, in), conjunct: i})
	}
}

// maxJoined is the longest sequence of which all parts are listed.
const maxJoined = 64

// listParts returns the candidates for a sequence that is a part of a known one.
func listParts(w *wanted) ([]value.Value, bool) {
	for _, r := range w.rules {
		if r.kind != partOf {
			continue
		}
		whole, ok := w.evaluate(r.term)
		if !ok || whole.Len() > maxJoined || whole.Len() > 0 && whole.Kind() != value.Seq {
			continue
		}
		return listInfixes(whole.Items(), r.at, w.size), true
	}
	return nil, false
}

// listInfixes lists the parts of a sequence, each once, short ones first.
func listInfixes(items []value.Value, at place, size interval) []value.Value {
	var out []value.Value
	seen := map[string]bool{}
	for n := max(0, size.lo); n <= min(size.hi, int64(len(items))); n++ {
		first, last := 0, len(items)-int(n)
		switch at {
		case atStart:
			last = 0
		case atEnd:
			first = last
		}
		for from := first; from <= last; from++ {
			v := sequenceOf(items[from : from+int(n)])
			if key := v.Key(); !seen[key] {
				seen[key] = true
				out = append(out, v)
			}
		}
	}
	return out
}

func sequenceOf(items []value.Value) value.Value {
	if len(items) == 0 {
		return value.OfSet(nil)
	}
	return value.OfSeq(append([]value.Value(nil), items...))
}

// listDivisions makes the domain the sequences of sequences into which a known one is taken apart;
// it is false where nothing says so.
func listDivisions(w *wanted) bool {
	for _, r := range w.rules {
		if r.kind != joinsTo {
			continue
		}
		whole, ok := w.evaluate(r.term)
		if !ok || whole.Len() > maxJoined || whole.Len() > 0 && whole.Kind() != value.Seq {
			continue
		}
		items := whole.Items()
		lo, hi := w.lengths("seq", w.s.scope.Seq)
		w.d.each = func(yield func(candidate) bool) {
			for n := range sizes(w.s, lo, hi) {
				if !eachDivision(items, n, func(parts []value.Value) bool {
					return w.s.pay(len(parts)) && yield(candidate{value: sequenceOf(parts)})
				}) {
					return
				}
			}
		}
		return true
	}
	return false
}

// eachDivision yields the ways to take a sequence apart into n, of which some may be empty, until
// yield returns false.
func eachDivision(items []value.Value, n int, yield func([]value.Value) bool) bool {
	parts := make([]value.Value, 0, n)
	var from func(at int) bool
	from = func(at int) bool {
		switch n - len(parts) {
		case 0:
			return at < len(items) || yield(parts)
		case 1:
			return yield(append(parts, sequenceOf(items[at:])))
		}
		for to := len(items); to >= at; to-- {
			parts = append(parts, sequenceOf(items[at:to]))
			if !from(to) {
				return false
			}
			parts = parts[:len(parts)-1]
		}
		return true
	}
	return from(0)
}
