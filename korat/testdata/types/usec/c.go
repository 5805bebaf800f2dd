package usec

// static int one(void) { return 1; }
import "C"

// One returns 1.
func One() int { return int(C.one()) }
