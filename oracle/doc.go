// Package oracle tells whether what a unit did is allowed: it takes a unit and
// the values of its variables before and after, and says whether the unit's
// whole specification, its callees' schemas included, holds of them, is
// violated (and which conjuncts are), or cannot be decided. It also computes
// the outcomes that a specification allows.
//
// It says nothing about who is to blame: that takes a trace.
package oracle
