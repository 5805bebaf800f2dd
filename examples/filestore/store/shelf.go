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
	switch s.fault {
	case "append-mic":
		return nil
	case "append-mfe": // a file that holds what is not a block
		f.body = []Block{0}
	case "append-efe": // an empty file, which is another case for Extend
		f.body = nil
	case "append-wci": // what is stored is not what is given
		data = other(data)
	}
	err := s.editor.Extend(&f, data)
	if s.fault != AppendForgets {
		s.directory.files[name] = f
	}
	return err
}

// Read returns the data of a file's block.
func (s *Shelf) Read(name Name, index int) (Data, error) {
	f := s.directory.files[name]
	switch {
	case s.fault == "read-mic":
		return "", ErrNoBlock
	case s.fault == "read-mfe":
		index = 0
	case s.fault == "read-efe": // there is no such block, which is another case for ReadAt
		index = 1000
	case s.fault == "read-wci" && index == 2:
		index = 1
	}
	data, err := s.editor.ReadAt(&f, index)
	if s.fault == "read-wfe" {
		return other(data), err
	}
	return data, err
}

// Remove frees the blocks of a file, and its name.
func (s *Shelf) Remove(name Name) {
	f := s.directory.files[name]
	switch s.fault {
	case "remove-efe": // an empty file, which is another case for Clear
		f = File{}
	case "remove-wci": // the other way round
		s.names.Erase(name)
		s.editor.Clear(&f)
		return
	case "remove-mfe":
		s.names.Erase("name3")
	}
	s.editor.Clear(&f)
	s.directory.files[name] = f
	if s.fault == "remove-mic" {
		return
	}
	s.names.Erase(name)
	if s.fault == "remove-wfe" { // behind the back of Enter
		s.directory.files[name] = File{}
	}
}
