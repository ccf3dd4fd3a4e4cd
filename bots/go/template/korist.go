package main

import (
	"math/rand/v2"

	"stych.local/stych/stychv1"
)

// Numbers of actions. Those below koristGroup lay a set, and those from koristGroup on capture a
// group of the shadow offer. With koristTake the captor takes the captured cards, and with 642
// leaves them. With koristBack the victim takes them back, and with 644 discards them. Those from
// koristDraw on draw a pile of the supply, koristDeck draws a card of the deck, and koristNone
// draws nothing.
//
// koristJoker is the kind of a joker. The kinds of the other cards are their values, 1 to 13.
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

// rateKorist tells how good the action is in comparison with the other actions of this decision.
func rateKorist(public *stychv1.KoristPublic, hand []uint32, action int) int {
	switch {
	case action < koristGroup:
		return 20*koristSize(action) + koristValue(action) // the size decides first, then the value
	case action < koristTake:
		return int(hand[action-koristGroup])
	case action < koristDraw:
		layer := int(public.GetCapturedLayer())
		// Cards are worth taking if they and those of their value in the hand are more than 3.
		many := int(hand[koristValue(layer)-1])+koristSize(layer) > 3
		if many == (action == koristTake || action == koristBack) {
			return 1
		}
		return 0
	case action >= koristDeck:
		return koristNone - action // 1 for the deck, 0 for drawing nothing
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

// koristValue is the value of a set's cards: 1 to 13, or 14 for jokers alone.
func koristValue(set int) int {
	if set >= 624 {
		return koristJoker
	}
	return set/48 + 1
}

// koristSize is the number of cards in a set, jokers included.
func koristSize(set int) int {
	if set >= 624 {
		return set - 623
	}
	return set%48/6 + 1 + set%6
}
