package tactics_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
)

// project is what a testing tree is made from: a specification in Z, the schema that
// specifies the unit, and the unit's list of tactics.
type project struct {
	z, schema, tactics string
	more               string // of the unit's file
}

// tree prints the testing tree of a project's unit: a line for each condition, below
// the one that it divides, with the name that it has in Z.
func (p project) tree() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	unit := strings.ToLower(p.schema)
	for name, text := range map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: example\nspecs: [unit.yaml]\n",
		"unit.yaml": fmt.Sprintf("unit: %s\nz: spec.zed\nschema: %s\ntactics: [%s]\n%s\n", unit, p.schema, p.tactics,
			p.more),
		"spec.zed": p.z + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	system, err := config.Load("", dir)
	if err != nil {
		log.Fatal(err)
	}
	tree, err := tactics.Build(system, system.Unit(unit), 0)
	if err != nil {
		log.Fatal(err)
	}
	show(tree.Root, 0)
	if tree.Rejected != nil {
		show(tree.Rejected, 0)
	}
	for i, m := range tree.Mutants {
		fmt.Printf("%s_MUT_%d: %s\n", p.schema, i+1, m.Shown)
	}
}

func show(c *suite.Condition, depth int) {
	fmt.Printf("%s%s: %s\n", strings.Repeat("  ", depth), c.Name(), c.Shown)
	for _, child := range c.Children {
		show(child, depth+1)
	}
}

// One condition for each way in which an operation can do its work: a withdrawal is paid or refused.
func Example_dnf() {
	project{
		z: `
Account == [balance : ℕ]
Pay == [ΔAccount; n? : ℕ | n? ≤ balance ∧ balance' = balance − n?]
Refuse == [ΞAccount; n? : ℕ | n? > balance]
Withdraw == Pay ∨ Refuse`,
		schema:  "Withdraw",
		tactics: `dnf`,
	}.tree()
	// Output:
	// Withdraw_VIS: pre Withdraw
	//   Withdraw_DNF_1: n? ≤ balance ∧ balance - n? ∈ ℕ
	//   Withdraw_DNF_2: n? > balance
}

// The standard partition of ≤, by the signs of its operands and by whether they are equal.
func Example_sp() {
	project{
		z: `
Limit == [n?, most? : ℤ | n? ≤ most?]`,
		schema:  "Limit",
		tactics: `{sp: "n? ≤ most?"}`,
	}.tree()
	// Output:
	// Limit_VIS: pre Limit
	//   Limit_DNF_1: n? ≤ most?
	//     Limit_SP_1: n? < most? ∧ most? < 0
	//     Limit_SP_2: n? < 0 ∧ n? = most?
	//     Limit_SP_3: n? < 0 ∧ most? = 0
	//     Limit_SP_4: n? < 0 ∧ most? > 0
	//     Limit_SP_5: n? = 0 ∧ most? = 0
	//     Limit_SP_6: n? = 0 ∧ most? > 0
	//     Limit_SP_7: n? > 0 ∧ n? < most?
	//     Limit_SP_8: n? > 0 ∧ n? = most?
}

// One condition for each constructor of a free type.
func Example_ft() {
	project{
		z: `
SHAPE ::= point | circle⟪ℕ⟫ | box⟪ℕ × ℕ⟫
Draw == [s? : SHAPE; r! : SHAPE | r! = s?]`,
		schema:  "Draw",
		tactics: `{ft: s?}`,
	}.tree()
	// Output:
	// Draw_VIS: pre Draw
	//   Draw_DNF_1: true
	//     Draw_FT_1: s? = point
	//     Draw_FT_2: s? ∈ ran circle
	//     Draw_FT_3: s? ∈ ran box
}

// Below, at, between and above numbers that matter, here the ages at which a fare changes.
// Where one contradicts what it divides, as the first does here, the solver refutes it later,
// and it has no case.
func Example_nr() {
	project{
		z: `
Fare == [age? : ℕ; price! : ℕ | (age? < 6 ∧ price! = 0) ∨ (age? ≥ 6 ∧ price! = 3)]`,
		schema:  "Fare",
		tactics: `{nr: [age?, [6, 65]], at: fare/DNF_2}`,
	}.tree()
	// Output:
	// Fare_VIS: pre Fare
	//   Fare_DNF_1: age? < 6
	//   Fare_DNF_2: age? ≥ 6
	//     Fare_NR_1: age? < 6
	//     Fare_NR_2: age? = 6
	//     Fare_NR_3: 6 < age? ∧ age? < 65
	//     Fare_NR_4: age? = 65
	//     Fare_NR_5: age? > 65
}

