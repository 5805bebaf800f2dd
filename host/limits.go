package host

import "time"

// The limits on what the host accepts and waits for.
const (
	// buildTime is how long a build command may take. Building a large program from
	// scratch takes minutes.
	buildTime = 15 * time.Minute
	// defaultStart is how long a system under test may take to start by default. A virtual machine beside other work
	// takes more than ten seconds.
	defaultStart = 30 * time.Second
	// defaultCalls is how many calls a case may make by default. It is more than any
	// case makes on values that a person can read.
	defaultCalls = 100_000
	// defaultMemory is how many bytes of memory a program under test may use by
	// default: as many as ttf-int itself.
	defaultMemory = 2 << 30
	// defaultProcesses is how many processes a program may have at the same time, itself and all that it started, and
	// defaultFiles how many files each may have open: more than a program needs that is under test, and fewer than
	// a machine has to lose.
	defaultProcesses, defaultFiles = 1000, 4096
	// defaultGrace is how long a process has to end by itself before it is killed. Most have nothing to do then, and
	// end at once.
	defaultGrace = time.Second
	// startLimit is how long go-plugin waits for a program to start. It is longer than
	// the host waits, whose deadline is counted on its clock.
	startLimit = 48 * time.Hour
	// flushTime is how long a program may hold a result back, with a reserve for a busy
	// machine.
	flushTime = 100 * time.Millisecond
	// answerTime is how long stubs may search for answers during a case. It is a safety
	// net, since the solver is bounded by steps.
	answerTime = time.Minute
	// endTime is how long a program may take to end when it is asked to. go-plugin
	// kills it after two seconds.
	endTime = 3 * time.Second
	// guardTime is how long the guard of a process that has ended may look for
	// processes left behind. It takes a fifth of a second, except on a busy machine.
	guardTime = 10 * time.Second
	// outputLimit is how many bytes are kept of what a process prints, and of other
	// texts that it sends.
	outputLimit = 64 << 10
	// messageLimit is the size of the largest message that is accepted, as the protocol
	// says.
	messageLimit = 16 << 20
	// handshakeLimit is how many bytes a program may print before the handshake line.
	handshakeLimit = 1 << 20
	// window is the largest number of unanswered cases: enough to keep a program busy,
	// and few enough to be run again one at a time after a crash.
	window = 4096
	// maxAsks is how many calls may wait for an answer at the same time. A case has as
	// many as it has goroutines.
	maxAsks = 4096
	// postTime is how long a SUT may leave a message unread.
	postTime = 10 * time.Second
	// chunk is how many cases are sent in one message.
	chunk = 512
	// aloneAfter is how many cases are run one at a time after a crash or hang, before
	// cases are sent in batches again. Crashes are seldom alone.
	aloneAfter = 8
	// maxBeside is how many cases in a row may fail while no unit is at work, before
	// the program's other cases are given up. Each of them takes a new process.
	maxBeside = 10
)
