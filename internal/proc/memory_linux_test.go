package proc

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestStdinAndMemory: a process reads what it is given, within its memory, with
// a guard and without.
func TestStdinAndMemory(t *testing.T) {
	t.Parallel()
	for name, guard := range map[string]Guard{"plain": {}, "guarded": guarded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			// The limit is there once something can be read.
			p, err := Start(Command{Path: "sh", Args: []string{"-c", "read word; echo $word; ulimit -v"},
				Env:   []string{"PATH=" + os.Getenv("PATH")},
				Stdin: read, Memory: 1 << 30, Stdout: &out, Guard: guard})
			read.Close()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := write.WriteString("hello\n"); err != nil {
				t.Fatal(err)
			}
			if exit, err := p.Wait(t.Context()); err != nil || !exit.IsSuccess() {
				t.Fatal(exit, err)
			}
			if got := strings.Fields(out.String()); len(got) != 2 || got[0] != "hello" || got[1] != "1048576" {
				t.Errorf("%q", got)
			}
			// Nobody holds the other end any more.
			if _, err := write.WriteString("more"); err == nil {
				t.Error("what is written to a process that has ended is kept somewhere")
			}
			write.Close()
		})
	}
}
