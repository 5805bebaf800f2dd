package result

import (
	"fmt"
	"slices"
	"strings"
)

// Isolation is what is really in force of what keeps a program under test from the machine, and from what other runs
// leave. The network, and files outside of the folder for temporary files, are open to it as they are to ttf-int.
type Isolation struct {
	// Guard says that all processes that it starts are found and killed, however it ends.
	Guard bool `json:"guard"`
	// Memory bounds the bytes that it holds with all that it started, Processes how many processes these are, and
	// Files how many files each may have open; 0: not limited.
	Memory    int64 `json:"memory,omitempty"`
	Processes int   `json:"processes,omitempty"`
	Files     int   `json:"files,omitempty"`
	// Grace is how many seconds it has to end by itself before it is killed.
	Grace float64 `json:"graceSeconds"`
	// Temporary says that each process has a folder for temporary files of its own, which is removed with it.
	Temporary bool `json:"ownTemporaryFolder"`
	// Environment has the variables that it sees: by their names, and those with their values that are the same
	// everywhere.
	Environment []string `json:"environment"`
	// Missing says what could not be had, and why.
	Missing []string `json:"missing"`
}

// String says it in one line.
func (i Isolation) String() string {
	var parts []string
	if i.Memory > 0 {
		parts = append(parts, fmt.Sprintf("%d MiB", i.Memory>>20))
	}
	if i.Processes > 0 {
		parts = append(parts, fmt.Sprintf("%d processes", i.Processes))
	}
	if i.Files > 0 {
		parts = append(parts, fmt.Sprintf("%d open files", i.Files))
	}
	if len(parts) > 0 {
		parts[len(parts)-1] += " at most"
	}
	if i.Temporary {
		parts = append(parts, "temporary files of its own")
	}
	for _, v := range i.Environment {
		if strings.Contains(v, "=") {
			parts = append(parts, v)
		}
	}
	return strings.Join(slices.Concat(parts, i.Missing), ", ")
}
