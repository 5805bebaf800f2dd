package store

// FileEditor is what a Shelf needs to work on a file.
type FileEditor interface {
	Extend(f *File, data Data) error
	ReadAt(f *File, index int) (Data, error)
	Clear(f *File)
}

// Names is what a Shelf and a Desk need of a directory besides its files.
type Names interface {
	Enter(name Name)
	Erase(name Name)
}

// Shelf works on the files of a directory by their names. The files must be
// there.
type Shelf struct {
	directory *Directory
	names     Names
	editor    FileEditor
	fault     Fault
}

// Append puts data behind the last block of a file.
func (s *Shelf) Append(name Name, data Data) error {
	f := s.directory.files[name]
	err := s.editor.Extend(&f, data)
	if s.fault != AppendForgets {
		s.directory.files[name] = f
	}
	return err
}

// Read returns the data of a file's block.
func (s *Shelf) Read(name Name, index int) (Data, error) {
	f := s.directory.files[name]
	return s.editor.ReadAt(&f, index)
}

// Remove frees the blocks of a file, and its name.
func (s *Shelf) Remove(name Name) {
	f := s.directory.files[name]
	s.editor.Clear(&f)
	s.directory.files[name] = f
	s.names.Erase(name)
}
