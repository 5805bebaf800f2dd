package wire

// Doing says what a program does in a phase, to continue "it failed while" or
// to precede a colon. at is Event.at.
func (p Phase) Doing(at string) string {
	if at == "" {
		at = "the state"
	}
	switch p {
	case Phase_MAKING:
		return "making an instance"
	case Phase_SETTING:
		return "setting " + at
	case Phase_CHECKING:
		return "reading " + at + " before the unit ran"
	case Phase_HOOKING:
		return "putting in the seam to " + at
	case Phase_OBSERVING:
		return "observing a call of " + at
	case Phase_READING:
		return "reading " + at + " after the unit ran"
	case Phase_CLOSING:
		return "closing the instance"
	}
	return "preparing the case"
}
