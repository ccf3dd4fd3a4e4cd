// Plays The Fox in the Forest by rules of thumb, which are in policy.go.
package main

import (
	"math/rand/v2"

	"stych.local/stych"
	"stych.local/stych/stychv1"
)

func byThumb(observation *stychv1.FoxObservation, legal []uint32, _ *rand.Rand) int {
	return choose(observation, legal)
}

func main() {
	stych.Run(stych.Func(byThumb), stych.Config{Games: []string{"fox"}, AtOnce: 16})
}
