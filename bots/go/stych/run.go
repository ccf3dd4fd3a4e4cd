package stych

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"
	"time"

	"google.golang.org/protobuf/proto"

	"stych.local/stych/stychv1"
)

const (
	protocolVersion = 1
	sdk             = "stych-go 0.1.0"
)

const (
	exitFinished   = 0
	exitPanicked   = 1
	exitNotStarted = 2
	exitRefused    = 3
)

// Config is what a bot tells the referee about itself.
type Config struct {
	// Games are the ids of the games that the bot plays, such as "fox".
	Games []string
	// AtOnce is the largest number of decisions, of different matches, in one batch: 1 for bots
	// that think, 64 or more for quick ones, at most 1024. 0 counts as 1.
	AtOnce int
	// NeverTalks is for bots that do not talk: in The Game the bot is asked neither how gladly it
	// would start nor for flags. Other games ignore this.
	NeverTalks bool
}

// Run plays until the referee says goodbye, and exits; it does not return. newBot is called at the
// start of each match, and all calls to bots come from this goroutine, one after another.
//
// Exit codes: 0 after a goodbye because everything was played or the referee stops; 1 when the bot
// panicked in this goroutine (a panic in another one ends the program as in any Go program); 2 when
// a variable of the environment is missing or wrong; 3 after any other goodbye, when the referee
// refused the bot or asked for a decision in a match that is not under way, or when the bot could
// not connect or lost its connection for good.
func Run[O proto.Message](newBot func(*Match) Bot[O], config Config) {
	os.Exit(run(newBot, config, os.Getenv, os.Stderr))
}

func run[O proto.Message](
	newBot func(*Match) Bot[O], config Config, getenv func(string) string, stderr io.Writer,
) (code int) {
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(stderr, "panic: %v\n\n%s", reason, debug.Stack())
			code = exitPanicked
		}
	}()
	logger := log.New(stderr, "stych: ", 0)
	env, err := readEnvironment(getenv)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitNotStarted
	}
	connection := connection[O]{
		env: env, hello: newHello(env, config), newBot: newBot, stderr: stderr, log: logger,
		again: redial{limit: env.reconnect, until: time.Now().Add(env.reconnect)},
	}
	goodbye, err := connection.play()
	if errors.Is(err, errAddress) {
		fmt.Fprintln(stderr, err)
		return exitNotStarted
	}
	if err != nil {
		logger.Print(err)
		return exitRefused
	}
	logger.Printf("goodbye: %s", goodbye.GetText())
	switch goodbye.GetReason() {
	case stychv1.GoodbyeReason_GOODBYE_REASON_FINISHED, stychv1.GoodbyeReason_GOODBYE_REASON_STOPPED:
		return exitFinished
	}
	return exitRefused
}

func newHello(env environment, config Config) *stychv1.Hello {
	return &stychv1.Hello{
		ProtocolVersion: protocolVersion,
		BotName:         env.name,
		BotVersion:      env.version,
		Sdk:             sdk,
		Games:           config.Games,
		DecisionsAtOnce: uint32(max(config.AtOnce, 0)),
		NeverTalks:      config.NeverTalks,
	}
}
