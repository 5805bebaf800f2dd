// Package prop tests properties: functions that are to hold for all values of their
// parameters.
//
//	func TestReverse(t *testing.T) {
//		prop.Check(t, func(list []int) bool {
//			return slices.Equal(reversed(reversed(list)), list)
//		})
//	}
//
// Values come from the types of the parameters, systematically, as in Gast (Koopman and
// Plasmeijer, "Fully automatic testing with functions as specifications", section 2): no value
// twice, small ones before large ones, borders first, pseudo-random among those of one size, and
// as many as are asked for, recursive types included. Where a type has no more values than that,
// all are tried, and the property is proved.
//
// A value has a size: that of a number follows from its magnitude, a structure's is the sum of
// its fields', and each element of a list, entry of a map, and pointer that is not nil adds one.
// The values of one size are numbered, so that any of them is made from its number alone and
// none is kept (Duregård, Jansson, Wang, "Feat: functional enumeration of algebraic types",
// Haskell 2012). Every other test takes the next value of the smallest size that has any left;
// the tests between go round the sizes reached so far, of which there are more and more.
//
// The package imports nothing but the standard library. It does not look at the code of a
// property: what no value in the order distinguishes is not found.
package prop
