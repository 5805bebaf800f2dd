package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
)

func TestInputs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string // the definitions, or the error
	}{
		{"in their place", map[string]string{
			"main.tex":     `\begin{zed} A == 1 \end{zed} \input{sub/two} \include{three.tex} \begin{zed} D == 4 \end{zed}`,
			"sub/two.tex":  `\begin{zed} B == 2 \end{zed}`,
			"three.tex":    `\begin{zed} C == 3 \end{zed}`,
			"not-read.tex": `\begin{zed} E == ) \end{zed}`,
		}, "A B C D"},
		{"relative to the file that names them", map[string]string{
			"main.tex": `\input{sub/two}`, "sub/two.tex": `\input{three}`,
			"sub/three.tex": `\begin{zed} C == 3 \end{zed}`,
		}, "C"},
		{"once", map[string]string{
			"main.tex": `\input{two} \input{two.tex}`, "two.tex": `\begin{zed} B == 2 \end{zed}`,
		}, "B"},
		{"operators of another file", map[string]string{
			"main.tex": `\begin{zed} A == 1 \boxplus 2 \end{zed} \input{two}`,
			"two.tex":  "%%Zinchar \\boxplus U+229E\n\\begin{zed} \\function 30 \\leftassoc (\\_ \\boxplus \\_) \\end{zed}",
		}, "A"},
		{"gone", map[string]string{"main.tex": "Text.\n\\input{two}"}, "main.tex:2:1: there is no file "},
		{"a part of itself", map[string]string{"main.tex": `\input{two}`, "two.tex": ` \input{main}`},
			"main.tex is read as a part of itself"},
		{"absolute", map[string]string{"main.tex": `\input{/etc/passwd}`},
			"main.tex:1:1: expected a file relative to the document, found /etc/passwd"},
		{"in Unicode", map[string]string{"main.tex": `\input{two.zed}`,
			"two.zed": "B == {x : ℕ | x > 1}\n\\input{three}\n", "three.tex": `\begin{zed} C == 3 \end{zed}`}, "B C"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, data := range test.files {
				write(t, filepath.Join(dir, name), data)
			}
			doc, err := ReadZ(filepath.Join(dir, "main.tex"))
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want %s", err, test.want)
				}
				return
			}
			var names []string
			for _, p := range doc.Paragraphs {
				if d, ok := p.(*zed.Define); ok {
					names = append(names, d.Name.Name)
				}
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("read %s, want %s", got, test.want)
			}
		})
	}
}

