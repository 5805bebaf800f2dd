package config

import (
	"maps"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// parseAll parses all texts as one specification. The files that they include are read
// and stand in the place where they are named.
func parseAll(r *reader, texts []*source.Text) (*Document, error) {
	in := inclusion{reader: r, known: map[string]int{}}
	for _, t := range texts {
		in.add(t)
	}
	readings, err := in.read(0)
	missing := in.parents(readings)
	for n := len(in.texts); ; n = len(in.texts) {
		for _, p := range missing {
			in.readParent(p)
		}
		if n == len(in.texts) {
			break
		}
		readings, err = in.read(n)
		missing = in.parents(readings)
	}
	in.errs.Add(err)
	d := Document{missing: missing}
	for i := range in.texts {
		if !in.named[i] {
			in.splice(&d, readings, i)
		}
	}
	for i := range in.texts {
		// What is left is named, but by no document that is not itself named by
		// it.
		in.splice(&d, readings, i)
	}
	return &d, in.errs.Err()
}

// read parses the texts from index `from` on, with the files that they include.
func (in *inclusion) read(from int) ([]parse.Reading, error) {
	for i := from; i < len(in.texts); i++ {
		in.follow(i)
	}
	return parse.Documents(in.texts)
}

// parentSection is a section that another section names as its parent.
type parentSection struct {
	zed.Ident
	in *source.File
}

// parents returns the parents that no section in the texts defines, the sections of the
// toolkits left out.
func (in *inclusion) parents(readings []parse.Reading) []parentSection {
	sections := maps.Clone(toolkits)
	for _, r := range readings {
		for _, p := range r.Paragraphs {
			if s, ok := p.(*zed.Section); ok {
				sections[s.Name.Name] = true
			}
		}
	}
	var out []parentSection
	for i, r := range readings {
		for _, p := range r.Paragraphs {
			s, ok := p.(*zed.Section)
			if !ok {
				continue
			}
			for _, parent := range s.Parents {
				if !sections[parent.Name] {
					sections[parent.Name] = true
					out = append(out, parentSection{parent, in.texts[i].File})
				}
			}
		}
	}
	return out
}

// readParent reads the file named after a parent section, where there is one beside the
// document that names the parent.
func (in *inclusion) readParent(p parentSection) {
	path, err := in.reader.pathBeside(p.in, p.Name)
	if err != nil {
		return
	}
	if t, err := readZ(in.reader, path); err == nil {
		in.add(t)
	}
}

// inclusion reads the files that the texts of a specification include.
type inclusion struct {
	reader *reader
	texts  []*source.Text
	known  map[string]int   // indices of texts by the names of their files
	inputs []map[string]int // by text: the indices of the texts that the names in it stand for
	named  []bool           // by text: whether another text includes it
	places []placing
	errs   source.Errors
}

// placing is the state of a text while the texts are put into order.
type placing int

const (
	unplaced placing = iota
	underway
	placed
)

// add adds a text, unless its file is there already, and returns its index.
func (in *inclusion) add(t *source.Text) int {
	whole := t.Value == t.File.Data
	if i, ok := in.known[t.File.Name]; ok && whole {
		return i
	}
	in.texts = append(in.texts, t)
	in.inputs = append(in.inputs, map[string]int{})
	in.named = append(in.named, false)
	in.places = append(in.places, unplaced)
	if whole {
		in.known[t.File.Name] = len(in.texts) - 1
	}
	return len(in.texts) - 1
}

// follow reads the files that text i includes.
func (in *inclusion) follow(i int) {
	for _, input := range parse.Inputs(in.texts[i]) {
		if _, done := in.inputs[i][input.File]; done {
			continue
		}
		path, err := in.reader.pathBeside(in.texts[i].File, input.File)
		var t *source.Text
		if err == nil {
			t, err = readZ(in.reader, path)
		}
		if err != nil {
			in.errs.Add(source.Errorf(input.Span, "%v", err))
			continue
		}
		j := in.add(t)
		in.inputs[i][input.File] = j
		in.named[j] = true
	}
}

// splice adds the contents of text i to a document, with the contents of each file that
// it includes at the place where it names the file. A file that is included twice is
// added once.
func (in *inclusion) splice(d *Document, readings []parse.Reading, i int) {
	if in.places[i] == placed {
		return
	}
	in.places[i] = underway
	d.Notes = append(d.Notes, readings[i].Notes...)
	for kind, n := range readings[i].Unread {
		if d.Unread == nil {
			d.Unread = map[string]int{}
		}
		d.Unread[kind] += n
	}
	for _, p := range readings[i].Paragraphs {
		input, is := p.(*zed.Input)
		if !is {
			d.Paragraphs = append(d.Paragraphs, p)
			continue
		}
		j, found := in.inputs[i][input.File]
		switch {
		case !found:
			d.Paragraphs = append(d.Paragraphs, &zed.Unread{Span: input.Span, More: true})
		case in.places[j] == underway:
			in.errs.Add(source.Errorf(input.Span, "%s is read as a part of itself", in.texts[j].File.Name))
		default:
			in.splice(d, readings, j)
		}
	}
	in.places[i] = placed
}
