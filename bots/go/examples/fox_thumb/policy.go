package main

// The scoring table pays for 7 to 9 tricks or for 0 to 3, so each moment has an aim: to take tricks
// or to duck them. A strong hand takes, a weak one ducks; with four tricks ducking is over, with
// seven there is enough. The aim then says which card is best; nothing is looked up or searched.

import "stych.local/stych/stychv1"

// choose returns the place in legal of the action that the rules like best; of equals the first.
func choose(observation *stychv1.FoxObservation, legal []uint32) int {
	view := newView(observation)
	best, most := 0, view.merit(legal[0])
	for place, action := range legal[1:] {
		if merit := view.merit(action); merit > most {
			best, most = place+1, merit
		}
	}
	return best
}

// view is what the rules look at.
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

// wantsTricks tells whether to take tricks from here on, or to duck them. A hand takes them if half
// of its cards are strong, tricks that it has among them.
func (v view) wantsTricks(own, other int) bool {
	if own >= 7 {
		return false
	}
	if other >= 7 || own >= 4 {
		return own >= 4
	}
	strong := own
	for _, card := range v.hand {
		if v.isStrong(card) {
			strong++
		}
	}
	return 2*strong >= own+len(v.hand)
}

// isStrong tells whether a card is likely to take a trick: high, a Witch, or a trump of some size.
func (v view) isStrong(card uint32) bool {
	return rank(card) >= witch || suit(card) == v.trump && rank(card) >= 5
}

// merit says how good an action is for the aim; only comparisons count.
func (v view) merit(action uint32) int {
	card := action % pack
	switch {
	case action == keep:
		return 0
	case action >= under:
		return -v.worth(card)
	case action >= give:
		return v.newTrump(card)
	case len(v.trick) > 0:
		return v.reply(card)
	}
	return v.lead(card)
}

// weight says how high a card is, trumps above all others.
func weight(card, trump uint32) int {
	if suit(card) == trump || rank(card) == witch {
		return rank(card) + monarch
	}
	return rank(card)
}

// worth is the weight of a card as the aim sees it.
func (v view) worth(card uint32) int {
	if v.taking {
		return weight(card, v.trump)
	}
	return -weight(card, v.trump)
}

// lead: to take, the highest plain card first, Monarchs before all; to duck, the lowest.
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

// reply: to take, the cheapest winner, or else the lowest loser; to duck, the highest loser. A Swan
// that loses leads the next trick, so it goes where it loses; a Treasure goes where it is taken by
// oneself.
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

// newTrump says what a Fox gains by giving a card: above 0 if the hand then serves the aim better
// than with the old trump.
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
