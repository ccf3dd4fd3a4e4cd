package main

// A card is a number from 0 to 32; an action is a card with one of the offsets added, or keep.
const (
	ranks = 11
	pack  = 33

	give  = 33
	under = 66
	keep  = 99
)

// Ranks that the rules of thumb know by name.
const (
	swan     = 1
	treasure = 7
	witch    = 9
	monarch  = 11
)

func suit(card uint32) uint32 { return card / ranks }

func rank(card uint32) int { return int(card%ranks) + 1 }

// followerWins tells whether the second card of a trick takes it: a single Witch counts as a trump.
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
