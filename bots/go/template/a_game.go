package main

import (
	"math/rand/v2"

	"stych.local/stych/stychv1"
)

// chooseAGame is the policy of the game a-game. It chooses any legal action, all with the same
// probability. Write your own rules here. The game's documentation says what a seat sees, and what
// the numbers of actions mean.
func chooseAGame(seen *stychv1.AGameObservation, legal []uint32, random *rand.Rand) int {
	return random.IntN(len(legal))
}
