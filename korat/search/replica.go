package search

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// replica copies what can be reached from an object, so that a method may change it: what is shared, and what points
// into the middle of something, is so in the copy.
type replica struct {
	seen    map[place]bool
	regions []region
	maps    map[unsafe.Pointer]reflect.Value
}

// place is where something of a type is.
type place struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// region is a piece of memory, and what it is copied to.
type region struct {
	place
	to unsafe.Pointer
}

func (r region) size() uintptr { return r.typ.Size() }

// replicate returns a copy of an object of a type, with all that can be reached from it, and what became of what.
func replicate(at unsafe.Pointer, t reflect.Type) (unsafe.Pointer, *replica) {
	r := &replica{seen: map[place]bool{}, maps: map[unsafe.Pointer]reflect.Value{}}
	r.reach(at, t)
	r.reduce()
	for i := range r.regions {
		one := &r.regions[i]
		made := reflect.New(one.typ)
		made.Elem().Set(reflect.NewAt(one.typ, one.at).Elem())
		one.to = made.UnsafePointer()
	}
	for _, one := range r.regions {
		r.mend(one.to, one.typ)
	}
	return r.translate(at), r
}

// reach notes a piece of memory, and all that it leads to.
func (r *replica) reach(at unsafe.Pointer, t reflect.Type) {
	p := place{at, t}
	if r.seen[p] || t.Size() == 0 {
		return
	}
	r.seen[p] = true
	r.regions = append(r.regions, region{place: p})
	r.follow(at, t)
}

// follow notes what the value at a place leads to.
func (r *replica) follow(at unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil {
			r.reach(to, t.Elem())
		}
	case reflect.Slice:
		if h := (*header)(at); h.cap > 0 {
			r.reach(h.data, reflect.ArrayOf(h.cap, t.Elem()))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			r.follow(unsafe.Add(at, f.Offset), f.Type)
		}
	case reflect.Array:
		if !isPlain(t.Elem().Kind()) {
			for i := range t.Len() {
				r.follow(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem())
			}
		}
	case reflect.Interface:
		if v := reflect.NewAt(t, at).Elem().Elem(); v.IsValid() {
			r.follow(held(v), v.Type())
		}
	case reflect.Map:
		m := reflect.NewAt(t, at).Elem()
		if p := (place{m.UnsafePointer(), t}); !m.IsNil() && !r.seen[p] {
			r.seen[p] = true
			for all := m.MapRange(); all.Next(); {
				r.follow(held(all.Key()), t.Key())
				r.follow(held(all.Value()), t.Elem())
			}
		}
	}
}

// isPlain tells whether values of a kind lead nowhere.
func isPlain(k reflect.Kind) bool { return k <= reflect.Complex128 || k == reflect.String }

// held returns a new variable that has a value.
func held(v reflect.Value) unsafe.Pointer {
	x := reflect.New(v.Type())
	x.Elem().Set(v)
	return x.UnsafePointer()
}

// reduce sorts the pieces, and leaves out those that are parts of others.
func (r *replica) reduce() {
	slices.SortFunc(r.regions, func(a, b region) int {
		return cmp.Or(cmp.Compare(uintptr(a.at), uintptr(b.at)), cmp.Compare(b.size(), a.size()))
	})
	kept := r.regions[:0]
	for _, one := range r.regions {
		if n := len(kept) - 1; n >= 0 && uintptr(one.at)+one.size() <= uintptr(kept[n].at)+kept[n].size() {
			continue
		}
		kept = append(kept, one)
	}
	r.regions = kept
}

// translate returns where the copy of what a pointer points to is.
func (r *replica) translate(p unsafe.Pointer) unsafe.Pointer {
	n, exact := slices.BinarySearchFunc(r.regions, p, func(one region, p unsafe.Pointer) int {
		return cmp.Compare(uintptr(one.at), uintptr(p))
	})
	if !exact {
		n--
	}
	if n < 0 || uintptr(p) >= uintptr(r.regions[n].at)+r.regions[n].size() {
		return p
	}
	return unsafe.Add(r.regions[n].to, uintptr(p)-uintptr(r.regions[n].at))
}

// mend has a value that was copied lead to copies.
func (r *replica) mend(at unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		if p := (*unsafe.Pointer)(at); *p != nil {
			*p = r.translate(*p)
		}
	case reflect.Slice:
		if h := (*header)(at); h.cap > 0 {
			h.data = r.translate(h.data)
		} else if h.data != nil {
			h.data = reflect.MakeSlice(t, 0, 0).UnsafePointer()
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			r.mend(unsafe.Add(at, f.Offset), f.Type)
		}
	case reflect.Array:
		if !isPlain(t.Elem().Kind()) {
			for i := range t.Len() {
				r.mend(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem())
			}
		}
	case reflect.Interface:
		x := reflect.NewAt(t, at).Elem()
		if v := x.Elem(); v.IsValid() && !isPlain(v.Kind()) {
			to := held(v)
			r.mend(to, v.Type())
			x.Set(reflect.NewAt(v.Type(), to).Elem())
		}
	case reflect.Map:
		r.mendMap(at, t)
	}
}

// mendMap has a map be a copy.
func (r *replica) mendMap(at unsafe.Pointer, t reflect.Type) {
	x := reflect.NewAt(t, at).Elem()
	if x.IsNil() {
		return
	}
	old := x.UnsafePointer()
	if made, is := r.maps[old]; is {
		x.Set(made)
		return
	}
	made := reflect.MakeMapWithSize(t, x.Len())
	r.maps[old] = made
	for all := x.MapRange(); all.Next(); {
		key, value := held(all.Key()), held(all.Value())
		r.mend(key, t.Key())
		r.mend(value, t.Elem())
		made.SetMapIndex(reflect.NewAt(t.Key(), key).Elem(), reflect.NewAt(t.Elem(), value).Elem())
	}
	x.Set(made)
}
