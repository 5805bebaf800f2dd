// Package audit looks for what is wrong with specifications before any of their units is
// tested. It takes a system, or the specification of a single document, and returns the
// errors in it, each at its place, with notes and what became of claims such as that an
// operation preserves a property. What it looks at stands in one list, in order.
//
// It makes no plan, and starts no program under test.
package audit
