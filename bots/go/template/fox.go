package main

import (
	"math/rand/v2"

	"stych.local/stych/stychv1"
)

// Numbers of actions: a card's own number plays it, foxGive + card exchanges it for the decree
// card, foxBury + card puts it under the deck; foxKeep exchanges nothing.
// proto/stych/v1/fox.proto has all numbers of cards and actions.
const (
	foxGive = 33
	foxBury = 66
	foxKeep = 99
)

// fox is what a seat sees in a decision of The Fox in the Forest, and the suit that is trump.
type fox struct {
	*stychv1.FoxPublic
	own   *stychv1.FoxPrivate
	trump int
}

// chooseFox is the policy: win tricks with a strong hand, and lose them with a weak one.
func chooseFox(seen *stychv1.FoxObservation, legal []uint32, _ *rand.Rand) int {
	public := seen.GetPublicView()
	table := fox{public, seen.GetPrivateView(), int(public.GetDecree()) / 11}
	return best(legal, table.rate)
}

// rate tells how good the action is in comparison with the other actions of this decision.
func (f fox) rate(action int) int {
	if action == foxKeep {
		return 100
	}
	wanted, power := f.wantsTricks(), f.strength(action%33)
	dispensable := power
	if wanted {
		dispensable = -power
	}
	switch {
	case action >= foxBury:
		return dispensable
	case action >= foxGive && wanted:
		return dispensable
	case action >= foxGive:
		// A weak hand gives its strongest card away, a strong one keeps all.
		return 100 + dispensable
	case len(f.GetTrick()) == 0 && wanted:
		return action % 11
	case len(f.GetTrick()) == 0:
		return -power
	case f.wins(action, int(f.GetTrick()[0])) == wanted:
		return 100 + dispensable
	}
	return dispensable
}

// wantsTricks tells whether to win tricks from now on: 7 to 9 a round bring most points, as do 0
// to 3.
func (f fox) wantsTricks() bool {
	seat := f.own.GetSeat()
	won, lost := int(f.GetTricks()[seat]), int(f.GetTricks()[1-seat])
	if won >= 7 {
		return false
	}
	if won >= 4 || lost >= 7 {
		return won >= 4
	}
	strong := 0
	for _, card := range f.own.GetHand() {
		// Trumps and cards of rank 8 or more are strong.
		if f.strength(int(card)) >= 7 {
			strong++
		}
	}
	return 2*(won+strong) >= won+len(f.own.GetHand())
}

// strength tells how high the card is: its rank less 1, and 11 more for a trump.
func (f fox) strength(card int) int {
	if card/11 == f.trump {
		return card%11 + 11
	}
	return card % 11
}

// wins tells whether the card beats the led card, if the effect of Witches is ignored.
func (f fox) wins(card, led int) bool {
	follows := card/11 == led/11 || card/11 == f.trump
	return follows && f.strength(card) > f.strength(led)
}