func TestInputOutsideTheProject(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "secret.tex"), `\begin{zed} A == 1 \end{zed}`)
	write(t, filepath.Join(dir, "p", projectFile), small)
	write(t, filepath.Join(dir, "p", "u.yaml"), "unit: u\nz: a.tex\nschema: S\n")
	write(t, filepath.Join(dir, "p", "a.tex"), `\begin{zed} S == [x? : \nat] \end{zed} \input{../secret}`)
	if _, err := Load("", filepath.Join(dir, "p")); err == nil ||
		!strings.Contains(err.Error(), "a.tex:1:40: ../secret lies outside the project") {
		t.Errorf("got %v", err)
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"utf8.tex":   "Größe \\begin{zed} A == ) \\end{zed}",
		"latin1.tex": "Gr\xf6\xdfe \\begin{zed} A == ) \\end{zed}",
		"utf16.tex":  "\xff\xfe" + encodeUTF16("Größe \\begin{zed} A == ) \\end{zed}"),
	} {
		write(t, filepath.Join(dir, name), data)
		_, err := ReadZ(filepath.Join(dir, name))
		if err == nil || !strings.HasSuffix(err.Error(), ":1:24: expected an expression, found \")\"") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBytesThatAreNoText shows that a byte that is not UTF-8 is an error where it
// stands in Z, at its place.
func TestBytesThatAreNoText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct{ name, data, want string }{
		{"a.zed", "[X]\nA == 1 \x85 2\n", "a.zed:2:8: the byte 0x85 is not UTF-8"},
		{"b.zed", "[X]\n┌ S\n│ x : ℕ\n├\n│ x ∈ ℕ ∧ x \xac= 1\n└\n", "b.zed:5:13: the byte 0xac is not UTF-8"},
		{"c.zed", "A == \"Stra\xdfe\"\n", "c.zed:1:11: the byte 0xdf is not UTF-8"},
		{"d.zed", "[X] % Stra\xdfe\n", ""},
		{"e.zed", "[M\xfcnze]\n", "e.zed:1:3: the byte 0xfc is not UTF-8"},
		{"f.zed", "[`M\xfcnze`]\n", "f.zed:1:4: the byte 0xfc is not UTF-8"},
		{"g.tex", "M\xfcnze \\begin{zed} [X] % M\xfcnze\n\\end{zed} \xff", ""},
		{"h.tex", "\\begin{zed}\n [X, M\xfcnze] \\end{zed}", "h.tex:2:7: the byte 0xfc is not UTF-8"},
		{"i.tex", "\\begin{schema}{M\xfc}\n x : \\nat \\end{schema}", "i.tex:1:17: the byte 0xfc is not UTF-8"},
		{"j.tex", "\\begin{zed}\n A == \"\xfc\" \\end{zed}", "j.tex:2:8: the byte 0xfc is not UTF-8"},
		{"k.zed", "A == 1\n\xff\n", "k.zed:2:1: the byte 0xff is not UTF-8"},
		{"l.zed", "A == 1 ∈ \xe2\x88\n", "l.zed:1:10: the byte 0xe2 is not UTF-8"},
	} {
		write(t, filepath.Join(dir, c.name), c.data)
		_, err := ReadZ(filepath.Join(dir, c.name))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// encodeUTF16 returns a text of Latin-1 characters in UTF-16, the low byte first.
func encodeUTF16(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(0)
	}
	return b.String()
}

// TestWhatIsNotRead shows what is said of documents that hold little Z, or none.
func TestWhatIsNotRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct{ name, data, want, failure string }{
		{"empty.zed", "", "", "empty.zed:1:1: the document is empty: expected Z in it"},
		{"empty.tex", "", "", "empty.tex:1:1: the document is empty"},
		{"blank.zed", " \n\n", "", "blank.zed:1:1: the document is empty"},
		{"comment.zed", "% nothing\n", "", "comment.zed:1:1: the document is empty"},
		{"comment.tex", "% nothing\n", "", "comment.tex:1:1: the document is empty"},
		{"mark.zed", "\ufeff", "", "mark.zed:1:1: the document is empty"},
		{"prose.tex", "Title\n\nSome \\emph{prose} here,\nand % there\n\\section{A}\nmore\n", "4 lines of prose", ""},
		{"verbatim.tex", "\\begin{verbatim}\n\\begin{zed} [X] \\end{zed}\n\\end{verbatim}\n\\begin{lstlisting}\nx\n\\end{lstlisting}", "1 lstlisting, 1 verbatim", ""},
		{"class.tex", "\\begin{class}{Q}\n\\begin{schema}{S} x : \\nat \\end{schema}\n\\end{class}\n", "1 class", ""},
		{"circus.tex", "\\begin{circus} \\circchannel\\ c \\end{circus}\n\\begin{circus} x \\end{circus}\n", "2 circus",
			""},
		{"proof.tex", "\\begin{zproof}[a] prove; \\end{zproof}\n\\begin{zed} [X] \\end{zed}", "1 zproof", ""},
		{"unchecked.tex", "%%unchecked\n\\begin{zed} ] \\end{zed}", "1 zed", ""},
		{"all.tex", "\\begin{zed} [X] \\end{zed}", "", ""},
		{"delimited.zed", "A title.\n\n─\n[X]\n└\nThe end.\n", "2 lines of prose", ""},
		{"all.zed", "[X]\n", "", ""},
	} {
		write(t, filepath.Join(dir, c.name), c.data)
		_, doc, err := LoadZ(filepath.Join(dir, c.name))
		if c.failure == "" && err != nil || c.failure != "" &&
			(err == nil || !strings.Contains(err.Error(), c.failure)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.failure)
		}
		if got := doc.DescribeUnread(); got != c.want {
			t.Errorf("%s: not read is %q, want %q", c.name, got, c.want)
		}
	}
}
