package tex

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// latexSymbols maps macros, with the subscript or bracket that belongs to
// them, to Unicode symbols and names of the toolkit.
var latexSymbols = latexSpellings()

// latexOthers are the macros of the other dialects, and of styles that are
// out of use, each with the macro or character that it is another spelling of.
const latexOthers = `
\all \forall   \zall \forall   \exi \exists   \zexi \exists   \exione \exists_1   \exi_1 \exists_1   \exists_{1} \exists_1
\spot @   \dot @   \bullet @   \cdot @   \mid |   \bar |   \bbar |   \zbar |   \cbar |   \st |   \vert |   \ST \where
\neg \lnot   \znot \lnot   \wedge \land   \zand \land   \cnj \land   \vee \lor   \zor \lor   \dsj \lor
\Rightarrow \implies   \Longrightarrow \implies   \zimp \implies   \imp \implies   \limplies \implies
\Leftrightarrow \iff   \Longleftrightarrow \iff   \ziff \iff   \zeq \iff   \liff \iff
\mem \in   \nem \notin   \nmem \notin   \nin \notin   \ne \neq   \neq \neq   \le \leq   \leqslant \leq   \ge \geq   \geqslant \geq
\lt <   \gt >   \subs \subseteq   \psubs \subset   \inseq \infix   \partitions \partition   \sqsubseteq \subbageq   \subbag \subbageq   \inbag \inbag
\sdef \defs   \hdef \defs   \triangleq \defs   \ddef ::=   \zfor /
\empty \emptyset   \varnothing \emptyset   \emptyseq \langle\rangle   \emptybag \lbag\rbag
\union \cup   \uni \cup   \inter \cap   \diff \setminus   \duni \bigcup   \dint \bigcap   \dinter \bigcap   \uni \cup
\times \cross   \prod \cross   \pset \power   \psetone \power_1   \fset \finset   \finite \finset   \powerset \power
\integer \num   \ints \num   \int \num   \natone \nat_1   \nat_+ \nat_1   \arithmos \num   \bbZ \num   \bbN \nat   \bbP \power   \bbF \finset
\map \mapsto   \tfun \fun   \rightarrow \fun   \to \fun   \tinj \inj   \tsurj \surj   \leftrightarrow \rel   \fpfun \ffun   \fpinj \finj
\rightarrowtail \inj   \twoheadrightarrow \surj
\lhd \dres   \rhd \rres   \dsub \ndres   \rsub \nrres   \fovr \oplus   \cmp \comp   \fcmp \comp   \fcomp \comp   \semi \comp   \zcmp \comp
\zsemi \comp   \fatsemi \comp   \zpipe \pipe   \zhide \hide   \zproject \project   \inverse \inv   \tcl \plus   \rtcl \star   \finv \inv
\lseq \langle   \rseq \rangle   \lang \ldata   \rang \rdata   \lfun \ldata   \rfun \rdata   \concat \cat   \frown \cat   \dconcat \dcat
\zcat \cat   \compact squash   \smallfrown \cat   \buni \uplus   \bminus \uminus   \lbrack [   \rbrack ]   \lbrace \{   \rbrace \}   \lpar (   \rpar )
\zif \IF   \zthen \THEN   \zelse \ELSE   \zlet \LET   \negate -   \negative -   \lparen (   \rparen )   \ast *   \true true   \false false
\zpre \pre   \caret \cat   \dbigcup \bigcup   \symdif \symdiff   \lbind \lblot   \rbind \rblot   \lb \lblot   \rb \rblot
\thrm \vdash?   \vdash \vdash?   \shows \vdash?   \backslash \setminus   \distcat \dcat   \override \oplus   \bagcount \bcount
\ldots \upto   \dots \upto   \lbrk [   \rbrk ]   \bagunion \uplus   \colon :   \Colon ::   \iteration iter   \lnot \lnot   \lvert |   \where \where
`

