package host

import "time"

// The limits of what the host accepts and waits for.
const (
	// buildTime is how long a build command may take: a large program from
	// scratch takes minutes.
	buildTime = 15 * time.Minute
	// defaultStart is how long a system under test may take to start where
	// the project does not say.
	defaultStart = 10 * time.Second
	// defaultCalls is how many calls a case may make where nothing says: more
	// than any case makes on values that a person can read.
	defaultCalls = 100_000
	// defaultMemory is how many bytes a program under test may hold in memory
	// where nothing says: as many as ttf-int itself.
	defaultMemory = 2 << 30
	// startLimit is for how long go-plugin waits for a program to start: longer
	// than the host does, whose deadline is on its clock.
	startLimit = 48 * time.Hour
	// flushTime is how long a SUT may keep a result back, with some room for
	// a busy machine.
	flushTime = 100 * time.Millisecond
	// answerTime is how long stubs may look for answers in a case: the solver is
	// bounded by steps, this is a safety net.
	answerTime = time.Minute
	// endTime is how long a SUT may take to end by itself when asked to.
	// go-plugin kills it after two seconds.
	endTime = 3 * time.Second
	// guardTime is how long the guard of a process that has ended may look for what it
	// has left behind: a fifth of a second but on a busy machine, this is a safety net.
	guardTime = 10 * time.Second
	// outputLimit is how many bytes are kept of what a process prints, and of any other text
	// that it sends.
	outputLimit = 64 << 10
	// messageLimit is the largest message accepted; the protocol has it.
	messageLimit = 16 << 20
	// handshakeLimit is how much a SUT may print before the handshake line.
	handshakeLimit = 1 << 20
	// window is how many cases are unanswered at most: enough to keep a SUT
	// busy, few enough to run them again one at a time after a crash.
	window = 4096
	// maxAsks is how many calls may wait for an answer at a time: a case has
	// as many as it has goroutines.
	maxAsks = 4096
	// postTime is how long a SUT may leave a message unread.
	postTime = 10 * time.Second
	// chunk is how many cases are sent in a message.
	chunk = 512
	// aloneAfter is how many cases are run one at a time after a crash or
	// hang, which seldom come alone, before cases are sent in batches again.
	aloneAfter = 8
	// maxBeside is how many cases in a row may fail while no unit is at work before the
	// program's other cases are given up: each of them costs a process.
	maxBeside = 10
)
