package host

import (
	"os"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
)

// TestFinish: whoever gives up a start is told which process there is to end, and none
// is started after that, so that the program's file may be closed.
func TestFinish(t *testing.T) {
	const sleeps = "TTF_INT_SLEEPS" // set in what the test starts, which is this program
	if os.Getenv(sleeps) != "" {
		time.Sleep(time.Hour)
	}
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		image, err := proc.OpenImage(program)
		if err != nil {
			t.Fatal(err)
		}
		command := proc.Command{Path: program, Args: []string{"-test.run=^TestFinish$"}, Env: []string{sleeps + "=1"},
			Image: image}
		l := &launcher{command: command, line: newLineFinder(proc.NewCapture(100))}
		started := make(chan error, 1)
		if i == 0 { // the others start at about the same time as they are given up
			l.finish()
		}
		go func() { started <- l.Start(t.Context()) }()
		p := l.finish()
		image.Close()
		if err := <-started; (err == nil) != (p != nil) {
			t.Errorf("the start returned %v, and the process is %v", err, p)
		}
		if p := l.startedProcess(); p != nil {
			if err := p.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
}