// latexSpellings returns what the macros of package zed and those in latexOthers stand for.
func latexSpellings() map[string]string {
	m := map[string]string{}
	for latex, unicode := range zed.LaTeXSpellings() {
		if strings.HasPrefix(latex, `\`) {
			m[latex] = unicode
		}
	}
	words := strings.Fields(latexOthers)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = spellingOf(m, words[i+1])
	}
	return m
}

// spellingOf returns the Unicode spelling of a macro or character.
func spellingOf(m map[string]string, latex string) string {
	switch latex {
	case `\langle\rangle`, `\lbag\rbag`:
		return latex
	case "@":
		return "•"
	case "*", "squash", "iter", "::":
		return latex
	}
	if s, ok := m[latex]; ok {
		return s
	}
	return latex
}

// latexWords are the words that mean the same in LaTeX with a backslash and
// without.
var latexWords = tokens.Set("if", "then", "else", "let", "true", "false", "pre", "div", "mod")

// latexBlank are the macros that only move or change the font of what stands
// behind them, with how many arguments belong to them.
var latexBlank = map[string]int{
	`\ `: 0, `\,`: 0, `\;`: 0, `\:`: 0, `\>`: 0, `\!`: 0, `\/`: 0, "\\\n": 0, "\\\t": 0, `\quad`: 0, `\qquad`: 0,
	`\t`: 0, `\tab`: 0, `\thinspace`: 0,
	`\hspace`: 1, `\hspace*`: 1, `\vspace`: 1, `\vspace*`: 1, `\label`: 1, `\index`: 1, `\Label`: 1, `\footnote`: 1,
	`\znote`: 1, `\cite`: 1,
	`\hfill`: 0, `\hfil`: 0, `\noindent`: 0, `\left`: 0, `\right`: 0, `\big`: 0, `\Big`: 0, `\bigl`: 0, `\bigr`: 0,
	`\Bigl`: 0, `\Bigr`: 0, `\displaystyle`: 0,
	`\sf`: 0, `\rm`: 0, `\it`: 0, `\bf`: 0, `\em`: 0, `\tt`: 0, `\sl`: 0, `\sc`: 0, `\cal`: 0, `\small`: 0,
	`\footnotesize`: 0, `\scriptsize`: 0, `\tiny`: 0,
	`\normalsize`: 0, `\large`: 0, `\Large`: 0, `\protect`: 0, `\strut`: 0, `\nobreak`: 0, `\linebreak`: 0,
	`\pagebreak`: 0, `\nopagebreak`: 0, `\newpage`: 0,
	`\smallskip`: 0, `\medskip`: 0, `\bigskip`: 0, `\vfill`: 0, `\zedindent`: 0, `\begingroup`: 0, `\endgroup`: 0,
	`\relax`: 0, `\limits`: 0,
	`\color`: 1, `\interzedlinepenalty`: 0, `\interdisplaylinepenalty`: 0, `\allowbreak`: 0, `\-`: 0, `\par`: 0,
	`\centering`: 0, `\raggedright`: 0,
	`\zstate`: 0, `\zstinit`: 0, `\zstfin`: 0, `\zastate`: 0, `\zastinit`: 0, `\zastfin`: 0, `\zcstate`: 0,
	`\zcstinit`: 0, `\zcstfin`: 0,
	`\zretrieve`: 0, `\zretrievein`: 0, `\zretrieveout`: 0,
	`\vskip`: 0, `\hskip`: 0, `\phantom`: 1, `\hphantom`: 1, `\null`: 0, `\leavevmode`: 0, `\mathstrut`: 0,
	`\draline`: 0, `\zeditem`: 0,
	`\enspace`: 0, `\enskip`: 0, `\space`: 0, `\nobreakspace`: 0, `\medspace`: 0, `\thickspace`: 0, `\negmedspace`: 0,
	`\negthickspace`: 0,
	`\vphantom`:      1, `\smash`: 1, `\kern`: 0, `\mskip`: 0, `\mspace`: 1, `\textstyle`: 0, `\scriptstyle`: 0,
	`\nonumber`: 0, `\notag`: 0, `\hfilneg`: 0,
	`\llap`: 0, `\rlap`: 0, `\negthinspace`: 0, `\samepage`: 0, `\ignorespaces`: 0, `\mathsurround`: 0, `\hrule`: 0,
	`\hline`: 0,
}

// latexBreaks are the macros that end a line. Those that leave space between
// lines separate paragraphs.
var latexBreaks = map[string]string{
	`\\`: "\n", `\newline`: "\n", `\cr`: "\n", `\also`: "\n\n", `\Also`: "\n\n", `\ALSO`: "\n\n", `\zbreak`: "\n",
	`\zBreak`: "\n", `\ZBREAK`: "\n",
	`\znewpage`: "\n\n", `\BREAK`: "\n",
}

// latexFonts are the macros whose argument is a name, or else is read as if
// they were not there.
var latexFonts = tokens.Set(`\mathit`, `\mbox`, `\text`, `\textit`, `\textrm`, `\textsf`, `\texttt`, `\textbf`,
	`\textsc`, `\textsl`, `\textup`, `\textnormal`, `\emph`,
	`\mathsf`, `\mathrm`, `\mathbf`, `\mathtt`, `\mathcal`, `\mathord`, `\mathop`, `\mathbin`, `\mathrel`, `\mathopen`,
	`\mathclose`, `\mathpunct`, `\mathinner`,
	`\hbox`, `\ensuremath`, `\boldsymbol`, `\operatorname`, `\mathscr`, `\mathfrak`, `\zword`, `\word`, `\zedkeyword`,
	`\underline`, `\boxed`, `\fbox`, `\makebox`, `\vbox`)

// greek are the Greek letters that are parts of names.
var greek = map[string]string{
	`\alpha`: "α", `\beta`: "β", `\gamma`: "γ", `\delta`: "δ", `\epsilon`: "ε", `\varepsilon`: "ε", `\zeta`: "ζ",
	`\eta`: "η", `\vartheta`: "ϑ",
	`\iota`: "ι", `\kappa`: "κ", `\nu`: "ν", `\xi`: "ξ", `\omicron`: "ο", `\pi`: "π", `\varpi`: "ϖ", `\rho`: "ρ",
	`\varrho`: "ϱ", `\sigma`: "σ", `\varsigma`: "ς", `\tau`: "τ",
	`\upsilon`: "υ", `\phi`: "φ", `\varphi`: "φ", `\chi`: "χ", `\psi`: "ψ", `\omega`: "ω",
	`\Gamma`: "Γ", `\Delta`: "Δ", `\Theta`: "Θ", `\Lambda`: "Λ", `\Xi`: "Ξ", `\Pi`: "Π", `\Sigma`: "Σ", `\Upsilon`: "Υ",
	`\Phi`: "Φ", `\Psi`: "Ψ", `\Omega`: "Ω",
}

// doubleStruck are the letters of \mathbb that are symbols.
var doubleStruck = map[string]string{"N": "ℕ", "Z": "ℤ", "P": "ℙ", "F": "𝔽", "S": "𝕊", "A": "ℤ"}

// doubleStruckNames are the letters of \mathbb that are names.
var doubleStruckNames = map[string]string{"B": "𝔹", "R": "ℝ", "Q": "ℚ", "C": "ℂ"}

// accents are the letters with an accent, by the LaTeX accent and the letter.
var accents = accentLetters(map[string]string{
	"'":  "aáeéiíoóuúyýcćnńsśzźAÁEÉIÍOÓUÚYÝ",
	"`":  "aàeèiìoòuùAÀEÈIÌOÒUÙ",
	"^":  "aâeêiîoôuûAÂEÊIÎOÔUÛ",
	"\"": "aäeëiïoöuüyÿAÄEËIÏOÖUÜ",
	"~":  "aãnñoõAÃNÑOÕ",
	"=":  "aāeēiīoōuū",
	".":  "eėzż",
	"c":  "cçsşCÇ",
	"v":  "cčsšzžrřeěCČSŠZŽ",
	"H":  "oőuű",
	"r":  "aåuů",
})

func accentLetters(letters map[string]string) map[string]string {
	m := map[string]string{`\ss`: "ß", `\aa`: "å", `\AA`: "Å", `\ae`: "æ", `\AE`: "Æ", `\oe`: "œ", `\OE`: "Œ",
		`\o`: "ø", `\i`: "ı", `\l`: "ł"}
	for accent, pairs := range letters {
		rs := []rune(pairs)
		for i := 0; i+1 < len(rs); i += 2 {
			m[accent+string(rs[i])] = string(rs[i+1])
		}
	}
	return m
}
