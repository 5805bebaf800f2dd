package store

// Fault is a mistake that the program can be made to have, to see what ttf-int
// says about it.
type Fault string

// The faults.
const (
	AllocateReuses     Fault = "allocate-reuses"      // a block that is taken is given away again
	ReleasePanics      Fault = "release-panics"       // when there is nothing to release
	ReadAtFetchesFirst Fault = "readAt-fetches-first" // whatever block is asked for
	ReadAtUnchecked    Fault = "readAt-unchecked"     // asks for block 0 where there is none
	ClearLeaks         Fault = "clear-leaks"          // the blocks stay taken
	AppendForgets      Fault = "append-forgets"       // the file stays as it was
	SaveOverwrites     Fault = "save-overwrites"      // appends to a file that is there already
)