// One condition for each element of a set that is written out.
func Example_ise() {
	project{
		z: `
Blink == [n? : ℤ | n? ∈ {1, 2, 4}]`,
		schema:  "Blink",
		tactics: `{ise: "n? ∈ {1, 2, 4}"}`,
	}.tree()
	// Output:
	// Blink_VIS: pre Blink
	//   Blink_DNF_1: n? ∈ {1, 2, 4}
	//     Blink_ISE_1: n? = 1
	//     Blink_ISE_2: n? = 2
	//     Blink_ISE_3: n? = 4
}

// One condition for each proper subset of a set that is written out.
func Example_psse() {
	project{
		z: `
RIGHT ::= read | write
Grant == [rights? : ℙ RIGHT | rights? ⊂ {read, write}]`,
		schema:  "Grant",
		tactics: `{psse: "rights? ⊂ {read, write}"}`,
	}.tree()
	// Output:
	// Grant_VIS: pre Grant
	//   Grant_DNF_1: rights? ⊂ {read, write}
	//     Grant_PSSE_1: rights? = ∅
	//     Grant_PSSE_2: rights? = {read}
	//     Grant_PSSE_3: rights? = {write}
}

// One condition for each subset, the whole set included.
func Example_sse() {
	project{
		z: `
RIGHT ::= read | write
Grant == [rights? : ℙ RIGHT | rights? ⊆ {read, write}]`,
		schema:  "Grant",
		tactics: `{sse: "rights? ⊆ {read, write}"}`,
	}.tree()
	// Output:
	// Grant_VIS: pre Grant
	//   Grant_DNF_1: rights? ⊆ {read, write}
	//     Grant_SSE_1: rights? = ∅
	//     Grant_SSE_2: rights? = {read}
	//     Grant_SSE_3: rights? = {write}
	//     Grant_SSE_4: rights? = {read, write}
}

// One condition for each value that is treated apart, and one for all others.
func Example_mts() {
	project{
		z: `
Answer == [port? : ℕ]`,
		schema:  "Answer",
		tactics: `{mts: [port?, "{22, 80}"]}`,
	}.tree()
	// Output:
	// Answer_VIS: pre Answer
	//   Answer_DNF_1: true
	//     Answer_MTS_1: port? = 22
	//     Answer_MTS_2: port? = 80
	//     Answer_MTS_3: port? ∉ {22, 80}
}

// A collection with no element, with one, and with more.
func Example_sc() {
	project{
		z: `
Print == [jobs? : seq ℕ]`,
		schema:  "Print",
		tactics: `{sc: jobs?}`,
	}.tree()
	// Output:
	// Print_VIS: pre Print
	//   Print_DNF_1: true
	//     Print_SC_1: #jobs? = 0
	//     Print_SC_2: #jobs? = 1
	//     Print_SC_3: #jobs? ≥ 2
}

// None, one or more values to quantify over.
func Example_uq() {
	project{
		z: `
Check == [bids? : ℙ ℕ | ∀ b : bids? • b < 100]`,
		schema:  "Check",
		tactics: `{uq: "∀ b : bids?"}`,
	}.tree()
	// Output:
	// Check_VIS: pre Check
	//   Check_DNF_1: ∀ b : bids? • b < 100
	//     Check_UQ_1: #bids? = 0
	//     Check_UQ_2: #bids? = 1
	//     Check_UQ_3: #bids? ≥ 2
}

// One condition for each value that makes what is under an ∃ true, without the ones
// before, and one for other witnesses.
func Example_seq() {
	project{
		z: `
Alarm == [levels? : ℙ ℤ | ∃ n : levels? • n > 9]`,
		schema:  "Alarm",
		tactics: `{seq: {of: "∃ n : levels? • n > 9", values: {n: [10, 99]}}}`,
	}.tree()
	// Output:
	// Alarm_VIS: pre Alarm
	//   Alarm_DNF_1: ∃ n : levels? • n > 9
	//     Alarm_SEQ_1: 10 ∈ levels? ∧ 10 > 9
	//     Alarm_SEQ_2: 99 ∈ levels? ∧ 99 > 9 ∧ ¬ (10 ∈ levels? ∧ 10 > 9)
	//     Alarm_SEQ_3: (∃ n : levels? • n > 9) ∧ ¬ (10 ∈ levels? ∧ 10 > 9) ∧ ¬ (99 ∈ levels? ∧ 99 > 9)
}

// The same as seq, but the conditions may hold together.
func Example_weq() {
	project{
		z: `
Alarm == [levels? : ℙ ℤ | ∃ n : levels? • n > 9]`,
		schema:  "Alarm",
		tactics: `{weq: {of: "∃ n : levels? • n > 9", values: {n: [10, 99]}}}`,
	}.tree()
	// Output:
	// Alarm_VIS: pre Alarm
	//   Alarm_DNF_1: ∃ n : levels? • n > 9
	//     Alarm_WEQ_1: 10 ∈ levels? ∧ 10 > 9
	//     Alarm_WEQ_2: 99 ∈ levels? ∧ 99 > 9
	//     Alarm_WEQ_3: ∃ n : levels? • n > 9 ∧ n ≠ 10 ∧ n ≠ 99
}

