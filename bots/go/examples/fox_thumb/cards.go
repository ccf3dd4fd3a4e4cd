package main

// A card is a number from 0 to 32: 11 * suit + rank - 1. The number of an action is the card that
// is played; after a Fox, give + the card that is given for the decree card, or keep, which keeps
// the decree card; after a Woodcutter, under + the card that is put under the deck.
const (
	ranks = 11
	pack  = 33

	give  = 33
	under = 66
	keep  = 99
)

// The ranks that the rules of thumb use.
const (
	swan     = 1
	treasure = 7
	witch    = 9
	monarch  = 11
)

func suit(card uint32) uint32 { return card / ranks }

func rank(card uint32) int { return int(card%ranks) + 1 }

// followerWins tells whether the second card of a trick takes it. A single Witch counts as a trump.
func followerWins(led, follow, trump uint32) bool {
	ledSuit, followSuit := suit(led), suit(follow)
	if ledWitch, followWitch := rank(led) == witch, rank(follow) == witch; ledWitch != followWitch {
		if ledWitch {
			ledSuit = trump
		} else {
			followSuit = trump
		}
	}
	if ledSuit == followSuit {
		return rank(follow) > rank(led)
	}
	return followSuit == trump
}
