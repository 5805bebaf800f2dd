package machine

// Undecided is the gravest of some outcomes that are neither true nor false, with its
// reason: the first of them where several are equally grave. It is none at first.
type Undecided struct {
	truth Truth // above True where there is one
	why   Reason
}

// Add takes an outcome into account, the reason of which is m's. True and false change nothing.
func (u *Undecided) Add(m *Machine, t Truth) {
	if t > True && (u.truth <= True || graver(u.truth, &u.why, t, &m.Reason)) {
		u.truth, u.why = t, m.Reason
	}
}

// Else returns the outcome and makes its reason m's, or returns decided where there is none.
func (u *Undecided) Else(m *Machine, decided Truth) Truth {
	if u.truth <= True {
		return decided
	}
	m.Reason = u.why
	return u.truth
}

// graver tells whether an outcome counts for more than one that was found before it, where
// neither is true or false. Unknown counts for most, for then more choices may decide; next
// comes what no evaluation decides.
func graver(before Truth, why *Reason, now Truth, reason *Reason) bool {
	if before == Unknown {
		return false
	}
	return now == Unknown || reason.Infinite && !why.Infinite
}
