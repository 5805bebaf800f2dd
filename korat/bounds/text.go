package bounds

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/source"
)

// maxValues is how many values a domain has at most that is written as a range.
const maxValues = 1 << 16

// split takes the text of a domain apart at its commas, those in strings aside.
func split(text string) ([]string, error) {
	var out []string
	rest := strings.TrimSpace(text)
	for rest != "" {
		word := ""
		if rest[0] == '"' || rest[0] == '`' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("a string is not closed")
			}
			word, rest = quoted, rest[len(quoted):]
			rest = strings.TrimSpace(rest)
			if rest != "" && rest[0] != ',' {
				return nil, fmt.Errorf("expected a comma behind %s", word)
			}
			rest = strings.TrimPrefix(rest, ",")
		} else {
			word, rest, _ = strings.Cut(rest, ",")
			word = strings.TrimSpace(word)
		}
		if word == "" {
			return nil, fmt.Errorf("there is nothing between two commas")
		}
		out, rest = append(out, word), strings.TrimSpace(rest)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no value")
	}
	return out, nil
}

// integer reads an integer, or a character in quotes.
func integer(word string) (int64, error) {
	if c, _, rest, err := strconv.UnquoteChar(strings.TrimPrefix(word, "'"), '\''); err == nil && rest == "'" {
		return int64(c), nil
	}
	return strconv.ParseInt(word, 10, 64)
}

// integers returns what a word like 3 or 0..7 stands for.
func integers(word string) ([]int64, error) {
	first, last, isRange := strings.Cut(word, "..")
	from, err := integer(first)
	if err != nil {
		return nil, fmt.Errorf("%q is not an integer", first)
	}
	if !isRange {
		return []int64{from}, nil
	}
	to, err := integer(last)
	if err != nil {
		return nil, fmt.Errorf("%q is not an integer", last)
	}
	more := uint64(to) - uint64(from) // how many values there are behind the first; int64 may not hold that
	if to < from || more >= maxValues {
		return nil, fmt.Errorf("the range %s has no value, or more than %d", word, maxValues)
	}
	out := make([]int64, more+1)
	for i := range out {
		out[i] = from + int64(i)
	}
	return out, nil
}

// lengths reads the lengths of a slice.
func lengths(text string) (ns []int, mayBeNil bool, err error) {
	words, err := split(text)
	if err != nil {
		return nil, false, err
	}
	for _, w := range words {
		if w == "nil" {
			mayBeNil = true
			continue
		}
		many, err := integers(w)
		if err != nil {
			return nil, false, err
		}
		for _, n := range many {
			if n < 0 {
				return nil, false, fmt.Errorf("a length is not negative")
			}
			ns = append(ns, int(n))
		}
	}
	slices.Sort(ns)
	return slices.Compact(ns), mayBeNil, nil
}

// values reads the values of a place of a type. Names stand for the objects of a class.
func (r *resolver) values(d *search.Domain, t types.Type, text string) error {
	words, err := split(text)
	if err != nil {
		return err
	}
	for _, w := range words {
		if err := r.word(d, t, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *resolver) word(d *search.Domain, t types.Type, w string) error {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		_, isInterface := u.(*types.Interface)
		switch {
		case w == "nil":
			d.Nil = true
			return nil
		case r.inner[w] != nil:
			if !isInterface && !types.Identical(u.(*types.Pointer).Elem(), r.inner[w]) {
				return fmt.Errorf("a %s does not point to %s", r.typeText(t), w)
			}
			d.Inner = append(d.Inner, w)
			return nil
		case r.named[w] != nil:
			if !isInterface && !types.Identical(u.(*types.Pointer).Elem(), r.named[w]) {
				return fmt.Errorf("a %s does not point to a %s", r.typeText(t), w)
			}
			d.Classes = append(d.Classes, w)
			r.use(w)
			return nil
		case isInterface && !isName(w):
			if many, err := integers(w); err == nil {
				for _, n := range many {
					d.Values = append(d.Values, strconv.FormatInt(n, 10))
				}
				return nil
			}
			d.Values = append(d.Values, w)
			return nil
		}
		return fmt.Errorf("there is no class %q%s", w, source.DidYouMean(w, append(r.classNames(), "nil")))
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			many, err := integers(w)
			if err != nil {
				return err
			}
			for _, n := range many {
				if !fits(n, u) {
					return fmt.Errorf("%d is not a value of type %s", n, r.typeText(t))
				}
				d.Values = append(d.Values, strconv.FormatInt(n, 10))
			}
			return nil
		case u.Info()&types.IsBoolean != 0:
			if w != "true" && w != "false" {
				return fmt.Errorf("%s is not true or false", w)
			}
		case u.Info()&types.IsString != 0:
			if _, err := strconv.Unquote(w); err != nil {
				return fmt.Errorf("%s is not a string in quotes", w)
			}
		case u.Info()&types.IsFloat != 0 && strings.Contains(w, ".."): // as skeletons have it
			many, err := integers(w)
			for _, n := range many {
				d.Values = append(d.Values, strconv.FormatInt(n, 10))
			}
			return err
		case u.Info()&types.IsFloat != 0:
			if _, err := strconv.ParseFloat(w, 64); err != nil {
				return fmt.Errorf("%s is not a number", w)
			}
		}
		d.Values = append(d.Values, w)
		return nil
	}
	return fmt.Errorf("no bounds can be given for a %s", r.typeText(t))
}

func isName(w string) bool {
	return w != "true" && w != "false" && (w[0] == '_' || unicode.IsLetter(rune(w[0])))
}

// fits tells whether an integer is a value of a type.
func fits(n int64, b *types.Basic) bool {
	bits := map[types.BasicKind]int{types.Int8: 8, types.Uint8: 8, types.Int16: 16, types.Uint16: 16, types.Int32: 32,
		types.Uint32: 32}[b.Kind()]
	if b.Info()&types.IsUnsigned != 0 {
		return n >= 0 && (bits == 0 || n < 1<<bits)
	}
	return bits == 0 || -(1<<(bits-1)) <= n && n < 1<<(bits-1)
}

// Format writes a domain as values reads it: its values, or the lengths of a slice.
func Format(d *search.Domain) string {
	var out []string
	if d.Nil {
		out = append(out, "nil")
	}
	out = append(append(out, d.Inner...), d.Classes...)
	values := d.Values
	for _, n := range d.Lengths {
		values = append(values, strconv.Itoa(n))
	}
	for i := 0; i < len(values); {
		first, err := strconv.ParseInt(values[i], 10, 64)
		n := 1
		for err == nil && i+n < len(values) && values[i+n] == strconv.FormatInt(first+int64(n), 10) {
			n++
		}
		if n > 1 {
			out = append(out, values[i]+".."+values[i+n-1])
		} else {
			out = append(out, values[i])
		}
		i += n
	}
	return strings.Join(out, ", ")
}
