package main

import (
	"math/rand/v2"

	"stych.local/stych/stychv1"
)

// Numbers of actions: naseHraDiscard + card discards the card; naseHraFigures and naseHraNumbers
// choose what is on top.
// proto/stych/v1/nase_hra.proto has all numbers of cards and actions.
const (
	naseHraDiscard = 32
	naseHraFigures = 64
	naseHraNumbers = 65
)

// naseHra is what a seat sees in a decision of Naše hra.
type naseHra struct {
	*stychv1.NaseHraPublic
	hand []uint32
}

// chooseNaseHra is the policy: take the tricks that are worth most, and lose those that are worth
// least.
func chooseNaseHra(seen *stychv1.NaseHraObservation, legal []uint32, _ *rand.Rand) int {
	table := naseHra{seen.GetPublicView(), seen.GetPrivateView().GetHand()}
	return best(legal, table.rate)
}

// rate tells how good the action is in comparison with the other actions of this decision.
func (n naseHra) rate(action int) int {
	switch {
	case action > naseHraNumbers:
		return action // the highest one refuses the game, or takes the whole talon
	case action >= naseHraFigures:
		held := 0
		for _, card := range n.hand {
			if isFigure := card%8 >= 4; isFigure == (action == naseHraFigures) {
				held++
			}
		}
		return held
	case action >= naseHraDiscard:
		return -n.strength(action - naseHraDiscard)
	}
	return n.ratePlay(action)
}

// ratePlay tells how good the card is in the trick, as if it were the last card of the trick.
func (n naseHra) ratePlay(card int) int {
	power := n.strength(card)
	if len(n.GetTrick()) == 0 {
		return power
	}
	led := int(n.GetTrick()[0])
	wins := card/8 == led/8
	cards := []int{card}
	for _, other := range n.GetTrick() {
		cards = append(cards, int(other))
		if int(other)/8 == led/8 && n.strength(int(other)) > power {
			wins = false
		}
	}
	worth := 10 * naseHraValue(cards)
	if wins {
		return worth - power
	}
	return -worth - power
}

// strength is the position of the card's rank in the order that was chosen, from 0, the lowest, to
// 7.
func (n naseHra) strength(card int) int {
	if n.GetOrder() == stychv1.NaseHraOrder_NASE_HRA_ORDER_NUMBERS {
		return (card + 4) % 8
	}
	return card % 8
}

// naseHraValue is the value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number
// and figure. A trick in which no suit has both a number and a figure is worth 0.
func naseHraValue(cards []int) int {
	value := 0
	for suit := range 4 {
		number, figure := -1, -1
		for _, card := range cards {
			if rank := card % 8; card/8 == suit && rank < 4 {
				number = max(number, rank)
			} else if card/8 == suit {
				figure = max(figure, rank-4)
			}
		}
		if number >= 0 && figure >= 0 {
			value = max(value, 7-number-figure)
		}
	}
	return value
}
