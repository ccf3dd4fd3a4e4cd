package main

// The scoring table pays most for 7 to 9 tricks and for 0 to 3. So the aim of a decision is either
// to take tricks or to duck, that is, to lose them. It is to take with a strong hand, and to duck
// with a weak one. From four tricks on, ducking has failed, and with seven the player has enough.
// The aim decides which card is best, without any search.

import "stych.local/stych/stychv1"

// choose returns the index in legal of the action with the most merit; of equal ones the first.
func choose(observation *stychv1.FoxObservation, legal []uint32) int {
	view := newView(observation)
	best, most := 0, view.merit(legal[0])
	for index, action := range legal[1:] {
		if merit := view.merit(action); merit > most {
			best, most = index+1, merit
		}
	}
	return best
}

// view is the part of an observation that the rules use, and the aim that follows from it: taking
// tells whether it is to take tricks, or to duck them.
type view struct {
	hand   []uint32
	trick  []uint32
	decree uint32
	trump  uint32
	taking bool
}

func newView(observation *stychv1.FoxObservation) view {
	public, private := observation.GetPublicView(), observation.GetPrivateView()
	v := view{
		hand:   private.GetHand(),
		trick:  public.GetTrick(),
		decree: public.GetDecree(),
		trump:  suit(public.GetDecree()),
	}
	seat := private.GetSeat()
	v.taking = v.wantsTricks(int(public.GetTricks()[seat]), int(public.GetTricks()[1-seat]))
	return v
}

// wantsTricks tells whether to take tricks from here on, or to duck them. While the tricks so far
// do not decide that, the aim is to take tricks if the tricks taken and the strong cards in hand
// together are at least half of the tricks taken and all cards in hand.
func (v view) wantsTricks(taken, lost int) bool {
	if taken >= 7 {
		return false
	}
	if lost >= 7 || taken >= 4 {
		return taken >= 4
	}
	strong := taken
	for _, card := range v.hand {
		if v.isStrong(card) {
			strong++
		}
	}
	return 2*strong >= taken+len(v.hand)
}

// isStrong tells whether the card is likely to take a trick: rank 9 or more, or a trump of rank 5
// or more.
func (v view) isStrong(card uint32) bool {
	return rank(card) >= witch || suit(card) == v.trump && rank(card) >= 5
}

// merit tells how good the action is for the aim, in comparison with the others of this decision.
func (v view) merit(action uint32) int {
	card := action % pack
	switch {
	case action == keep:
		return 0
	case action >= under:
		return -v.worth(card) // the least useful card is best
	case action >= give:
		return v.newTrump(card)
	case len(v.trick) > 0:
		return v.reply(card)
	}
	return v.lead(card)
}

// weight tells how high a card is, with trumps and Witches above all other cards.
func weight(card, trump uint32) int {
	if suit(card) == trump || rank(card) == witch {
		return rank(card) + monarch
	}
	return rank(card)
}

// worth is the weight of a card if the aim is to take tricks, and minus its weight if it is to
// duck.
func (v view) worth(card uint32) int {
	if v.taking {
		return weight(card, v.trump)
	}
	return -weight(card, v.trump)
}

// lead is the merit of leading a card. To take tricks, high cards are led first, trumps and
// Treasures later. To duck, the lowest card is led.
func (v view) lead(card uint32) int {
	if !v.taking {
		return v.worth(card)
	}
	merit := rank(card)
	if suit(card) == v.trump {
		merit -= 3
	}
	if rank(card) == treasure {
		merit -= 5
	}
	return merit
}

// reply is the merit of a card as the answer to the one that was led. To take tricks, the lowest
// card that wins is best, or else the lowest one. To duck, the highest card that loses is best, or
// else the highest one. A Treasure in the trick is a point for its winner. A Swan is rated slightly
// higher, since the player of a Swan that loses leads next.
func (v view) reply(card uint32) int {
	led := v.trick[0]
	wins := followerWins(led, card, v.trump)
	merit := -v.worth(card)
	if wins == v.taking {
		merit += 50
	}
	for _, each := range []uint32{led, card} {
		switch {
		case rank(each) == treasure && wins:
			merit += 10
		case rank(each) == treasure:
			merit -= 10
		}
	}
	if rank(card) == swan {
		merit += 2
	}
	return merit
}

// newTrump is the merit of giving a card for the decree card (Fox): above 0 if that serves the aim.
func (v view) newTrump(given uint32) int {
	trump := suit(given)
	gain := weight(v.decree, trump) - weight(given, trump)
	for _, card := range v.hand {
		gain += weight(card, trump) - weight(card, v.trump)
	}
	if v.taking {
		return gain
	}
	return -gain
}
