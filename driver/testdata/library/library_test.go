package library

import "testing"

func TestParse(t *testing.T) {
	if c, err := Parse("k-1"); err != nil || c.Letter() != "k" {
		t.Error(c, err)
	}
}
