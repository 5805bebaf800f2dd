package scratch_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/scratch"
)

// TestMain has the test be the process that is killed, where it is started as such.
func TestMain(m *testing.M) {
	if os.Getenv("SCRATCH_KILLED") == "" {
		os.Exit(m.Run())
	}
	f, err := scratch.Make("scratch-test")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(f.Path)
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed: nobody closes this
}

// TestFolders: a folder stays while its process lives, and what a killed one leaves is removed by the next, with all
// that is in it; folders that nobody has locked are left alone.
func TestFolders(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	if os.TempDir() != temporary {
		t.Skip("the system's folder for temporary files is not where TMPDIR says")
	}
	alien := filepath.Join(temporary, "scratch-test-alien")
	if err := os.Mkdir(alien, 0o700); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe)
	c.Env = append(os.Environ(), "SCRATCH_KILLED=1")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	left := strings.TrimSpace(line)
	if err != nil || !exists(left) {
		t.Fatalf("the other process has made %q: %v", left, err)
	}
	if err := os.WriteFile(filepath.Join(left, "more"), []byte("more"), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := scratch.Make("scratch-test")
	if err != nil {
		t.Fatal(err)
	}
	if !exists(left) {
		t.Error("the folder of a process that lives was removed")
	}
	c.Process.Kill()
	c.Wait()
	second, err := scratch.Make("scratch-test")
	if err != nil {
		t.Fatal(err)
	}
	if exists(left) || !exists(first.Path) || !exists(second.Path) || !exists(alien) {
		t.Errorf("of a killed process %t, first %t, second %t, alien %t, expected all but the first of these",
			exists(left), exists(first.Path), exists(second.Path), exists(alien))
	}
	if err := first.Remove(); err != nil || exists(first.Path) || !exists(second.Path) {
		t.Errorf("removed: %v", err)
	}
	second.Remove()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
