// Package arrays has arrays in structs, parameters and results, and an operation that fails with an error that has no
// name.
package arrays

import "errors"

// Board has rows of places.
type Board struct{ Rows [2][3]bool }

// Game is played on boards.
type Game struct {
	Last Board
	Dice [2]int
}

// Play puts a board in the place of the last one.
func (g *Game) Play(b Board) error {
	if b == g.Last {
		return errors.New("nothing was played")
	}
	g.Last = b
	return nil
}

// Throw returns the dice the other way round.
func (g *Game) Throw(dice [2]int) [2]int { return [2]int{dice[1], dice[0]} }
