package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// browser is a headless Chromium, which is spoken to through pipes.
type browser struct {
	t       testing.TB
	out     *os.File
	in      *bufio.Reader
	session string
	calls   int
}

// openPage opens a page of the given size. The test is skipped where there is no
// Chromium.
func openPage(t testing.TB, file string) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium: the page is not tried in a browser (Debian: apt-get install chromium)")
	}
	commands, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run",
		"--user-data-dir="+t.TempDir(), "--window-size=1300,900", "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{commands, answers}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	commands.Close()
	answers.Close()
	b := &browser{t: t, out: write, in: bufio.NewReader(read)}
	t.Cleanup(func() {
		b.call("Browser.close", nil)
		write.Close()
		_ = cmd.Wait()
		read.Close()
	})
	var target struct{ TargetID string }
	b.readInto(b.call("Target.createTarget", map[string]any{"url": "file://" + file}), &target)
	var attached struct{ SessionID string }
	b.readInto(b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &attached)
	b.session = attached.SessionID
	for b.eval(`location.protocol == "file:" && document.readyState == "complete"`) != true {
		time.Sleep(20 * time.Millisecond)
	}
	return b
}

// call sends a command and waits for its answer, which must not be an error.
func (b *browser) call(method string, params map[string]any) json.RawMessage {
	b.t.Helper()
	answer, refused := b.ask(method, params)
	if refused != "" {
		b.t.Fatalf("%s: %s", method, refused)
	}
	return answer
}

// ask sends a command and waits for its answer; refused is what the browser says where that is an error.
func (b *browser) ask(method string, params map[string]any) (answer json.RawMessage, refused string) {
	b.t.Helper()
	b.calls++
	message := map[string]any{"id": b.calls, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" && method != "Browser.close" {
		message["sessionId"] = b.session
	}
	data, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.out.Write(append(data, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		line, err := b.in.ReadBytes(0)
		if err != nil {
			if method == "Browser.close" {
				return nil, ""
			}
			b.t.Fatalf("chromium ended: %v", err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		b.readInto(bytes.TrimRight(line, "\x00"), &answer)
		if answer.ID != b.calls {
			continue
		}
		if answer.Error != nil {
			return nil, answer.Error.Message
		}
		return answer.Result, ""
	}
}

func (b *browser) readInto(data []byte, v any) {
	b.t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	var got struct {
		Result struct{ Value any }
	}
	b.readInto(b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}), &got)
	return got.Result.Value
}

// reload loads the page anew. A command that the browser has not answered by then may be refused.
func (b *browser) reload() {
	b.t.Helper()
	b.eval(`window.old = true`) // the old page answers until the new one is there
	b.call("Page.reload", nil)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		got, refused := b.ask("Runtime.evaluate", map[string]any{"expression": `!window.old`, "returnByValue": true})
		if refused == "" && bytes.Contains(got, []byte(`true`)) {
			return
		}
	}
	b.t.Fatal("the page is not loaded anew")
}

// click clicks on the middle of the first element that a selector finds.
func (b *browser) click(selector string) {
	b.t.Helper()
	at, ok := b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return null;
		e.scrollIntoView({block: "center", behavior: "instant"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector)).([]any)
	if !ok {
		b.t.Fatalf("there is no %s", selector)
	}
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left",
			"clickCount": 1})
	}
}

// chain writes a project with a chain of units, more than are shown unfolded.
func chain(t *testing.T) *plan.Plan {
	t.Helper()
	z, units := "S == [v : ℤ]\nU0 == [ΔS | v' = v + 1]\n", "unit: u0\nz: a.zed\nschema: U0\n"
	for i := 1; i <= maxUnfolded+2; i++ {
		z += fmt.Sprintf("U%d == (U%d ∧ [v : ℤ | v ≥ 0]) ∨ [ΞS | v < 0]\n", i, i-1)
		units += fmt.Sprintf("---\nunit: u%d\nz: a.zed\nschema: U%d\n", i, i)
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: chain\nspecs: [u.yaml]\n", "u.yaml": units, "a.zed": z,
	})
	pl, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{}), Theorem2: true})
	if err != nil {
		t.Fatal(err)
	}
	return pl.Plan
}

