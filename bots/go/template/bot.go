// The bot @NAME@ plays The Fox in the Forest.
package main

import (
	"math/rand/v2"

	"stych"
	"stych/stychv1"
)

// choose returns an index into legal. What cards and actions the numbers are is said in
// proto/stych/v1/fox.proto.
func choose(observation *stychv1.FoxObservation, legal []uint32, random *rand.Rand) int {
	if len(observation.GetPublicView().GetTrick()) == 0 {
		return len(legal) - 1 // to lead: the last card of the hand
	}
	return random.IntN(len(legal))
}

func main() {
	stych.Run(stych.Func(choose), stych.Config{Games: []string{"fox"}, AtOnce: 64})
}
