package sut

import (
	"encoding/binary"
	"os"
)

// MarkVariable is the environment variable in which the host says where a program writes which step it has begun:
// the path of a file of eight bytes.
const MarkVariable = "TTF_INT_MARK"

// openMark returns the bytes in which the host finds the id of the step that was begun last, however the process ends;
// nil where the host does not ask for it, or they cannot be had.
func openMark() []byte {
	path := os.Getenv(MarkVariable)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	return mapMark(f)
}

// markStep says that a step begins.
func (s *session) markStep(id uint64) {
	if s.mark != nil {
		binary.LittleEndian.PutUint64(s.mark, id)
	}
}
