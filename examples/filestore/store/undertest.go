//go:build underTest

package store

import (
	"slices"

	"github.com/ttf-int/ttf-int/sut"
)

// capacity is the number of blocks of a disk under test: the constant of the
// specification that ttf-int.yaml gives a value.
const capacity = 3

// underTest is an instance: all that the bindings must reach. Behind its seams,
// neither the desk nor the shelf nor the editor says any longer whom it works
// with.
type underTest struct {
	disk      *Disk
	editor    *Editor
	directory *Directory
	shelf     *Shelf
	desk      *Desk
	journal   *Journal
}

func newUnderTest(fault Fault) *underTest {
	u := &underTest{
		disk:      &Disk{capacity: capacity, held: map[Block]Data{}, fault: fault},
		directory: &Directory{files: map[Name]File{}, fault: fault},
		journal:   &Journal{fault: fault},
	}
	u.editor = &Editor{storage: u.disk, fault: fault}
	u.shelf = &Shelf{directory: u.directory, names: u.directory, editor: u.editor, fault: fault}
	u.desk = &Desk{directory: u.directory, names: u.directory, files: u.shelf, note: u.journal.Note, fault: fault}
	return u
}

// recordedStorage and the others below stand in front of what they hold: a
// line for each method.
type recordedStorage struct {
	Storage
	port *sut.Port
}

func (r recordedStorage) Allocate(data Data) (Block, error) {
	return sut.Through(r.port, "allocate", r.Storage.Allocate)(data)
}

func (r recordedStorage) Fetch(b Block) Data {
	return sut.Through(r.port, "fetch", r.Storage.Fetch)(b)
}

func (r recordedStorage) Release(blocks []Block) {
	sut.Through(r.port, "release", r.Storage.Release)(blocks)
}

type recordedNames struct {
	Names
	port *sut.Port
}

func (r recordedNames) Enter(name Name) { sut.Through(r.port, "enter", r.Names.Enter)(name) }

func (r recordedNames) Erase(name Name) { sut.Through(r.port, "erase", r.Names.Erase)(name) }

// recordedEditor shows the blocks of the file that each call is about: to the
// specification of one file they are the state, whichever file it is.
type recordedEditor struct {
	FileEditor
	port *sut.Port
}

func (r recordedEditor) Extend(f *File, data Data) error {
	extend := func(_ *[]Block, data Data) error { return r.FileEditor.Extend(f, data) }
	return sut.Through(r.port, "extend", extend)(&f.body, data)
}

func (r recordedEditor) ReadAt(f *File, index int) (Data, error) {
	readAt := func(_ *[]Block, index int) (Data, error) { return r.FileEditor.ReadAt(f, index) }
	return sut.Through(r.port, "readAt", readAt)(&f.body, index)
}

func (r recordedEditor) Clear(f *File) {
	sut.Through(r.port, "clear", func(*[]Block) { r.FileEditor.Clear(f) })(&f.body)
}

type recordedFiles struct {
	Files
	port *sut.Port
}

func (r recordedFiles) Append(name Name, data Data) error {
	return sut.Through(r.port, "append", r.Files.Append)(name, data)
}

func (r recordedFiles) Read(name Name, index int) (Data, error) {
	return sut.Through(r.port, "read", r.Files.Read)(name, index)
}

func (r recordedFiles) Remove(name Name) {
	sut.Through(r.port, "remove", r.Files.Remove)(name)
}

// binding is a File as the specification has it.
type binding struct {
	Body []Block `z:"body"`
}

// onBody runs an operation of the editor on a file with the given blocks.
func onBody(body *[]Block, do func(*File)) {
	f := &File{*body}
	do(f)
	*body = f.body
}

// Serve serves the units of the package, with a fault or none.
func Serve(fault Fault) {
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest { return newUnderTest(fault) },
		State: []sut.Var[underTest]{
			sut.Field("disk", func(u *underTest) *map[Block]Data { return &u.disk.held }),
			sut.Field("files", func(u *underTest) *map[Name]File { return &u.directory.files }),
			sut.Field("journal", func(u *underTest) *[]Event { return &u.journal.events }),
		},
		Units: slices.Concat(diskUnits(), fileUnits(), namedUnits(), deskUnits()),
		Seams: seams(),
		Types: []sut.Type{
			sut.Enum(map[Data]string{"": "blank", "text": "text"}),
			sut.Enum(map[Event]string{Saved: "saved", Deleted: "deleted"}),
			sut.Codec(
				func(f File) (binding, error) { return binding{f.body}, nil },
				func(b binding) (File, error) { return File{b.Body}, nil },
			),
		},
		Errors: sut.Errors{
			sut.NoError("ok"), sut.Is(ErrFull, "full"), sut.Is(ErrNoBlock, "noBlock"),
			sut.Is(ErrNoFile, "noFile"), sut.Is(ErrInUse, "inUse"),
		},
	})
}

