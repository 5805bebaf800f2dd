package config

import "time"

// Limits. Reaching one is an error that names it.
const (
	// MaxFileSize is the largest file in bytes: a thousand times what people
	// write, and small enough that reading it never hurts.
	MaxFileSize = 4 << 20
	// MaxFiles is the largest number of files of one project. More than that
	// is a pattern that matches what it should not.
	MaxFiles = 20_000
	// MaxDepth is the deepest nesting of YAML. The format itself needs eight
	// levels; values of nested types need a few more.
	MaxDepth = 64
	// MaxAliased is how many YAML nodes the aliases of one file may stand for
	// in all. Nine lines of aliases of aliases stand for a billion.
	MaxAliased = 10_000
	// MaxParents is how many folders are looked into for ttf-int.yaml, from
	// the working directory upward: deeper than file systems nest.
	MaxParents = 256
)

// Bounds of options. Outside them an option is a slip of the pen.
const (
	maxParallel   = 256 // processes
	maxCases      = 1_000
	maxTimeout    = 24 * time.Hour
	maxElements   = 1_000 // of a set, a sequence or a given type in searches
	maxMagnitude  = 1 << 53
	maxConditions = 1_000_000 // of a testing tree
)

// Defaults of options.
const (
	// DefaultParallel keeps two cores busy and disturbs nobody.
	DefaultParallel = 2
	// DefaultTimeout is a thousand times what a unit needs for one case.
	DefaultTimeout = 5 * time.Second
	// DefaultCases is what the uniformity hypothesis asks for.
	DefaultCases = 1
	// DefaultStartTimeout lets a system under test load its own data.
	DefaultStartTimeout = 10 * time.Second
)

// APIVersion is the version of the YAML files.
const APIVersion = "ttf-int/v1"

// FileName is the name of the project's file.
const FileName = "ttf-int.yaml"
