package prop

import (
	"fmt"
	"strings"
	"testing"
)

// ring is a structure with all that a listing may say.
type ring struct {
	root   link
	size   int
	label  string
	boxed  any
	others map[int]*link
	items  []uint8
	flags  [2]bool
}

type link struct {
	next, prev *link
	value      rune
}

const rings = `
{"objects":[{"name":"ring0","type":"ring","fields":{"root":{"next":{"ref":"link0"},"prev":{"ref":"link0"},"value":0},
"size":1,"label":"a\nb","boxed":{"ref":"link0"},"others":[{"key":3,"value":{"ref":"link0"}}],"items":[1,"0x10"],
"flags":[false,true]}},{"name":"link0","type":"link","fields":{"next":{"ref":"ring0","field":"root"},
"prev":{"ref":"ring0","field":"root"},"value":"'x'"}}]}
{"objects":[{"name":"ring0","type":"ring","fields":{"root":{"next":{"ref":"ring0","field":"root"},"prev":null},"boxed":7}}]}
`

// lines returns rings with a structure on each line.
func lines() string { return strings.ReplaceAll(strings.ReplaceAll(rings, ",\n", ","), "\n\n", "\n") }

// TestStructures: a structure has what its listing says, small ones come first, and each test has its own.
func TestStructures(t *testing.T) {
	var sizes []int
	r := must(t, func(r *ring) bool {
		sizes = append(sizes, r.size)
		switch r.size {
		case 0:
			if r.root.next != &r.root || r.root.prev != nil || r.boxed != 7 || r.others != nil || r.items != nil {
				t.Errorf("%+v", r)
			}
		default:
			l := r.root.next
			if l.next != &r.root || l.prev != &r.root || l.value != 'x' || r.root.prev != l || r.boxed != any(l) {
				t.Errorf("%+v: its pointers lead elsewhere", r)
			}
			rest := fmt.Sprint(r.label, r.items, r.flags, r.others[3] == l, len(r.others))
			if rest != "a\nb[1 16] [false true] true 1" {
				t.Error(rest)
			}
		}
		r.root.next, r.size = nil, -1 // what is changed here no other test sees
		return true
	}, Using(Structures[ring](lines())), Tests(100))
	if r.Verdict != Proof || fmt.Sprint(sizes) != "[0 1]" {
		t.Errorf("%v: %v", r, sizes)
	}
}

// TestStructureShown: the smallest structure for which a property fails is reported as it was before.
func TestStructureShown(t *testing.T) {
	fails := func(r *ring) bool { r.label = "changed"; return r.size == 0 }
	r := must(t, fails, Using(Structures[ring](lines())))
	if r.Verdict != Counterexample || len(r.Shown) != 1 || !strings.HasPrefix(r.Shown[0],
		`&prop.ring{root: prop.link{next: &prop.link{next: &prop.link{next: …, prev: …`) ||
		!strings.Contains(r.Shown[0], `label: "a\nb"`) {
		t.Errorf("%v", r)
	}
}

// TestSamples: an object to which an interface alone leads is of the type of a sample.
func TestSamples(t *testing.T) {
	type box struct{ any any }
	listing := `{"objects":[{"name":"box0","type":"box","fields":{"any":{"ref":"link0"}}},
{"name":"link0","type":"link","fields":{"value":"'a'"}}]}`
	holds := func(b *box) bool { return b.any.(*link).value == 'a' }
	r := must(t, holds, Using(Structures[box](strings.ReplaceAll(listing, "\n", ""), link{})))
	if r.Verdict != Proof || r.Tests != 1 {
		t.Errorf("%v", r)
	}
}

// TestWrongListings: what a listing has that the type does not is an error with the line.
func TestWrongListings(t *testing.T) {
	object := func(fields string) string {
		return `{"objects":[{"name":"ring0","type":"ring","fields":{` + fields + `}},` +
			`{"name":"other0","type":"other","fields":{}}]}`
	}
	for listing, want := range map[string]string{
		"":                                    "the listing has no structure of prop.ring",
		"\n4 structures":                      "line 2: json: cannot unmarshal number",
		`{"objects":[]}`:                      "line 1: it has no objects",
		object(`"length":1`):                  "prop.ring does not have all of the fields length",
		object(`"size":"a"`):                  `prop.ring.size: strconv.ParseInt: parsing "a"`,
		object(`"size":99999999999999999999`): "value out of range",
		object(`"items":[256]`):               "prop.ring.items: strconv.ParseUint: parsing \"256\": value out of range",
		object(`"items":3`):                   "prop.ring.items: json",
		object(`"flags":[true]`):              "[2]bool has 2 elements, and there are 1",
		object(`"root":{"next":{"ref":"link9"}}`):                "prop.link.next: there is no object link9",
		object(`"root":{"next":{"ref":"ring0"}}`):                "stands where *prop.link is expected",
		object(`"root":{"next":7}`):                              "7 is not a pointer to an object",
		object(`"root":{"next":{"ref":"ring0","field":"tail"}}`): "prop.ring has no field tail",
		object(`"root":{"next":{"ref":"ring0","field":"size"}}`): "stands where *prop.link is expected",
		object(`"boxed":{"ref":"other0"}`):                       "the type of the object is not known",
		object(`"others":[{"key":1,"value":{"ref":"ring0"}}]`):   "stands where *prop.link is expected",
	} {
		_, err := Run(func(*ring) bool { return true }, Using(Structures[ring](listing)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", listing, err, want)
		}
	}
}
