package machine

// Undecided is the gravest of some outcomes that are neither true nor false, with its
// reason: the first where several are equally grave. The zero Undecided has none.
type Undecided struct {
	truth Truth // above True where there is one
	why   Reason
}

// Add takes an outcome into account, whose reason m has. True and false change nothing.
func (u *Undecided) Add(m *Machine, t Truth) {
	if t > True && (u.truth <= True || isGraver(u.truth, &u.why, t, &m.Reason)) {
		u.truth, u.why = t, m.Reason
	}
}

// Else returns the outcome and sets m's reason to its reason, or returns decided where
// there is none.
func (u *Undecided) Else(m *Machine, decided Truth) Truth {
	if u.truth <= True {
		return decided
	}
	m.Reason = u.why
	return u.truth
}

// isGraver tells whether an outcome is graver than an earlier one, where neither is true
// or false. Unknown is the gravest, since further choices may decide it; next are
// outcomes that no evaluation decides.
func isGraver(before Truth, why *Reason, now Truth, reason *Reason) bool {
	if before == Unknown {
		return false
	}
	return now == Unknown || reason.Infinite && !why.Infinite
}
