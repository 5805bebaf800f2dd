package store

// File is the blocks of a file, in their order.
type File struct{ body []Block }

// Storage is what an Editor needs of a disk.
type Storage interface {
	Allocate(data Data) (Block, error)
	Fetch(b Block) Data
	Release(blocks []Block)
}

// Editor works on one file at a time.
type Editor struct {
	storage Storage
	fault   Fault
}

// Extend puts data behind the last block of a file.
func (e *Editor) Extend(f *File, data Data) error {
	b, err := e.storage.Allocate(data)
	if err != nil {
		return err
	}
	f.body = append(f.body, b)
	return nil
}

// ReadAt returns the data of a file's block, the first of which is 1.
func (e *Editor) ReadAt(f *File, index int) (Data, error) {
	switch {
	case index > len(f.body) && e.fault == ReadAtUnchecked:
		return e.storage.Fetch(0), nil
	case index > len(f.body):
		return "", ErrNoBlock
	case e.fault == ReadAtFetchesFirst:
		index = 1
	}
	return e.storage.Fetch(f.body[index-1]), nil
}

// Clear leaves a file without blocks, and sets them free.
func (e *Editor) Clear(f *File) {
	if e.fault != ClearLeaks {
		e.storage.Release(f.body)
	}
	f.body = nil
}
