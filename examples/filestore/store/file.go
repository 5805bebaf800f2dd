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
	switch e.fault {
	case "extend-mic":
		return nil
	case "extend-wci": // what is stored is not what is given
		data = other(data)
	}
	b, err := e.storage.Allocate(data)
	switch {
	case err != nil:
		return err
	case e.fault == "extend-wfe": // the new block comes first
		f.body = append([]Block{b}, f.body...)
	default:
		f.body = append(f.body, b)
	}
	return nil
}

// ReadAt returns the data of a file's block, the first of which is 1.
func (e *Editor) ReadAt(f *File, index int) (Data, error) {
	switch {
	case index > len(f.body) && e.fault == ReadAtUnchecked:
		return e.storage.Fetch(0), nil
	case index > len(f.body) && e.fault == "readAt-wfe":
		return "", nil
	case index > len(f.body):
		if e.fault == "readAt-eci" && len(f.body) > 0 {
			return e.storage.Fetch(f.body[0]), ErrNoBlock
		}
		return "", ErrNoBlock
	case e.fault == "readAt-mic":
		return "", nil
	case e.fault == ReadAtFetchesFirst:
		index = 1
	}
	return e.storage.Fetch(f.body[index-1]), nil
}

// Clear leaves a file without blocks, and sets them free.
func (e *Editor) Clear(f *File) {
	blocks := f.body
	switch {
	case e.fault == "clear-efe": // nothing, which is another case for Release
		blocks = nil
	case e.fault == "clear-mfe" && len(blocks) > 0: // what is not a block, in the place of the first
		blocks = append([]Block{0}, blocks[1:]...)
	case e.fault == "clear-wci" && len(blocks) > 2: // one too few
		blocks = blocks[1:]
	}
	if e.fault != ClearLeaks {
		e.storage.Release(blocks)
	}
	if e.fault != "clear-wfe" {
		f.body = nil
	}
}
