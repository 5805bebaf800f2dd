// Package signoff keeps which stub decisions a person has accepted: who, when, and a hash of what was
// seen. A decision that is another one since, or whose case is, has to be accepted again.
package signoff
