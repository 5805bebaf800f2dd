package host

import (
	"path/filepath"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
)

// TestFinish: whoever gives up a start is told which process there is to end, and none
// is started after that, so that the program's file may be closed.
func TestFinish(t *testing.T) {
	t.Parallel()
	sleep, err := filepath.EvalSymlinks("/bin/sleep")
	if err != nil {
		t.Skip("there is no /bin/sleep:", err)
	}
	for i := range 40 {
		image, err := proc.OpenImage(sleep)
		if err != nil {
			t.Fatal(err)
		}
		l := &launcher{command: proc.Command{Path: sleep, Args: []string{"1000"}, Image: image}, line: newLineFinder(proc.NewCapture(100))}
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
		if p := l.started(); p != nil {
			if err := p.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
}
