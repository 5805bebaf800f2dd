package config

import "time"

// Limits. Where one is reached, an error names it.
const (
	// maxFileSize is the largest file in bytes: a thousand times what people
	// write, and small enough that reading it never hurts.
	maxFileSize = 4 << 20
	// maxFiles is the largest number of files of one project. A pattern that matches
	// more is taken for a mistake.
	maxFiles = 20_000
	// maxDepth is the deepest nesting of YAML. The format itself needs eight
	// levels; values of nested types need a few more.
	maxDepth = 64
	// maxAliased is the largest number of YAML nodes that the aliases of one file may
	// stand for. It is needed because nine lines of aliases of aliases can stand for a
	// billion nodes.
	maxAliased = 10_000
	// maxParents is how many parent folders, from the working directory upward, are
	// searched for ttf-int.yaml. It is more than file systems nest.
	maxParents = 256
)

// Bounds of options. A value outside them is taken for a mistake.
const (
	maxParallel   = 256 // processes
	maxCases      = 1_000
	maxCalls      = 10_000_000
	minMemory     = 1 << 20 // bytes
	maxMemory     = 1 << 50
	maxTimeout    = 24 * time.Hour
	maxElements   = 1_000 // the size of a set, of a sequence or of a given type in searches
	maxMagnitude  = 1 << 53
	maxConditions = 1_000_000 // the number of conditions of a testing tree
	maxRoutes     = 1_000     // the number of ways in which a state is reached for a case
	maxSequences  = 1_000_000 // the number of sequences of a machine
	maxTests      = 1 << 40   // the number of tests of a property
	maxLength     = 10_000    // the number of steps of a sequence
	maxProcesses  = 1_000_000 // how many processes a program may have
	mostFiles     = 1 << 20   // how many files a process may have open
	minFiles      = 16        // with fewer of them no program can be spoken to
	maxObjects    = 100       // the number of objects of a machine
)

// Defaults of options.
const (
	// defaultParallel keeps two cores busy.
	defaultParallel = 2
	// defaultTimeout is about a thousand times as long as a unit needs for one case.
	defaultTimeout = 5 * time.Second
	// defaultRunTimeout is the length of a night.
	defaultRunTimeout = 8 * time.Hour
	// defaultCalls is more than any case makes whose values a person can read.
	defaultCalls = 100_000
	// defaultMemory is the same as the default of ttf-int's own --memory.
	defaultMemory = 2 << 30
	// defaultCases is what the uniformity hypothesis asks for: one case stands for its
	// leaf.
	defaultCases = 1
	// defaultStartTimeout leaves a system under test time to load data of its own, also beside other work.
	defaultStartTimeout = 30 * time.Second
)

// fileVersion is the apiVersion that ttf-int.yaml must have.
const fileVersion = "ttf-int/v1"

// projectFile is the name of the file that makes a folder a project.
const projectFile = "ttf-int.yaml"
