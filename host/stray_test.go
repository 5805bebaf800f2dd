package host

import "testing"

// TestStray: of the goroutine that ended a Go program is known who started it.
func TestStray(t *testing.T) {
	t.Parallel()
	const own = "created by github.com/ttf-int/ttf-int/sut.(*session).serve in goroutine 7\n\t/sut/session.go:1 +0x1\n"
	for output, want := range map[string]string{
		"panic: late\n\ngoroutine 37 [running]:\nmain.(*C).Add.func1()\n\t/x.go:1 +0x1\ncreated by main.(*C).Add in goroutine 25\n\t/x.go:2 +0x2\nexit status 2\n":                          "main.(*C).Add",
		"panic: \"two\nlines\" [recovered]\n\tpanic: again\n\ngoroutine 3 [running]:\npanic({1, 2})\nmain.f()\n\t/x.go:1\ncreated by main.g\n\t/x.go:2\n":                                   "main.g",
		"it said: panic: no\npanic: yes\n\ngoroutine 3 [running]:\nmain.f()\n\t/x.go:1\ncreated by example.org/p.Start.func2 in goroutine 1\n\t/x.go:2\n":                                   "example.org/p.Start.func2",
		"fatal error: concurrent map writes\n\ngoroutine 9 [running]:\nmain.f()\n\t/x.go:1\ncreated by main.h in goroutine 4\n\t/x.go:2\n\ngoroutine 1 [select]:\nmain.main()\n":            "main.h",
		"fatal error: stack overflow\n\nruntime stack:\nruntime.throw()\n\t/r.go:1\n\ngoroutine 9 [running]:\nmain.f()\n\t/x.go:1\n" + own + "\ngoroutine 8 [select]:\ncreated by main.h\n": "",
		"panic: x\n\ngoroutine 9 [running]:\nmain.f()\n\t/x.go:1\n" +
			own: "",
		"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:1\n": "",
		"panic: x\n":                            "",
		"created by main.g in goroutine 4\n":    "",
		"goroutine 3 [running]:\ncreated by me": "",
		"":                                      "",
	} {
		if got := starterOf(crashStack(output)); got != want {
			t.Errorf("%q\n\tstarted by %q, want %q", output, got, want)
		}
	}
}

// TestStarter: where the SDK has marked its goroutine, a stack says in which call of which
// step it was started, or what the adapter was doing.
func TestStarter(t *testing.T) {
	t.Parallel()
	const rest = "panic({1, 2})\nmain.f()\n\t/x.go:1\ncreated by main.g\n\t/x.go:2\n"
	for _, c := range []struct {
		head  string
		call  uint64
		known bool
		phase string
	}{
		{`goroutine 3 [running, labels:{"ttf-int-call": "7/2", "ttf-int-unit": "1"}]:`, 2, true, ""},
		{`goroutine 3 [running, 2 minutes labels:{"ttf-int-call": "7/0", "ttf-int-unit": "1"}]:`, 0, true, ""},
		{`goroutine 3 [running, labels:{"ttf-int-call": "6/2", "ttf-int-unit": "1"}]:`, 0, false, ""},
		{`goroutine 3 [running, labels:{"ttf-int-phase": "setting n"}]:`, 0, false, "setting n"},
		{`goroutine 3 [running, labels:{"mine": "7/2"}]:`, 0, false, ""},
		{`goroutine 3 [running]:`, 0, false, ""},
	} {
		stack := crashStack("it said\npanic: x\n\n" + c.head + "\n" + rest + "\ngoroutine 4 [select, " +
			`labels:{"ttf-int-call": "7/9", "ttf-int-phase": "another"}]:` + "\nmain.h()\n\t/x.go:3\n")
		call, known := starter(stack, 7)
		if call != c.call || known != c.known || startedByAdapter(stack) != c.phase || starterOf(stack) != "main.g" {
			t.Errorf("%s\n\tstarted in call %d, %v, by the adapter at %q", c.head, call, known, startedByAdapter(stack))
		}
	}
}