// The ends of a variable's type, what is next to them, and the middle.
func Example_tb() {
	project{
		z: `
Seat == [row? : 1 .. 20]`,
		schema:  "Seat",
		tactics: `{tb: row?}`,
	}.tree()
	// Output:
	// Seat_VIS: pre Seat
	//   Seat_DNF_1: true
	//     Seat_TB_1: row? = 1
	//     Seat_TB_2: row? = 2
	//     Seat_TB_3: row? = 10
	//     Seat_TB_4: row? = 19
	//     Seat_TB_5: row? = 20
}

// The boundary of a state invariant: the stock as full as it may be.
func Example_iv() {
	project{
		z: `
Stock == [items : ℙ ℕ | #items ≤ 4]
Take == [ΔStock; i? : ℕ | i? ∈ items ∧ items' = items ∖ {i?}]`,
		schema:  "Take",
		tactics: `iv`,
	}.tree()
	// Output:
	// Take_VIS: pre Take
	//   Take_DNF_1: #items ≤ 4 ∧ i? ∈ items ∧ #(items ∖ {i?}) ≤ 4
	//     Take_IV_1: #items = 4
	//     Take_IV_2: #items ≠ 4
}

// Rejected inputs: a second tree, in which one conjunct of the precondition is false at a time.
func Example_rj() {
	project{
		z: `
Stock == [items : ℙ ℕ]
Take == [ΔStock; i? : ℕ | i? > 0 ∧ i? ∈ items ∧ items' = items ∖ {i?}]`,
		schema:  "Take",
		tactics: `rj`,
		more:    `rejects: "true"`,
	}.tree()
	// Output:
	// Take_VIS: pre Take
	//   Take_DNF_1: i? > 0 ∧ i? ∈ items
	// Take_RJ: ¬ pre Take
	//   Take_RJ_1: i? ≤ 0 ∧ i? ∈ items
	//   Take_RJ_2: i? ∉ items ∧ i? > 0
}

// The precondition of a callee holds, or fails where the caller must do without it.
func Example_mf() {
	project{
		z: `
Draw == [n? : ℕ; left? : ℕ | n? ≤ left?]
Serve == Draw ∨ [n? : ℕ | n? > 9]`,
		schema:  "Serve",
		tactics: `{mf: draw}`,
		more: `uses: [draw]
---
unit: draw
schema: Draw`,
	}.tree()
	// Output:
	// Serve_VIS: pre Serve
	//   Serve_DNF_1: pre Draw
	//     Serve_MF_1: ∃ left? : ℕ • pre Draw
	//     Serve_MF_2: ∃ left? : ℕ • ¬ pre Draw
	//   Serve_DNF_2: n? > 9
	//     Serve_MF_3: ∃ left? : ℕ • pre Draw
	//     Serve_MF_4: ∃ left? : ℕ • ¬ pre Draw
}

// Mistakes in the operation, of each of which a case is to tell that the operation does not
// make it. Without an argument it is all kinds of mistakes.
func Example_mut() {
	project{
		z: `
Account == [balance : ℕ]
Pay == [ΔAccount; n?, fee? : ℕ | n? + fee? ≤ balance ∧ balance' = balance − n?]`,
		schema:  "Pay",
		tactics: `{mut: [operators, variables]}`,
	}.tree()
	// Output:
	// Pay_VIS: pre Pay
	//   Pay_DNF_1: n? + fee? ≤ balance ∧ balance - n? ∈ ℕ
	// Pay_MUT_1: n? + fee? < balance instead of n? + fee? ≤ balance
	// Pay_MUT_2: n? - fee? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_3: n? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_4: fee? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_5: balance' = balance + n? instead of balance' = balance - n?
	// Pay_MUT_6: balance' = balance instead of balance' = balance - n?
	// Pay_MUT_7: balance' = n? instead of balance' = balance - n?
	// Pay_MUT_8: balance' = n? - balance instead of balance' = balance - n?
	// Pay_MUT_9: balance + fee? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_10: fee? + fee? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_11: n? + balance ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_12: n? + n? ≤ balance instead of n? + fee? ≤ balance
	// Pay_MUT_13: n? + fee? ≤ n? instead of n? + fee? ≤ balance
	// Pay_MUT_14: n? + fee? ≤ fee? instead of n? + fee? ≤ balance
	// Pay_MUT_15: balance' = n? - n? instead of balance' = balance - n?
	// Pay_MUT_16: balance' = fee? - n? instead of balance' = balance - n?
	// Pay_MUT_17: balance' = balance - balance instead of balance' = balance - n?
	// Pay_MUT_18: balance' = balance - fee? instead of balance' = balance - n?
}
