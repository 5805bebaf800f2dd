package proc

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// Image is the file of a program, opened: what is started is what was read of it,
// whatever has come to stand under its name since. A script is started by its
// name, since it is the interpreter that opens it; Intact tells afterwards whether
// that was the same.
type Image struct {
	path string
	file *os.File
	stat os.FileInfo // when it was opened
	sum  string      // its hash, when it was read last
	exec string      // a file of its own to be started; "": see start
}

// OpenImage opens the file of a program. Of what is not a regular file, opening or reading
// may never end.
func OpenImage(path string) (*Image, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	i := &Image{path: path, file: f}
	if i.stat, err = f.Stat(); err == nil {
		err = i.prepare()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return i, nil
}

// SHA256 returns the hash of the file, in hexadecimal digits.
func (i *Image) SHA256() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(i.file, 0, 1<<62)); err != nil {
		return "", err
	}
	i.sum = hex.EncodeToString(h.Sum(nil))
	return i.sum, nil
}

// IsIntact tells whether the file still is what SHA256 has read and, where it was
// started by its name, whether nobody has put another in its place.
func (i *Image) IsIntact() bool {
	if !i.isStartedByName() {
		return i.isSame()
	}
	named, err := os.Stat(i.path)
	return err == nil && os.SameFile(i.stat, named) && i.isSame()
}

// isSame tells whether the file is what was read. It is read again where its times
// do not say so: they change also when its name goes.
func (i *Image) isSame() bool {
	now, err := i.file.Stat()
	if err != nil {
		return false
	}
	if now.Size() == i.stat.Size() && now.ModTime().Equal(i.stat.ModTime()) &&
		changeTime(now).Equal(changeTime(i.stat)) {
		return true
	}
	before := i.sum
	after, err := i.SHA256()
	return err == nil && after == before
}

// isStartedByName tells whether the file is started by its name.
func (i *Image) isStartedByName() bool { return i.exec == "" }

// start returns the name by which the file is to be started.
func (i *Image) start() string {
	if i.isStartedByName() {
		return i.path
	}
	return i.exec
}
