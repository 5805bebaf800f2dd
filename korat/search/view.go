package search

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Said is what functions say of an object before and after a call, with the arguments and results, all as JSON: for a
// specification that is judged elsewhere. Structures of which the same is said are told as one, with a structure that
// is the smallest so far.
type Said struct {
	Number  int               `json:"number"`         // equal ones of a search have the same
	Case    []int32           `json:"case,omitempty"` // nil: not smaller than before; then nothing else is told again
	Size    int               `json:"size,omitempty"`
	Before  []json.RawMessage `json:"before,omitempty"`
	Inputs  []json.RawMessage `json:"inputs,omitempty"` // the receiver, which is null, and the arguments
	After   []json.RawMessage `json:"after,omitempty"`  // nil: it has panicked
	Results []json.RawMessage `json:"results,omitempty"`
	Ended   string            `json:"ended,omitempty"` // Returns, Panics, Fails, or Unsaid
	Wrong   string            `json:"wrong,omitempty"` // the panic, the error, or what is wrong with the objects after
	// Exception is the condition that holds before the call and says that it panics or returns an error. What came of
	// the call is judged by that then: Kind is what is wrong with it, in a word, and Wrong says it in full.
	Exception string `json:"exception,omitempty"`
	Kind      string `json:"kind,omitempty"`
}

// Unsaid is how a case has ended in which a function that says something of an object has panicked.
const Unsaid = "unsaid"

// known is what was told of a case.
type known struct{ number, size int }

// say calls the method on the candidate, which was accepted, and returns what is said of it; or what is said before
// the call alone.
func (t *trial) say(e *engine, early bool) *Said {
	e.usedSets, e.usedScratch = 0, len(e.scratch) // what a method makes is its own
	was, _ := replicate(e.rootObject(), t.root)
	now, _ := replicate(was, t.root)
	out := reflect.New(t.method.Results).UnsafePointer()
	a := newAlbum(t.own)
	a.take(was, t.root, nil, nil)
	one := &Said{Size: a.size, Case: slices.Clone(e.vector), Inputs: fieldsOf(was, t.root)}
	e.phase(Judging)
	one.Before = t.look(one, was)
	held := t.findException(one, was)
	if one.Ended == "" && !early {
		e.phase(Calling)
		p := t.call(now, out)
		e.phase(Judging)
		if t.finish(one, now, out, p); len(held) > 0 {
			one.Kind, one.Wrong = t.judge(held, was, now, out, p)
		}
	}
	e.phase(Searching)
	text, err := json.Marshal([]any{one.Before, one.Inputs, one.After, one.Results, one.Ended, one.Wrong,
		one.Exception, one.Kind})
	if err != nil {
		panic(err) // all of it is JSON
	}
	if t.said == nil {
		t.said = map[string]*known{}
	}
	before := t.said[string(text)]
	switch {
	case before == nil:
		one.Number = len(t.said)
		t.said[string(text)] = &known{one.Number, one.Size}
	case one.Size < before.size:
		one.Number, before.size = before.number, one.Size
	default:
		return &Said{Number: before.number}
	}
	return one
}

// findException returns the behaviours by which the method panics or returns an error when it is called on an object,
// none where nothing says so.
func (t *trial) findException(one *Said, was unsafe.Pointer) []*Behaviour {
	held, wrong := t.findBehaviours(was)
	switch {
	case one.Ended != "":
	case wrong != "":
		one.Ended, one.Wrong = Unsaid, wrong
	case held[0].Kind != Returns:
		one.Exception = held[0].Name
		return held
	}
	return nil
}

// finish notes how a call has ended.
func (t *trial) finish(one *Said, now, out unsafe.Pointer, p *panicked) {
	if p != nil {
		one.Ended, one.Wrong = Panics, fmt.Sprintf("%v%s", p.value, p.place)
		return
	}
	one.Ended, one.Results = Returns, fieldsOf(out, t.method.Results)
	if t.method.Error != nil {
		if err := t.method.Error(out); err != nil {
			one.Ended, one.Wrong = Fails, textOf(err)
		}
	}
	if wrong := t.ask("the invariant", func() string { return t.method.Invariant(now) }); wrong != "" {
		one.Wrong = wrong
		return
	}
	one.After = t.look(one, now)
}

// look asks the functions that say something of an object.
func (t *trial) look(one *Said, at unsafe.Pointer) (out []json.RawMessage) {
	defer func() {
		if p := recover(); p != nil {
			out, one.Ended, one.Wrong = nil, Unsaid, fmt.Sprintf("what says what it is panics: %v%s", p, placeOfPanic())
		}
	}()
	for _, v := range t.method.View(at) {
		out = append(out, plain(reflect.ValueOf(v), 0))
	}
	return out
}

// fieldsOf returns the fields of a struct as JSON.
func fieldsOf(at unsafe.Pointer, t reflect.Type) []json.RawMessage {
	out := []json.RawMessage{}
	for i := range t.NumField() {
		f := t.Field(i)
		out = append(out, plain(reflect.NewAt(f.Type, unsafe.Add(at, f.Offset)).Elem(), 0))
	}
	return out
}

// deepest is how deep a value may be nested that is told.
const deepest = 50

// nothing is what stands for a value that JSON does not have, as a pointer.
func nothing() json.RawMessage { return json.RawMessage("null") }

// plain returns a value as JSON: booleans as the strings true and false, a map as a list of pairs, one of booleans, or
// of empty structs, as the list of its keys, and those that have no form, such as pointers, as null.
func plain(v reflect.Value, depth int) json.RawMessage {
	if !v.IsValid() || depth > deepest {
		return nothing()
	}
	var of any
	switch v.Kind() {
	case reflect.Bool:
		of = fmt.Sprint(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		of = v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		of = v.Uint()
	case reflect.String:
		of = v.String()
	case reflect.Interface:
		return plain(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		list := []json.RawMessage{}
		for i := range v.Len() {
			list = append(list, plain(v.Index(i), depth+1))
		}
		of = list
	case reflect.Map:
		of = plainMap(v, depth)
	case reflect.Struct:
		fields := map[string]json.RawMessage{}
		for i := range v.NumField() {
			fields[v.Type().Field(i).Name] = plain(v.Field(i), depth+1)
		}
		of = fields
	default:
		return nothing()
	}
	data, err := json.Marshal(of)
	if err != nil {
		return nothing()
	}
	return data
}

// plainMap returns the keys of a set, or the pairs of a map, in the order of their texts.
func plainMap(v reflect.Value, depth int) []json.RawMessage {
	out := []json.RawMessage{}
	elem := v.Type().Elem()
	for all := v.MapRange(); all.Next(); {
		key := plain(all.Key(), depth+1)
		switch {
		case elem.Kind() == reflect.Bool && !all.Value().Bool():
			continue
		case elem.Kind() == reflect.Bool, elem.Kind() == reflect.Struct && elem.NumField() == 0:
			out = append(out, key)
		default:
			pair, err := json.Marshal([]json.RawMessage{key, plain(all.Value(), depth+1)})
			if err != nil {
				pair = nothing()
			}
			out = append(out, pair)
		}
	}
	slices.SortFunc(out, func(a, b json.RawMessage) int { return cmp.Compare(string(a), string(b)) })
	return out
}
