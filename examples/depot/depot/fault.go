package depot

// Fault is a mistake that the program can be made to have, to see what ttf-int
// says about it: the unit that has it, and the class of errors that it belongs to
// (Leung and White). There is one for each unit and class that it can have.
// Retire has no efe: whatever it drops that may be dropped is what Drop was tested
// with.
type Fault string

// Faults are all of them.
func Faults() []Fault {
	return []Fault{
		"put-wfe", "take-wfe", "add-wfe", "drop-wfe", "credit-wfe", "debit-wfe", "note-wfe",
		"issue-wfe", "issue-mfe", "issue-eci", "issue-mic", "issue-efe", "issue-wci",
		"receive-wfe", "receive-mfe", "receive-eci", "receive-mic", "receive-efe", "receive-wci",
		"spend-wfe", "spend-mfe", "spend-eci", "spend-mic", "spend-efe", "spend-wci",
		"retire-wfe", "retire-mfe", "retire-eci", "retire-mic", "retire-wci",
		"sell-wfe", "sell-mfe", "sell-eci", "sell-mic", "sell-efe", "sell-wci",
		"buy-wfe", "buy-mfe", "buy-eci", "buy-mic", "buy-efe", "buy-wci",
		"swap-wfe", "swap-mfe", "swap-eci", "swap-mic", "swap-efe", "swap-wci",
		"order-wfe", "order-mfe", "order-eci", "order-mic", "order-efe", "order-wci",
	}
}
