package guard

import (
	"os/exec"
	"slices"
	"testing"
)

// TestChildren: what the kernel lists as children of this process are those who have it as their parent, also when they
// were started by threads of their own, and zombies among them.
func TestChildren(t *testing.T) {
	want := searchChildren()
	for range 20 {
		cat := exec.Command("cat")
		hold, err := cat.StdinPipe()
		if err == nil {
			err = cat.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, cat.Process.Pid)
		if len(want)%2 == 0 {
			hold.Close()
			AwaitEnd(cat.Process.Pid)
		}
		defer func() {
			hold.Close()
			cat.Wait()
		}()
	}
	slices.Sort(want)
	for name, list := range map[string][]int{"listed": children(), "searched": searchChildren()} {
		if slices.Sort(list); !slices.Equal(list, want) {
			t.Errorf("%s: got %d, expected %d", name, list, want)
		}
	}
}
