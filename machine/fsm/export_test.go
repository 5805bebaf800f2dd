package fsm

// ProveLarge returns a suite in the way of machines with many states.
func ProveLarge(m *Machine, extra int) (*Suite, error) { return prove(m, extra, 1<<20, 0) }
