package proc

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"time"
)

// Image is the file of a program, opened: what is started is what was read of it,
// whatever has come to stand under its name since. A script is started by its
// name, since it is the interpreter that opens it; Intact tells afterwards whether
// that was the same.
type Image struct {
	path string
	file *os.File
	stat os.FileInfo // when it was opened
	sum  *Sum        // of what was read of it last; nil: nothing was
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

// A Sum is the hash of a program's file.
type Sum struct {
	hash string
	of   os.FileInfo // what the file was when it was opened
	read time.Time   // when reading it began
}

// SHA256 returns the hash in hexadecimal digits.
func (s *Sum) SHA256() string { return s.hash }

// Sum returns the hash of the file. Where known, which may be nil, is of the same file, which was not changed since,
// the file is not read again.
func (i *Image) Sum(known *Sum) (*Sum, error) {
	if known == nil || !known.holdsFor(i.stat) {
		began, h := time.Now(), sha256.New()
		if _, err := io.Copy(h, io.NewSectionReader(i.file, 0, 1<<62)); err != nil {
			return nil, err
		}
		known = &Sum{hash: hex.EncodeToString(h.Sum(nil)), of: i.stat, read: began}
	}
	i.sum = known
	return known, nil
}

// settleTime is how long before it is read a file must have been changed last for its times to tell of each later
// change: a system may give all changes of some milliseconds the same time.
const settleTime = 50 * time.Millisecond

// holdsFor tells whether a file is the one whose hash this is, and what was read of it is certain to be what it holds.
// Where a file has no time of its last change that nobody can set, or a file system counts in seconds, it is not.
func (s *Sum) holdsFor(file os.FileInfo) bool {
	changed := changeTime(file)
	return os.SameFile(file, s.of) && hasSameTimes(file, s.of) &&
		changed.Nanosecond() != 0 && s.read.Sub(changed) >= settleTime
}

// hasSameTimes tells whether a file's size and times are what they were.
func hasSameTimes(now, before os.FileInfo) bool {
	return now.Size() == before.Size() && now.ModTime().Equal(before.ModTime()) &&
		changeTime(now).Equal(changeTime(before))
}

// IsIntact tells whether the file still is what Sum has read and, where it was
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
	if hasSameTimes(now, i.stat) {
		return true
	}
	before := i.sum
	after, err := i.Sum(nil)
	return err == nil && before != nil && after.hash == before.hash
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
