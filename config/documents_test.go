package config

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
)

var documents = flag.String("documents", "",
	"the folder with clones OWNER/NAME of the repositories in testdata/documents.txt")

const documentsFile = "testdata/documents.txt"

// tried is a public document in Z, and what became of it.
type tried struct {
	repository, path string
	refused          string // how many errors it has, and the first; "": it is read
}

// String is the document's line.
func (d tried) String() string {
	if d.refused == "" {
		return d.path
	}
	return d.path + ": " + d.refused
}

// readTried reads the list of documents.
func readTried(t *testing.T) []tried {
	t.Helper()
	text, err := os.ReadFile(documentsFile)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(.+?)(?:: ([0-9]+ errors?.*))?$`)
	var out []tried
	repository := ""
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if name, ok := strings.CutPrefix(l, "# "); ok {
			repository = name
			continue
		}
		m := line.FindStringSubmatch(l)
		out = append(out, tried{repository, m[1], m[2]})
	}
	return out
}

// The list names each document once, and docs/z.md says how many are read.
func TestTriedDocuments(t *testing.T) {
	all, read, seen := readTried(t), 0, map[string]bool{}
	for _, d := range all {
		if key := d.repository + "/" + d.path; d.repository == "" || seen[key] {
			t.Errorf("%s is listed without a repository, or twice", key)
		} else {
			seen[key] = true
		}
		if d.refused == "" {
			read++
		}
	}
	page, err := os.ReadFile("../docs/z.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d of %d", read, len(all)); !strings.Contains(string(page), want) {
		t.Errorf("docs/z.md does not say that %s documents are read", want)
	}
}

// What was read of public documents is read still, and what was refused is refused;
// with -update the list is written again.
func TestPublicDocuments(t *testing.T) {
	if *documents == "" {
		t.Skip("public documents are not part of this repository: clone some, and name the folder with -documents")
	}
	all, found := readTried(t), 0
	var b strings.Builder
	for i, d := range all {
		if i == 0 || d.repository != all[i-1].repository {
			b.WriteString("# " + d.repository + "\n")
		}
		_, _, err := LoadZ(filepath.Join(*documents, d.repository, d.path))
		if errors.Is(err, fs.ErrNotExist) {
			b.WriteString(d.String() + "\n")
			continue
		}
		found++
		now := tried{d.repository, d.path, refusal(err)}
		b.WriteString(now.String() + "\n")
		if (now.refused == "") != (d.refused == "") && !*update {
			t.Errorf("%s/%s\nnow  %s\nwas  %s", d.repository, d.path, now.refused, d.refused)
		}
	}
	if found == 0 {
		t.Fatalf("%s has none of the documents", *documents)
	}
	t.Logf("%d of %d documents were there", found, len(all))
	if *update {
		if err := os.WriteFile(documentsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// refusal says how many errors a document has, and the first of them.
func refusal(err error) string {
	if err == nil {
		return ""
	}
	var all source.Errors
	if !errors.As(err, &all) || len(all) == 0 {
		return "1 error: " + err.Error()
	}
	pos := all[0].Pos
	first := fmt.Sprintf("line %d: %s", pos.Line, all[0].Msg)
	if len(all) == 1 {
		return "1 error: " + first
	}
	return fmt.Sprintf("%d errors, the first: %s", len(all), first)
}
