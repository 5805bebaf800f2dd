//go:build underTest

// Command sut serves the bank to ttf-int. BANK_FAULT gives it a fault: see
// bank.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/bank/bank"
)

func main() { bank.Serve(bank.Fault(os.Getenv("BANK_FAULT"))) }
