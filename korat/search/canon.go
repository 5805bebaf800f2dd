package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"slices"
	"unsafe"
)

// A structure whose maps have objects as keys can come more than once: a map has no order in which its new keys
// could be named. So a form is made of each that is the same for all that are isomorphic: the least of the texts
// that it has when the keys are named in all orders.

// naming is one text of a structure: the objects are numbered as they are reached, and new keys of a map in the
// order that the choices say.
type naming struct {
	e       *engine
	text    []byte
	names   map[*shape]int
	count   []int // by class
	choices []int
	among   []int // among how many each choice was
	at      int
}

// canonical returns the form of the candidate.
func (e *engine) canonical() []byte {
	n := &naming{e: e}
	var least []byte
	for {
		n.text, n.names, n.count, n.at = n.text[:0], map[*shape]int{}, make([]int, e.perClass), 0
		if e.top == e.objects[e.root][0] {
			n.object(e.top, e.root)
		} else {
			n.place(e.top)
		}
		if least == nil || bytes.Compare(n.text, least) < 0 {
			least = slices.Clone(n.text)
		}
		i := len(n.choices) - 1
		for ; i >= 0 && n.choices[i]+1 == n.among[i]; i-- {
		}
		if i < 0 {
			return least
		}
		n.choices[i]++
		n.choices, n.among = n.choices[:i+1], n.among[:i+1]
	}
}

// choose returns which of several is next.
func (n *naming) choose(among int) int {
	if among == 1 {
		return 0
	}
	if n.at == len(n.choices) {
		n.choices, n.among = append(n.choices, 0), append(n.among, among)
	}
	n.at++
	return n.choices[n.at-1]
}

func (n *naming) write(kind byte, number int) {
	n.text = append(n.text, kind)
	n.text = binary.AppendUvarint(n.text, uint64(number))
}

func (n *naming) object(o *shape, class int) {
	name, known := n.names[o]
	if !known {
		name = n.count[class]
		n.count[class]++
		n.names[o] = name
	}
	n.write('o', class)
	n.write('n', name)
	if !known {
		n.place(o)
	}
}

func (n *naming) place(s *shape) {
	v, which := &s.fixed, 0
	if s.cell >= 0 {
		which = int(n.e.vector[s.cell])
		v = &n.e.cells[s.cell].values[which]
	}
	switch s.kind {
	case reflect.Invalid:
	case reflect.Struct, reflect.Array:
		for _, p := range s.parts {
			n.place(p)
		}
	case reflect.Slice:
		n.write('v', which)
		for _, p := range s.parts[:(*header)(v.image).len] {
			n.place(p)
		}
	case reflect.Map:
		n.write('v', which)
		if !v.isNil {
			n.entries(s)
		}
	default:
		if v.class >= 0 {
			n.object(n.e.objects[v.class][v.index], v.class)
			return
		}
		n.write('v', which)
	}
}

// entries writes a map: keys that are not objects in their order, then objects that have names, then the others.
func (n *naming) entries(s *shape) {
	var named, fresh []*key
	for i := range s.keys {
		k := &s.keys[i]
		if n.e.vector[k.presence] == 0 {
			continue
		}
		if k.text.class < 0 {
			n.write('k', i)
			n.place(k.slot)
			continue
		}
		if _, known := n.names[n.keyObject(k)]; known {
			named = append(named, k)
		} else {
			fresh = append(fresh, k)
		}
	}
	slices.SortFunc(named, func(a, b *key) int { return n.names[n.keyObject(a)] - n.names[n.keyObject(b)] })
	for _, k := range named {
		n.entry(k)
	}
	for len(fresh) > 0 {
		i := n.choose(len(fresh))
		k := fresh[i]
		fresh = slices.Delete(fresh, i, i+1)
		if _, known := n.names[n.keyObject(k)]; known {
			n.text = append(n.text, 'l') // it was reached from an entry before it
		}
		n.entry(k)
	}
	n.text = append(n.text, '.')
}

func (n *naming) keyObject(k *key) *shape { return n.e.objects[k.text.class][k.text.index] }

func (n *naming) entry(k *key) {
	n.object(n.keyObject(k), k.text.class)
	n.place(k.slot)
}

// isNew tells whether no structure was found before that is isomorphic to the candidate.
func (e *engine) isNew() bool {
	if !e.symmetric && !e.exhaustive {
		return true
	}
	sum := sha256.Sum256(e.canonical())
	form := *(*[16]byte)(unsafe.Pointer(&sum))
	if e.forms == nil {
		e.forms = map[[16]byte]bool{}
	}
	if e.forms[form] {
		return false
	}
	e.forms[form] = true
	return true
}