// A click on a unit in the picture unfolds its decisions and shows them; pointing
// at it leaves its own edges plain and the others faint.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "stubs.html")
	var page bytes.Buffer
	if err := Stubs(chain(t), nil, nil, Source{}).writeHTML(&page); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, file)
	unit := `document.getElementById("unit-u7").closest("details")`
	if b.eval(unit+".open") != false {
		t.Error("the unit is unfolded before the click")
	}
	b.click(`svg a[href="#unit-u7"]`)
	seen := unit + `.open && (r => r.top > -60 && r.top < innerHeight)(` + unit + `.getBoundingClientRect())`
	for b.eval(seen) != true {
		time.Sleep(20 * time.Millisecond)
	}
	if b.eval("location.hash") != "#unit-u7" {
		t.Errorf("the click does not lead to the unit: at %v", b.eval("location.hash"))
	}
	if n := b.eval(`document.querySelectorAll("details.unit[open]").length`); n != 1.0 {
		t.Errorf("%v units are unfolded, want 1", n)
	}
	if n := b.eval(unit + `.querySelectorAll("tbody tr").length`); n == 0.0 {
		t.Error("the unit shows no decisions")
	}
	faint := `[...document.querySelectorAll("path.edge")].filter(e => getComputedStyle(e).opacity < 0.5).length`
	b.call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": 1, "y": 1})
	b.eval(`document.activeElement.blur()`)
	b.eval(`document.querySelector("svg").scrollIntoView({block: "start", behavior: "instant"})`)
	if n := b.eval(faint); n != 0.0 {
		t.Errorf("%v edges are faint, want none", n)
	}
	b.eval(`document.querySelector('svg a[href="#unit-u20"]').focus()`)
	if n, all := b.eval(faint), float64(maxUnfolded+2); n != all-2 {
		t.Errorf("%v of %v edges are faint while a unit is looked at, want all but its two", n, all)
	}
	if wide := b.eval(`document.documentElement.scrollWidth > innerWidth`); wide != false {
		t.Error("the page is wider than the window")
	}
}

// waitFor waits until an expression is true in the page.
func (b *browser) waitFor(expression string) {
	b.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); b.eval(expression) != true; {
		if time.Now().After(deadline) {
			b.t.Fatalf("never true: %s", expression)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// press presses a key.
func (b *browser) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		event := map[string]any{"type": kind, "key": key}
		if len(key) == 1 {
			event["text"] = key
		}
		b.call("Input.dispatchKeyEvent", event)
	}
}

