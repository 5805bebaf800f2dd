package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/protobuf/proto"
)

// blob is what is to be in the cluster's storage: bytes in memory, or the contents of a file.
type blob struct {
	digest *repb.Digest
	data   []byte
	path   string // where data is nil
}

func (b *blob) key() string { return b.digest.Hash }

// open opens a blob for reading.
func (b *blob) open() (io.ReadCloser, error) {
	if b.data != nil {
		return io.NopCloser(bytes.NewReader(b.data)), nil
	}
	return os.Open(b.path)
}

// blobOf returns the blob of some bytes.
func blobOf(data []byte) *blob {
	sum := sha256.Sum256(data)
	if data == nil {
		data = []byte{}
	}
	return &blob{digest: &repb.Digest{Hash: hex.EncodeToString(sum[:]), SizeBytes: int64(len(data))}, data: data}
}

// messageBlob returns the blob of a message. Equal messages give equal bytes.
func messageBlob(m proto.Message) (*blob, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	return blobOf(data), err
}

// fileBlob returns the blob of a file.
func fileBlob(path string) (*blob, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return nil, err
	}
	return &blob{digest: &repb.Digest{Hash: hex.EncodeToString(h.Sum(nil)), SizeBytes: n}, path: path}, nil
}

// tree is a folder of an action's input root. Names are sorted when it is sealed, so that it is the same for the same
// files.
type tree struct {
	files   map[string]*leaf
	folders map[string]*tree
}

type leaf struct {
	*blob
	executable bool
}

func newTree() *tree { return &tree{files: map[string]*leaf{}, folders: map[string]*tree{}} }

// add adds a file at a path with slashes.
func (t *tree) add(path string, b *blob, executable bool) error {
	if !fs.ValidPath(path) || path == "." {
		return fmt.Errorf("%s cannot be a file of an action", path)
	}
	for {
		folder, rest, deeper := strings.Cut(path, "/")
		if !deeper {
			break
		}
		if t.files[folder] != nil {
			return fmt.Errorf("%s is a file and a folder", folder)
		}
		if t.folders[folder] == nil {
			t.folders[folder] = newTree()
		}
		t, path = t.folders[folder], rest
	}
	t.files[path] = &leaf{b, executable}
	return nil
}

// seal returns the blob of the folder, and gives all blobs of it and below it to need.
func (t *tree) seal(need func(*blob)) (*blob, error) {
	d := &repb.Directory{}
	for _, name := range sortedKeys(t.files) {
		f := t.files[name]
		need(f.blob)
		d.Files = append(d.Files, &repb.FileNode{Name: name, Digest: f.digest, IsExecutable: f.executable})
	}
	for _, name := range sortedKeys(t.folders) {
		inner, err := t.folders[name].seal(need)
		if err != nil {
			return nil, err
		}
		d.Directories = append(d.Directories, &repb.DirectoryNode{Name: name, Digest: inner.digest})
	}
	b, err := messageBlob(d)
	if err == nil {
		need(b)
	}
	return b, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// commonFolder returns the deepest folder that holds a folder and all files, which are absolute paths.
func commonFolder(folder string, files []string) string {
	for _, f := range files {
		for folder != filepath.Dir(folder) && !strings.HasPrefix(f, strings.TrimSuffix(folder, "/")+"/") {
			folder = filepath.Dir(folder)
		}
	}
	return folder
}
