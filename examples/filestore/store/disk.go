// Package store keeps files by name, in the blocks of a disk. It has four
// layers: the Disk, with its blocks; the Editor, which works on one file, and
// the Directory, which knows the files by name; the Shelf, which has the Editor
// work on a file of the Directory; and the Desk, which takes what users ask
// for. It knows nothing of tests; undertest.go, which does, is in no other
// build.
package store

import "errors"

// Block numbers a block of a disk, from 1 up.
type Block int

// Data is what a block holds.
type Data string

// The reasons for which nothing is stored or found.
var (
	ErrFull    = errors.New("disk full")
	ErrNoBlock = errors.New("the file has no such block")
	ErrNoFile  = errors.New("no such file")
	ErrInUse   = errors.New("the name is in use")
)

// Disk keeps data in a fixed number of blocks.
type Disk struct {
	capacity int
	held     map[Block]Data
	fault    Fault
}

// Allocate puts data into a block that is free, and returns its number.
func (d *Disk) Allocate(data Data) (Block, error) {
	for b := Block(1); int(b) <= d.capacity; b++ {
		if _, taken := d.held[b]; !taken || d.fault == AllocateReuses {
			d.held[b] = data
			return b, nil
		}
	}
	return 0, ErrFull
}

// Fetch returns what a block holds that is not free.
func (d *Disk) Fetch(b Block) Data {
	if d.fault == "fetch-wfe" {
		return other(d.held[b])
	}
	return d.held[b]
}

// Release sets blocks free, which are not.
func (d *Disk) Release(blocks []Block) {
	if d.fault == ReleasePanics {
		delete(d.held, blocks[0])
	}
	for _, b := range blocks {
		delete(d.held, b)
	}
}
