package main

import (
	"math/rand/v2"

	"stych.local/stych/stychv1"
)

// Actions: below koristGroup lay a set; from koristGroup on capture a group of the shadow offer.
// koristTake the captured cards, or leave them (642); take them koristBack, or discard them (644).
// From koristDraw on draw a pile of the supply; draw from the koristDeck; draw koristNone.
// koristJoker is the kind of jokers; the other cards are of the kinds 1 to 13.
// proto/stych/v1/korist.proto has all numbers of cards and actions.
const (
	koristGroup = 629
	koristTake  = 641
	koristBack  = 643
	koristDraw  = 645
	koristDeck  = 651
	koristNone  = 652
	koristJoker = 14
)

// chooseKorist is the policy: lay the largest set, and collect cards of the kinds that the hand has
// most of.
func chooseKorist(seen *stychv1.KoristObservation, legal []uint32, _ *rand.Rand) int {
	public, hand := seen.GetPublicView(), seen.GetPrivateView().GetHand()
	return best(legal, func(action int) int { return rateKorist(public, hand, action) })
}

// rateKorist tells how good the action is; only comparisons between actions of one decision count.
func rateKorist(public *stychv1.KoristPublic, hand []uint32, action int) int {
	switch {
	case action < koristGroup:
		return 20*koristSize(action) + koristValue(action)
	case action < koristTake:
		return int(hand[action-koristGroup])
	case action < koristDraw:
		layer := int(public.GetCapturedLayer())
		// More than three cards of a kind are worth taking.
		many := int(hand[koristValue(layer)-1])+koristSize(layer) > 3
		if many == (action == koristTake || action == koristBack) {
			return 1
		}
		return 0
	case action >= koristDeck:
		return koristNone - action
	}
	// The supply lists the cards of all piles, one pile after the other.
	lowest := 0
	for _, size := range public.GetPileSizes()[:action-koristDraw] {
		lowest += int(size)
	}
	kind := public.GetSupply()[lowest]
	if kind == koristJoker {
		return 8
	}
	return 2 * int(hand[kind-1])
}

// koristValue is the value of a set's cards, 1 to 13; 14 for jokers alone.
func koristValue(set int) int {
	if set >= 624 {
		return koristJoker
	}
	return set/48 + 1
}

// koristSize is how many cards a set has, jokers among them.
func koristSize(set int) int {
	if set >= 624 {
		return set - 623
	}
	return set%48/6 + 1 + set%6
}
