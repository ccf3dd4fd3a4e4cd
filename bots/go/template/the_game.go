package main

import (
	"math/rand/v2"
	"slices"

	"stych.local/stych/stychv1"
)

// Actions: theGameEnd ends the turn; from theGameTalk on say how gladly to start, or set flags.
// proto/stych/v1/the_game.proto has all numbers of cards and actions.
const (
	theGameEnd  = 400
	theGameTalk = 401
	// A turn that may end goes on only for cards that jump less than this.
	theGameEnough = 4
)

// chooseTheGame is the policy: place the card that wastes the fewest numbers, and end the turn
// before a big jump.
func chooseTheGame(seen *stychv1.TheGameObservation, legal []uint32, _ *rand.Rand) int {
	public := seen.GetPublicView()
	return best(legal, func(action int) int { return -theGameCost(public, action) })
}

// theGameCost is what the action wastes; only comparisons of these numbers count.
func theGameCost(public *stychv1.TheGamePublic, action int) int {
	if action >= theGameTalk {
		return action // the least that can be said
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
