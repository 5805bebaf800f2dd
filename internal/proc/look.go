package proc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// look finds the file that a command starts. A name without a slash is looked
// up in the PATH of this program, one with a slash relative to the command's
// folder.
func look(c Command) (string, error) {
	if c.Path == "" {
		return "", fmt.Errorf("there is no command to start")
	}
	path := c.Path
	if !strings.ContainsRune(filepath.ToSlash(path), '/') {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("the program %s was not found in PATH", path)
		}
		return filepath.Abs(found)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(abs); err != nil {
		return "", fmt.Errorf("the program %s does not exist", c.Path)
	}
	return exec.LookPath(abs)
}

// File returns the file that the command would start.
func (c Command) File() (string, error) { return look(c) }
