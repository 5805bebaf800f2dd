package config

import "time"

// Limits. Reaching one is an error that names it.
const (
	// maxFileSize is the largest file in bytes: a thousand times what people
	// write, and small enough that reading it never hurts.
	maxFileSize = 4 << 20
	// maxFiles is the largest number of files of one project. More than that
	// is a pattern that matches what it should not.
	maxFiles = 20_000
	// maxDepth is the deepest nesting of YAML. The format itself needs eight
	// levels; values of nested types need a few more.
	maxDepth = 64
	// maxAliased is how many YAML nodes the aliases of one file may stand for
	// in all. Nine lines of aliases of aliases stand for a billion.
	maxAliased = 10_000
	// maxParents is how many folders are looked into for ttf-int.yaml, from
	// the working directory upward: deeper than file systems nest.
	maxParents = 256
)

// Bounds of options. Outside them an option is a slip of the pen.
const (
	maxParallel   = 256 // processes
	maxCases      = 1_000
	maxCalls      = 10_000_000
	minMemory     = 1 << 20 // bytes
	maxMemory     = 1 << 50
	maxTimeout    = 24 * time.Hour
	maxElements   = 1_000 // of a set, a sequence or a given type in searches
	maxMagnitude  = 1 << 53
	maxConditions = 1_000_000 // of a testing tree
	maxSequences  = 1_000_000 // of a machine
	maxLength     = 10_000    // of a sequence
	maxObjects    = 100       // of a machine
)

// Defaults of options.
const (
	// defaultParallel keeps two cores busy and disturbs nobody.
	defaultParallel = 2
	// defaultTimeout is a thousand times what a unit needs for one case.
	defaultTimeout = 5 * time.Second
	// defaultRunTimeout is a night.
	defaultRunTimeout = 8 * time.Hour
	// defaultCalls is more than any case makes on values that a person can read.
	defaultCalls = 100_000
	// defaultMemory is what ttf-int itself may use.
	defaultMemory = 2 << 30
	// defaultCases is what the uniformity hypothesis asks for.
	defaultCases = 1
	// defaultStartTimeout lets a system under test load its own data.
	defaultStartTimeout = 10 * time.Second
)

// fileVersion is the version of the YAML files.
const fileVersion = "ttf-int/v1"

// projectFile is the name of the project's file.
const projectFile = "ttf-int.yaml"
