package search

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// MapGet returns a value of a map, and notes which of its keys was asked for.
func MapGet[M ~map[K]V, K comparable, V any](m M, key K) V {
	if t := trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m))); t != nil {
		t.seeKey(key)
	}
	return m[key]
}

// MapFind does the same where it is asked whether the key is there.
func MapFind[M ~map[K]V, K comparable, V any](m M, key K) (V, bool) {
	if t := trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m))); t != nil {
		t.seeKey(key)
	}
	v, is := m[key]
	return v, is
}

// MapAll returns a map, and notes that all of it was read.
func MapAll[M ~map[K]V, K comparable, V any](m M) M {
	if t := trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m))); t != nil {
		t.seeAll(true)
	}
	return m
}

// MapLen returns a map, and notes that its keys were read.
func MapLen[M ~map[K]V, K comparable, V any](m M) M {
	if t := trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m))); t != nil {
		t.seeAll(false)
	}
	return m
}

// MapPut returns a map that is to be written.
func MapPut[M ~map[K]V, K comparable, V any](m M, place string) M {
	if trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m))) != nil {
		written(place)
	}
	return m
}

// KeepEntry returns a map, of which one key is to get another value.
func KeepEntry[M ~map[K]V, K comparable, V any](m M, key K) M {
	if under.fast != nil {
		keepEntry(m, key)
	}
	return m
}

// Entry is a key of a map with its value.
type Entry[K comparable, V any] struct {
	Key   K
	Value V
}

// Entries returns what a map holds, that of a candidate in the order of its bounds, and one whose keys are pointers in
// the order of the objects, so that a predicate reads the same each time.
func Entries[M ~map[K]V, K comparable, V any](m M, values bool) []Entry[K, V] {
	out := make([]Entry[K, V], 0, len(m))
	t := trackedMap(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
	if t == nil {
		for k, v := range m {
			out = append(out, Entry[K, V]{k, v})
		}
		if reflect.TypeFor[K]().Kind() == reflect.Pointer {
			slices.SortFunc(out, func(a, b Entry[K, V]) int {
				return cmp.Compare(*(*uintptr)(unsafe.Pointer(&a.Key)), *(*uintptr)(unsafe.Pointer(&b.Key)))
			})
		}
		return out
	}
	t.seeAll(values)
	for _, key := range t.keys {
		k := key.value.Interface().(K)
		if v, is := m[k]; is {
			out = append(out, Entry[K, V]{k, v})
		}
	}
	return out
}

// trackedMap returns the map of a candidate that a pointer is of, or nil.
func trackedMap(p unsafe.Pointer) *shape {
	if p == nil {
		return nil
	}
	return under.maps[p]
}

// seeKey notes that a key is asked for, and what it has where it is there.
func (s *shape) seeKey(key any) {
	e := under
	if e.off {
		return
	}
	if i, is := s.index[key]; is {
		s.seeEntry(e, i, true)
	}
}

// seeAll notes that all keys are read, and the values too or not.
func (s *shape) seeAll(values bool) {
	e := under
	if e.off {
		return
	}
	for i := range s.keys {
		s.seeEntry(e, i, values)
	}
}

func (s *shape) seeEntry(e *engine, i int, value bool) {
	k := s.keys[i]
	if !e.marked[k.presence] || *(*byte)(e.cells[k.presence].mark) == 0 {
		e.readCell(k.presence, 0)
	}
	if value && e.vector[k.presence] == 1 {
		seeRange(unsafe.Add(e.arena, k.slot.off), k.slot.typ.Size())
	}
}
