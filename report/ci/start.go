package ci

import (
	"embed"
	"fmt"
	"strings"
	"unicode"
)

//go:embed start
var startFiles embed.FS

// System is a CI system for which there are starting files.
type System struct {
	Name  string // as the command line names it
	Is    string // what it is, for the help
	files []startFile
}

// startFile is a file with which a system begins to run ttf-int.
type startFile struct {
	text string // the name of its text in the folder start
	path string // where the system looks for it
	// beside says that this is in the project's folder, as opposed to that of the repository.
	beside  bool
	program bool
}

// Systems are the CI systems that have starting files.
var Systems = []System{
	{"github", "a workflow of GitHub Actions",
		[]startFile{{text: "github.yml", path: ".github/workflows/ttf-int.yml"}}},
	{"gitlab", "a pipeline of GitLab", []startFile{{text: "gitlab.yml", path: ".gitlab-ci.yml"}}},
	{"jenkins", "a declarative pipeline of Jenkins", []startFile{{text: "Jenkinsfile", path: "Jenkinsfile"}}},
	{"bazel", "a test of Bazel", []startFile{{text: "BUILD.bazel", path: "BUILD.bazel", beside: true},
		{text: "ttf_int_test.sh", path: "ttf_int_test.sh", beside: true, program: true}}},
}

// Start is a starting file of a CI system.
type Start struct {
	Path    string // relative to the folder of the repository, with slashes
	Text    string
	Program bool // whether it is to be executable
}

// plainMarks are the characters beside letters and digits that mean nothing wherever starting files name a folder.
const plainMarks = " ._-+@=()~/"

// Start returns the starting files of the system for a project, or why they cannot name its folder. folder is the
// project's folder in its repository, with slashes and one at its end, or ""; version is the version of ttf-int that
// they install.
func (s System) Start(folder, version string) ([]Start, error) {
	within := strings.TrimSuffix(folder, "/")
	for _, r := range within {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(plainMarks, r) {
			return nil, fmt.Errorf("the folder %q has %q in its name: a starting file can name folders of letters, digits, "+
				"spaces and %s, since others mean something in YAML, Groovy, shells or patterns of files", within, r,
				strings.TrimSpace(plainMarks))
		}
	}
	in := within
	if in == "" {
		in = "."
	}
	fill := strings.NewReplacer("{{folder}}", in, "{{prefix}}", folder, "{{package}}", within, "{{version}}", version)
	var out []Start
	for _, f := range s.files {
		text, err := startFiles.ReadFile("start/" + f.text)
		if err != nil {
			return nil, err
		}
		path := f.path
		if f.beside {
			path = folder + path
		}
		out = append(out, Start{Path: path, Text: fill.Replace(string(text)), Program: f.program})
	}
	return out, nil
}
