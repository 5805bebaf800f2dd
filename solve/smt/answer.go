package smt

import (
	"fmt"
	"math/big"
	"strings"
)

// tokens splits an answer into parentheses and words.
func tokens(text string) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "(", " ( "), ")", " ) ")
	return strings.Fields(text)
}

// valuesIn reads ((name value) …), the answer to get-value, in which numbers are n or
// (- n) and truth values are 0 or 1.
func valuesIn(text string) (map[string]*big.Int, error) {
	t := tokens(text)
	wrong := fmt.Errorf("it is not a list of values: %s", shorten(text))
	if len(t) < 2 || t[0] != "(" || t[len(t)-1] != ")" {
		return nil, wrong
	}
	t = t[1 : len(t)-1]
	out := map[string]*big.Int{}
	for len(t) > 0 {
		if len(t) < 4 || t[0] != "(" {
			return nil, wrong
		}
		name, rest := t[1], t[2:]
		negative := false
		if len(rest) > 3 && rest[0] == "(" && rest[1] == "-" && rest[3] == ")" {
			negative, rest = true, append([]string{rest[2]}, rest[4:]...)
		}
		if len(rest) < 2 || rest[1] != ")" {
			return nil, wrong
		}
		n, ok := new(big.Int).SetString(rest[0], 10)
		switch {
		case rest[0] == "true":
			n = one
		case rest[0] == "false":
			n = zero
		case !ok:
			return nil, wrong
		case negative:
			n.Neg(n)
		}
		out[name], t = n, rest[2:]
	}
	return out, nil
}

// namesIn reads (name …), the answer to get-unsat-assumptions.
func namesIn(text string) (map[string]bool, error) {
	t := tokens(text)
	if len(t) < 2 || t[0] != "(" || t[len(t)-1] != ")" {
		return nil, fmt.Errorf("it is not a list of names: %s", shorten(text))
	}
	out := map[string]bool{}
	for _, name := range t[1 : len(t)-1] {
		if name == "(" || name == ")" {
			return nil, fmt.Errorf("it is not a list of names: %s", shorten(text))
		}
		out[name] = true
	}
	return out, nil
}