func diskUnits() []sut.Unit[underTest] {
	return []sut.Unit[underTest]{
		{
			Name:   "allocate",
			Func:   func(u *underTest, data Data) (Block, error) { return u.disk.Allocate(data) },
			Params: sut.Names{"data?"}, Results: sut.Names{"block!", "report!"},
		},
		{
			Name:   "fetch",
			Func:   func(u *underTest, b Block) Data { return u.disk.Fetch(b) },
			Params: sut.Names{"block?"}, Results: sut.Names{"data!"},
		},
		{
			Name:   "release",
			Func:   func(u *underTest, blocks []Block) { u.disk.Release(blocks) },
			Params: sut.Names{"blocks?"},
		},
	}
}

func fileUnits() []sut.Unit[underTest] {
	return []sut.Unit[underTest]{
		{
			Name: "extend",
			Func: func(u *underTest, body *[]Block, data Data) (err error) {
				onBody(body, func(f *File) { err = u.editor.Extend(f, data) })
				return err
			},
			Params: sut.Names{"body", "data?"}, Results: sut.Names{"report!"},
		},
		{
			Name: "readAt",
			Func: func(u *underTest, body *[]Block, index int) (data Data, err error) {
				onBody(body, func(f *File) { data, err = u.editor.ReadAt(f, index) })
				return data, err
			},
			Params: sut.Names{"body", "index?"}, Results: sut.Names{"data!", "report!"},
		},
		{
			Name:   "clear",
			Func:   func(u *underTest, body *[]Block) { onBody(body, u.editor.Clear) },
			Params: sut.Names{"body"},
		},
	}
}

func namedUnits() []sut.Unit[underTest] {
	return []sut.Unit[underTest]{
		{
			Name:   "enter",
			Func:   func(u *underTest, name Name) { u.directory.Enter(name) },
			Params: sut.Names{"name?"},
		},
		{
			Name:   "erase",
			Func:   func(u *underTest, name Name) { u.directory.Erase(name) },
			Params: sut.Names{"name?"},
		},
		{
			Name:   "append",
			Func:   func(u *underTest, name Name, data Data) error { return u.shelf.Append(name, data) },
			Params: sut.Names{"name?", "data?"}, Results: sut.Names{"report!"},
		},
		{
			Name:   "read",
			Func:   func(u *underTest, name Name, index int) (Data, error) { return u.shelf.Read(name, index) },
			Params: sut.Names{"name?", "index?"}, Results: sut.Names{"data!", "report!"},
		},
		{
			Name:   "remove",
			Func:   func(u *underTest, name Name) { u.shelf.Remove(name) },
			Params: sut.Names{"name?"},
		},
	}
}

func deskUnits() []sut.Unit[underTest] {
	return []sut.Unit[underTest]{
		{
			Name:   "save",
			Func:   func(u *underTest, name Name, data Data) error { return u.desk.Save(name, data) },
			Params: sut.Names{"name?", "data?"}, Results: sut.Names{"report!"},
		},
		{
			Name:   "load",
			Func:   func(u *underTest, name Name, index int) (Data, error) { return u.desk.Load(name, index) },
			Params: sut.Names{"name?", "index?"}, Results: sut.Names{"data!", "report!"},
		},
		{
			Name:   "delete",
			Func:   func(u *underTest, name Name) error { return u.desk.Delete(name) },
			Params: sut.Names{"name?"}, Results: sut.Names{"report!"},
		},
		{
			Name:   "note",
			Func:   func(u *underTest, e Event) { u.journal.Note(e) },
			Params: sut.Names{"event?"},
		},
	}
}

func seams() []sut.Seam[underTest] {
	storage := func(u *underTest, p *sut.Port) { u.editor.storage = recordedStorage{u.editor.storage, p} }
	editor := func(u *underTest, p *sut.Port) { u.shelf.editor = recordedEditor{u.shelf.editor, p} }
	shelfNames := func(u *underTest, p *sut.Port) { u.shelf.names = recordedNames{u.shelf.names, p} }
	files := func(u *underTest, p *sut.Port) { u.desk.files = recordedFiles{u.desk.files, p} }
	deskNames := func(u *underTest, p *sut.Port) { u.desk.names = recordedNames{u.desk.names, p} }
	note := func(u *underTest) *func(Event) { return &u.desk.note }
	return slices.Concat(
		through(storage, edge{"extend", "allocate"}, edge{"readAt", "fetch"}, edge{"clear", "release"}),
		through(editor, edge{"append", "extend"}, edge{"read", "readAt"}, edge{"remove", "clear"}),
		through(shelfNames, edge{"remove", "erase"}),
		through(files, edge{"save", "append"}, edge{"load", "read"}, edge{"delete", "remove"}),
		through(deskNames, edge{"save", "enter"}),
		[]sut.Seam[underTest]{sut.Hook("save", "note", note), sut.Hook("delete", "note", note)},
	)
}

// edge is a unit that calls another.
type edge struct{ caller, callee string }

// through returns the seams of callers that share one interface value: the
// first puts the adapter there, which records the calls of all.
func through(install func(*underTest, *sut.Port), edges ...edge) []sut.Seam[underTest] {
	var out []sut.Seam[underTest]
	for _, e := range edges {
		out = append(out, sut.Interface(e.caller, []string{e.callee}, install))
		install = func(*underTest, *sut.Port) {}
	}
	return out
}