// Filters and the search leave what they say, keys walk through what is not accepted, a link to what is
// filtered away shows it, and printing opens all.
func TestReviewInBrowser(t *testing.T) {
	t.Parallel()
	pl := planSortedList(t)
	rep := Stubs(pl, someRun(pl), nil, Source{Run: "2026-01-02T03:04:05Z"})
	decisions, err := rep.ListDecisions()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	accepted, _, err := signoff.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	accepted.Accept(signoff.Scope{}, decisions[:2], "Ann", time.Unix(0, 0))
	if err := rep.MarkAccepted(accepted); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "stubs.html")
	if err := os.WriteFile(file, []byte(writeText(t, rep.writeHTML)), 0o600); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, file)
	rows := func(state string) string {
		return `[...document.querySelectorAll("tr.decision")].filter(e => e.closest("[hidden]") ` + state + `).length`
	}
	all := b.eval(rows("== null")).(float64)
	if int(all) != len(decisions) || len(decisions) < 4 {
		t.Fatalf("%v of %d decisions are shown", all, len(decisions))
	}
	chip := func(name, value string) { b.click(`.chip:has([name="` + name + `"][value="` + value + `"])`) }
	chip("signoff", "accepted")
	if n := b.eval(rows("== null")); n != 2.0 {
		t.Errorf("%v decisions are shown as accepted, want 2", n)
	}
	chip("signoff", "new")
	if n := b.eval(rows("== null")); n != all {
		t.Errorf("%v decisions are accepted or new, want %v", n, all)
	}
	b.click(".tools .clear")
	chip("verdict", "fail")
	if n := b.eval(`[...document.querySelectorAll("[data-item]")].filter(e => !e.closest("[hidden]")).length`); n != 1.0 {
		t.Errorf("%v cases are shown as failed, want 1", n)
	}
	b.press("/")
	b.waitFor(`document.activeElement.type == "search"`)
	b.press("Escape")
	if b.eval(rows("== null")) != all {
		t.Error("Escape in the search does not show all")
	}
	b.press("/")
	b.call("Input.insertText", map[string]any{"text": "insert/DNF_1/SP_1 nothing has this"})
	b.waitFor(rows("== null") + " == 0")
	b.eval(`location.hash = "#" + document.querySelector("tr.decision").id`)
	b.waitFor(rows("== null") + " == " + fmt.Sprint(all))

	// From what is accepted, n leads to the first that is not, and p from there to the last.
	b.eval(`document.activeElement.blur()`)
	b.waitFor(`document.querySelector("tr.now") != null`)
	b.press("n")
	open := `[...document.querySelectorAll("tr.decision:not([data-signoff=accepted])")]`
	if b.eval(`document.querySelector("tr.now") == `+open+`[0]`) != true {
		t.Errorf("n leads to %v", b.eval("location.hash"))
	}
	if b.eval(`document.activeElement.matches("tr.now") && document.querySelector("tr.now").checkVisibility()`) != true {
		t.Error("the decision is not shown, or has no focus")
	}
	b.press("p")
	if b.eval(`document.querySelector("tr.now") == `+open+`.at(-1)`) != true {
		t.Errorf("p leads to %v", b.eval("location.hash"))
	}
	if text := b.eval(`document.querySelector(".walk .at").textContent`).(string); !strings.Contains(text,
		"ttf-int stubs accept insert/DNF_") || !strings.Contains(text, " --callee ") {
		t.Errorf("the command is not at hand: %q", text)
	}

	// What is marked is left out, and is one command: of a unit where all of it is marked.
	left := b.eval(open + ".length").(float64)
	for range int(left) {
		b.press("a")
	}
	if text := b.eval(`document.querySelector(".walk .left").textContent`); text != "Nothing left to accept" {
		t.Errorf("when all are marked, the bar says %q", text)
	}
	command := `document.querySelector(".chosen .command").textContent`
	if text := b.eval(command); text != "ttf-int stubs accept insert" {
		t.Errorf("the command for all is %q", text)
	}
	b.press("a") // the last one is not marked any more
	if text := b.eval(command).(string); !strings.HasPrefix(text, "ttf-int stubs accept insert/DNF_") ||
		strings.Count(text, " --callee ") != strings.Count(text, "stubs accept ") {
		t.Errorf("the command for all but one is %q", text)
	}
	b.reload()
	b.waitFor(fmt.Sprintf(`document.querySelectorAll("tr.marked").length == %v && %s != ""`, left-1,
		command))
	b.click(".unmark")
	if n := b.eval(`document.querySelectorAll("tr.marked").length + document.querySelector(".chosen").checkVisibility()`); n != 0.0 {
		t.Errorf("%v are marked still", n)
	}

	// A leaf leads to its condition, and that to the line of the specification.
	b.eval(`location.hash = "#" + document.querySelector('tr.decision:has(a[href^="#leaf-"])').id`)
	b.waitFor(`document.querySelector('tr.now a[href^="#leaf-"]') != null`)
	b.eval(`document.querySelector('tr.now a[href^="#leaf-"]').click()`)
	b.waitFor(`document.querySelector("li:target") != null && document.querySelector("li:target").checkVisibility()`)
	b.eval(`document.querySelector('li:target a[href^="#line-"]').click()`)
	b.waitFor(`document.querySelector("ol.source li:target") != null && document.querySelector("ol.source li:target").checkVisibility()`)

	b.eval(`dispatchEvent(new Event("beforeprint"))`)
	if n := b.eval(`document.querySelectorAll("details:not([open])").length`); n != 0.0 {
		t.Errorf("%v parts are closed when the page is printed", n)
	}
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	if b.eval(`[...document.querySelectorAll(".tools, .walk, button")].some(e => e.checkVisibility())`) != false {
		t.Error("controls are printed")
	}
	b.eval(`dispatchEvent(new Event("afterprint"))`)
	if n := b.eval(`document.querySelectorAll("details:not([open])").length`); n == 0.0 {
		t.Error("what was closed stays open")
	}
}

