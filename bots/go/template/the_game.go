package main

import (
	"math/rand/v2"
	"slices"

	"stych.local/stych/stychv1"
)

// Numbers of actions: theGameEnd ends the turn; those from theGameTalk on tell the gladness, or set
// flags.
// proto/stych/v1/the_game.proto has all numbers of cards and actions.
const (
	theGameEnd  = 400
	theGameTalk = 401
	// A turn that may end goes on only with a card at most this far beyond the top of its row.
	theGameEnough = 4
)

// chooseTheGame is the policy: place the card that skips the fewest numbers, and end the turn
// before a big jump.
func chooseTheGame(seen *stychv1.TheGameObservation, legal []uint32, _ *rand.Rand) int {
	public := seen.GetPublicView()
	return best(legal, func(action int) int { return -theGameCost(public, action) })
}

// theGameCost tells how bad the action is in comparison with the other actions of this decision.
func theGameCost(public *stychv1.TheGamePublic, action int) int {
	if action >= theGameTalk {
		return action // the lowest one is the gladness 0, or no flags
	}
	if action == theGameEnd {
		return theGameEnough
	}
	row, card := action/100, action%100
	jump := card - int(public.GetTops()[row])
	if row >= 2 {
		jump = -jump
	}
	if slices.Contains(public.GetToCover(), uint32(row)) {
		return jump - 200 // a fire card has to be covered before the turn ends
	}
	return jump
}
