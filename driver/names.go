package driver

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
)

// lower returns a Go name as a name of a variable: ID is id, HTTPPort is httpPort,
// Balance is balance.
func lower(name string) string {
	rs := []rune(name)
	n := 0
	for n < len(rs) && unicode.IsUpper(rs[n]) {
		n++
	}
	if n > 1 && n < len(rs) {
		n-- // the last capital begins the next word
	}
	return strings.ToLower(string(rs[:n])) + string(rs[n:])
}

// upper returns a Go name with a capital first letter.
func upper(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}

// capitalize returns the name of a free type: Colour is COLOUR.
func capitalize(name string) string { return strings.ToUpper(name) }

// spell returns a name as Z writes it, in quotes where it is a word of Z.
func spell(name string) string { return zed.Print(&zed.Ref{Name: name}, zed.Unicode) }

// goName returns a name that Go can declare.
func goName(name string) string {
	if token.IsKeyword(name) || name == "sut" {
		return name + "_"
	}
	return name
}

// names gives names that are used once.
type names map[string]bool

// take returns the first of the names that is not used yet; where all are, the last of
// them with a number.
func (n names) take(wanted ...string) string {
	for _, name := range wanted {
		if !n[name] {
			n[name] = true
			return name
		}
	}
	last := wanted[len(wanted)-1]
	for i := 2; ; i++ {
		if name := last + strconv.Itoa(i); !n[name] {
			n[name] = true
			return name
		}
	}
}
