package heap

import "os"

// Faults are mistakes that the heap can be made to have: TREES_FAULT names one of them.
func Faults() []string {
	return []string{"up-parent", "up-once", "down-end", "down-left", "remove-keeps", "remove-down", "change-down"}
}

// has tells whether the heap has a fault.
func has(fault string) bool { return os.Getenv("TREES_FAULT") == fault }
