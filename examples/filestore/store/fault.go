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

// other returns data that are not the given.
func other(data Data) Data {
	if data == "text" {
		return ""
	}
	return "text"
}

// Faults are all of them. Those without a constant are named after the unit that
// has them and the class of errors that they belong to (Leung and White). There
// is one for each unit and class that it can have: all that may be called on one
// state lies in one case of Allocate, of Fetch, of Enter and of Append, so that
// their callers cannot have efe; and a unit that calls another in every case
// cannot have eci.
func Faults() []Fault {
	return []Fault{
		AllocateReuses, ReleasePanics, ReadAtFetchesFirst, ReadAtUnchecked, ClearLeaks, AppendForgets, SaveOverwrites,
		"fetch-wfe", "enter-wfe", "erase-wfe", "note-wfe",
		"extend-wfe", "extend-mic", "extend-wci",
		"readAt-wfe", "readAt-eci", "readAt-mic",
		"clear-wfe", "clear-mfe", "clear-efe", "clear-wci",
		"append-mic", "append-mfe", "append-efe", "append-wci",
		"read-wfe", "read-mic", "read-mfe", "read-efe", "read-wci",
		"remove-wfe", "remove-mic", "remove-mfe", "remove-efe", "remove-wci",
		"save-wfe", "save-mic", "save-mfe", "save-wci",
		"load-wfe", "load-mic", "load-mfe", "load-eci", "load-wci",
		"delete-wfe", "delete-mic", "delete-mfe", "delete-eci", "delete-wci",
	}
}
