package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/ttf-int/ttf-int/source"
)

// Read reads the file of a plan. It does not hold what the file says against the
// specifications. Errors are located in the file.
func Read(name string, data []byte) (*File, error) {
	f := &File{text: source.NewFile(name, string(data))}
	if err := json.Unmarshal(data, f); err != nil {
		var syntax *json.SyntaxError
		var typ *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return nil, source.Errorf(f.span(int(syntax.Offset)-1), "the plan cannot be read: %v", err)
		case errors.As(err, &typ):
			return nil, source.Errorf(f.span(int(typ.Offset)-1), "the plan cannot be read: %s cannot be of the kind %s",
				typ.Field, typ.Value)
		}
		return nil, f.Errorf(nil, "the plan cannot be read: %v", err)
	}
	if f.Kind != "Plan" {
		return nil, f.Errorf([]string{"kind"}, "a plan was expected, and the kind of this is %q", f.Kind)
	}
	if f.APIVersion != APIVersion {
		return nil, f.Errorf([]string{"apiVersion"}, "expected a plan of apiVersion %s, found %q", APIVersion,
			f.APIVersion)
	}
	for i, in := range f.Inputs {
		if in.Path == "" {
			return nil, f.Errorf([]string{"inputs", strconv.Itoa(i), "path"}, "expected the path of a file")
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if key, at := findRepeatedKey(d); at >= 0 {
		return nil, source.Errorf(f.span(nextValue(data, at)),
			"%s stands here twice: a reader would see one, and the other would run", key)
	}
	return f, nil
}

// findRepeatedKey returns the first field name that occurs twice in an object of a document,
// and the offset behind its second occurrence; the offset is negative where there is
// none.
func findRepeatedKey(d *json.Decoder) (key string, at int) {
	begin, err := d.Token()
	if _, nested := begin.(json.Delim); err != nil || !nested {
		return "", -1
	}
	seen := map[string]bool{}
	for d.More() {
		if begin == json.Delim('{') {
			before := int(d.InputOffset())
			name, err := d.Token()
			if err != nil {
				return "", -1
			}
			key = name.(string)
			if seen[key] {
				return key, before
			}
			seen[key] = true
		}
		if inner, at := findRepeatedKey(d); at >= 0 {
			return inner, at
		}
	}
	_, _ = d.Token() // the end of the object or list, which is there: the document was read
	return "", -1
}

// Errorf returns an error at a place in the file, which is given by the names of fields
// and indices of elements that lead to it. Where the file does not have the place, the
// error is at the nearest place above it.
func (f *File) Errorf(place []string, format string, args ...any) *source.Error {
	text := fmt.Sprintf(format, args...)
	if len(place) > 0 {
		text = placeText(place) + ": " + text
	}
	return source.Errorf(f.span(f.find(place)), "%s", text)
}

// placeText returns a place as text: units.insert.cases[3].
func placeText(place []string) string {
	out := ""
	for i, p := range place {
		switch _, err := strconv.Atoi(p); {
		case err == nil:
			out += "[" + p + "]"
		case i == 0:
			out = p
		default:
			out += "." + p
		}
	}
	return out
}

// Compare returns an error for the first place at which the file differs from the file of
// the given plan, which was loaded from it. So nothing in the file is passed over.
func (f *File) Compare(p *Plan) error {
	now, err := p.JSON()
	if err != nil || string(now) == f.text.Data {
		return err
	}
	var kept, made any
	if err := errors.Join(json.Unmarshal([]byte(f.text.Data), &kept), json.Unmarshal(now, &made)); err != nil {
		return err
	}
	if place, what := differs(nil, kept, made); what != "" {
		return f.Errorf(place, "%s", what)
	}
	return nil
}

// differs returns the first place at which two JSON documents differ, and a description
// of the difference; the description is "" where they are equal.
func differs(at []string, kept, made any) (place []string, what string) {
	switch made := made.(type) {
	case map[string]any:
		kept, ok := kept.(map[string]any)
		if !ok {
			return at, "an object was expected"
		}
		for _, k := range sortedKeys(made) {
			if _, ok := kept[k]; !ok {
				return at, k + " is missing"
			}
			if place, what := differs(append(at[:len(at):len(at)], k), kept[k], made[k]); what != "" {
				return place, what
			}
		}
		for _, k := range sortedKeys(kept) {
			if _, ok := made[k]; !ok {
				return append(at[:len(at):len(at)], k), "a plan has no such field here"
			}
		}
		return nil, ""
	case []any:
		kept, ok := kept.([]any)
		if !ok || len(kept) != len(made) {
			return at, fmt.Sprintf("a list of %d was expected", len(made))
		}
		for i := range made {
			if place, what := differs(append(at[:len(at):len(at)], strconv.Itoa(i)), kept[i], made[i]); what != "" {
				return place, what
			}
		}
		return nil, ""
	}
	if kept != made {
		return at, fmt.Sprintf("%v was expected", made)
	}
	return nil, ""
}

// span returns the span of the character at an offset of the file.
func (f *File) span(offset int) source.Span {
	offset = max(0, min(offset, len(f.text.Data)-1))
	return f.text.Whole().Span(offset, min(offset+1, len(f.text.Data)))
}

// find returns the offset at which the value at the given place begins.
func (f *File) find(place []string) int {
	data := []byte(f.text.Data)
	d := json.NewDecoder(bytes.NewReader(data))
	at := 0
	for _, p := range place {
		at = nextValue(data, int(d.InputOffset()))
		t, err := d.Token()
		if err != nil {
			return at
		}
		if !enter(d, t, p) {
			return at
		}
	}
	if len(place) == 0 {
		return 0
	}
	return nextValue(data, int(d.InputOffset()))
}

// enter moves the decoder to the named field of an object, or the element with that
// index of a list, where `begin` is the token that opens it. It returns whether there
// is one.
func enter(d *json.Decoder, begin json.Token, name string) bool {
	index := 0
	for d.More() {
		found := false
		switch begin {
		case json.Delim('{'):
			key, err := d.Token()
			if err != nil {
				return false
			}
			found = key == name
		case json.Delim('['):
			found = strconv.Itoa(index) == name
		default:
			return false
		}
		if found {
			return true
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return false
		}
		index++
	}
	return false
}

// nextValue returns the offset of the first value at or after an offset.
func nextValue(data []byte, offset int) int {
	for offset < len(data) && bytes.IndexByte([]byte(" \t\r\n,:"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// sign sets the check of the file and of each unit, leaf, case and decision in it.
func (f *File) sign() error {
	var first error
	f.eachPart(func(_ []string, _ string, check *string, parts []any) {
		made, err := hash(parts)
		*check = made
		if first == nil {
			first = err
		}
	})
	return first
}

// CheckUnaltered returns an error for the first part of the file that was altered after it
// was written. It tells this for the parts that do not follow from the specifications
// and that no run depends on: reasons, statuses, what the cases cover.
func (f *File) CheckUnaltered() error {
	var out error
	f.eachPart(func(place []string, what string, check *string, parts []any) {
		if made, err := hash(parts); out == nil && (err != nil || made != *check) {
			out = f.Errorf(place, "altered since the plan was made: %s", what)
		}
	})
	return out
}

// eachPart calls `do` with every part that has a check, and the data that the check is
// computed from.
func (f *File) eachPart(do func(place []string, what string, check *string, parts []any)) {
	do(nil, "tool, assumes, strengthened or coverCallees", &f.Check, []any{f.Tool, f.Assumes, f.Strengthened,
		f.CoverCallees})
	for _, name := range sortedKeys(f.Units) {
		u := f.Units[name]
		at := []string{"units", name}
		for i := range u.Leaves {
			l := &u.Leaves[i]
			do(sub(at, "leaves", i), "status, reason, conflict, chosen or strengthens", &l.Check,
				[]any{l.ID, l.Status, l.Reason, l.Conflict, l.Chosen, l.Strengthens})
		}
		for i := range u.Cases {
			c := &u.Cases[i]
			said := []any{c.ID, c.Own, c.Covers, c.Several, c.Expected == nil}
			if c.Open {
				said = append(said, c.Open)
			}
			do(sub(at, "cases", i), "own, covers, several, open, or whether there is an expected outcome", &c.Check,
				said)
			for k := range c.Stubs {
				s := &c.Stubs[k]
				do(sub(sub(at, "cases", i), "stubs", k), "what the decision rests on", &s.Check,
					[]any{s.Otherwise, s.Leaf, s.Witness, s.Possible, s.Reason, s.Substitution, s.Free, s.By, s.Theorem,
						s.Untested})
			}
		}
		rest := []any{u.Coverage, u.Strengthening, u.Theorem2}
		if u.Mutants != nil {
			rest = append(rest, u.Mutants)
		}
		if u.Budget != nil {
			rest = append(rest, u.Budget)
		}
		do(at, "coverage, mutants, strengthening, budget or theorem2", &u.Check, rest)
		f.Units[name] = u
	}
	for _, name := range sortedKeys(f.Classes) {
		c := f.Classes[name]
		said := []any{c.Notes, c.Mutants}
		for _, one := range c.Cases {
			said = append(said, one.ID, one.Original, one.Conditions, one.Own)
		}
		do([]string{"classes", name}, "notes, mutants, or ids, originals, conditions or own of cases", &c.Check, said)
		f.Classes[name] = c
	}
}

func sub(place []string, list string, index int) []string {
	return append(place[:len(place):len(place)], list, strconv.Itoa(index))
}

// hash returns a short hash of the JSON of some data. It depends neither on white space
// nor on the order of an object's keys, which tools that rewrite JSON may change.
func hash(parts []any) (string, error) {
	data, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	from := json.NewDecoder(bytes.NewReader(data))
	from.UseNumber()
	var sorted any
	if err := from.Decode(&sorted); err != nil {
		return "", err
	}
	if data, err = json.Marshal(sorted); err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6]), nil
}

// Difference is a field in which a file differs from the specifications.
type Difference struct{ Field, Now string }

// LeafDifferences returns the fields in which a leaf in a file differs from the leaf's
// condition.
func LeafDifferences(l *Leaf, kept FileLeaf) []Difference {
	var out []Difference
	now := fileLeaf(l)
	for _, x := range []struct{ field, kept, now string }{
		{"id", kept.ID, now.ID}, {"name", kept.Name, now.Name}, {"parent", kept.Parent, now.Parent},
		{"predicate", kept.Predicate, now.Predicate},
		{"at", kept.At, now.At}, {"rejected", strconv.FormatBool(kept.Rejected), strconv.FormatBool(now.Rejected)},
	} {
		if x.kept != x.now {
			out = append(out, Difference{x.field, x.now})
		}
	}
	return out
}
