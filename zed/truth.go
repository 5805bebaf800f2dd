package zed

import "strconv"

// TruthType is the type of the truth values, 𝔹, which goes beyond Z: a free type with
// the constants false and true that every specification has which does not introduce a
// type of that name itself.
var TruthType = NamedType{Name: "𝔹", Free: true}

// TruthValue returns the constant of 𝔹 for a truth value, with the place and the type
// that info says.
func TruthValue(value bool, info Info) *Ref {
	info.Type = TruthType
	return &Ref{Info: info, Name: strconv.FormatBool(value), Kind: Constant}
}

// isTruthValue tells whether a name is checked to be one of the constants of 𝔹.
func isTruthValue(r *Ref) bool { return r.Kind == Constant && r.Type == Type(TruthType) }