// contrast finds text that is too faint: texts with the ratio of their contrast (WCAG 2.2, 1.4.3), where it is
// less than 4.5.
const contrast = `(() => {
	const parse = (c) => c.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const bad = new Set();
	for (const e of document.querySelectorAll("body *:not(script, style, svg *)")) {
		if (e.disabled || !e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType == 3 && n.data.trim())) continue;
		let back = [0, 0, 0, 0];
		for (let b = e; b && back[3] === 0; b = b.parentElement) {
			back = parse(getComputedStyle(b).backgroundColor);
			if (back.length === 3) back.push(1);
		}
		const [a, b] = [light(parse(getComputedStyle(e).color)), light(back)];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) bad.add(e.tagName + "." + e.className + " " + ratio.toFixed(2));
	}
	return [...bad].join("; ");
})()`

// In a testing tree the search leaves the leaves that have the words, and opens what they are below; a
// predicate leads to its line of the specification.
func TestTreeInBrowser(t *testing.T) {
	t.Parallel()
	made := planList(t)
	unit := made.Plan.Unit("insert")
	file := filepath.Join(t.TempDir(), "tree.html")
	page := writeText(t, func(w io.Writer) error { return writeTreeHTML(w, UnitTree{made.Plan, unit, 0}) })
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, file)
	shown := `[...document.querySelectorAll("[data-item]")].filter(e => e.checkVisibility()).length`
	if n := b.eval(shown); n != 0.0 {
		t.Errorf("%v leaves are shown below what is closed", n)
	}
	b.eval(`document.querySelector(".tools input[type=search]").focus()`)
	last := unit.Leaves[len(unit.Leaves)-1].ID
	b.call("Input.insertText", map[string]any{"text": last})
	b.waitFor(shown + " == 1")
	if text := b.eval(`document.querySelector(".tools output").textContent`); text !=
		fmt.Sprintf("1 of %d leaves shown", len(unit.Leaves)) {
		t.Errorf("%v", text)
	}
	b.eval(`document.querySelector('summary a[href*="line-"]').click()`)
	b.waitFor(`document.querySelector("ol.source li:target")?.checkVisibility() == true`)
}

// All pages can be read in light and dark and on a phone, where nothing is wider than the window, and say
// what they say without scripts.
func TestPagesAreReadable(t *testing.T) {
	t.Parallel()
	made := planList(t)
	run := someRun(made.Plan)
	for i := range run.Results {
		run.Results[i].Message += strings.Repeat("long", 200)
	}
	from := Source{Run: run.Started, Stale: []string{"list.zed changed"}}
	rep := Stubs(made.Plan, run, observe(t, made, run), from)
	rep.runPage = runFile
	finished := &Finished{Run: run, Plan: made.Plan, History: somePast(run)}
	folder := t.TempDir()
	for name, page := range map[string]string{stubsFile: writeText(t, rep.writeHTML),
		runFile: writeText(t, func(w io.Writer) error { return writeRunHTML(w, finished) }),
		"tree.html": writeText(t, func(w io.Writer) error {
			return writeTreeHTML(w, UnitTree{made.Plan, made.Plan.Units[0], 1})
		})} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{stubsFile, runFile, "tree.html"} {
		b := openPage(t, filepath.Join(folder, name))
		b.eval(`for (const d of document.querySelectorAll("details")) d.open = true`)
		b.eval(`document.querySelector("tr.decision")?.classList.add("now")`)
		for _, scheme := range []string{"light", "dark"} {
			b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{
				"name": "prefers-color-scheme", "value": scheme}}})
			if faint := b.eval(contrast); faint != "" {
				t.Errorf("%s, %s: too faint are %v", name, scheme, faint)
			}
		}
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 1,
			"mobile": true})
		if wide := b.eval(`document.documentElement.scrollWidth`); wide != 360.0 {
			t.Errorf("%s is %v wide on a phone of 360", name, wide)
		}
		b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true})
		b.call("Page.reload", nil)
		b.waitFor(`document.readyState == "complete" && document.querySelector(".tools").hidden`)
		if b.eval(`[...document.querySelectorAll(".tools, .walk, button")].some(e => e.checkVisibility())`) != false {
			t.Errorf("%s shows controls that do nothing without its script", name)
		}
	}
}
