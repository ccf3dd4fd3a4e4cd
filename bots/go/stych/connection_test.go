package stych

import (
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"stych.local/stych/stychv1"
)

func TestALostConnectionIsDialledAgain(t *testing.T) {
	asks := func(matches ...uint32) script {
		return func(_ *stychv1.Hello, stream playServer) error {
			response := starts(matches...)
			response.Decisions = []*stychv1.Decision{decision(1, 1)}
			if err := stream.Send(response); err != nil {
				return err
			}
			_, err := stream.Recv()
			return err
		}
	}
	env := serveUnix(t, asks(1), hangUp, asks(1), finished)
	env["STYCH_RECONNECT"] = "100.5"
	code, stderr := played(t, env, Config{})
	same(t, code, 0)
	again := "stych: the connection failed: the stream ended without a goodbye; dialling again\n"
	same(t, stderr, strings.Repeat(again, 3)+"stych: goodbye: well played\n")
	// The matches of the old stream are forgotten.
	env = serveUnix(t, asks(1), asks())
	env["STYCH_RECONNECT"] = "100"
	code, stderr = played(t, env, Config{})
	same(t, code, 3)
	contains(t, stderr, "asked for a decision in match 1, which is not under way")
}

// opener is the standard error of a bot. It calls open once, when the bot first writes that it dials
// again.
type opener struct {
	text strings.Builder
	open func()
}

func (o *opener) Write(line []byte) (int, error) {
	if o.open != nil && strings.HasSuffix(string(line), "; dialling again\n") {
		o.open()
		o.open = nil
	}
	return o.text.Write(line)
}

func TestABotMayBeStartedBeforeItsReferee(t *testing.T) {
	path := socketPath(t)
	stderr := &opener{open: func() { serve(t, "unix", path, nil, finished) }}
	player, _ := newDiary()
	env := map[string]string{
		"STYCH_ADDRESS": "unix:" + path, "STYCH_TOKEN": "secret", "STYCH_RECONNECT": "100",
	}
	code := run(player.newBot, Config{}, func(name string) string { return env[name] }, stderr)
	same(t, code, 0)
	same(t, strings.HasSuffix(stderr.text.String(), "dialling again\nstych: goodbye: well played\n"), true)
}

func TestARefusalIsFinal(t *testing.T) {
	for _, code := range []codes.Code{
		codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented, codes.InvalidArgument,
	} {
		for _, refused := range [][]script{{refuse(code)}, {hangUp, refuse(code)}} {
			env := serveUnix(t, refused...)
			env["STYCH_RECONNECT"] = "100"
			exit, stderr := played(t, env, Config{})
			same(t, exit, 3)
			same(t, strings.Count(stderr, "\n"), len(refused))
			contains(t, stderr, "stych: the referee refused the bot: not you (")
		}
	}
	_, stderr := played(t, serveUnix(t, refuse(codes.Unauthenticated)), Config{})
	same(t, stderr, "stych: the referee refused the bot: not you (UNAUTHENTICATED)\n")
}

func refuse(code codes.Code) script {
	return func(*stychv1.Hello, playServer) error { return status.Error(code, "not you") }
}

func TestAnyOtherErrorIsDialledAgain(t *testing.T) {
	env := serveUnix(t, refuse(codes.Unavailable), refuse(codes.Internal), finished)
	env["STYCH_RECONNECT"] = "100"
	code, stderr := played(t, env, Config{})
	same(t, code, 0)
	same(t, stderr, "stych: the connection failed: not you (UNAVAILABLE); dialling again\n"+
		"stych: the connection failed: not you (INTERNAL); dialling again\n"+
		"stych: goodbye: well played\n")
}

func TestAGoodbyeIsNotDialledAgain(t *testing.T) {
	env := serveUnix(t, goodbye(stychv1.GoodbyeReason_GOODBYE_REASON_LATE, "too slow"))
	env["STYCH_RECONNECT"] = "100"
	code, _ := played(t, env, Config{})
	same(t, code, 3)
}

func TestDiallingAgainEndsAtTheLimit(t *testing.T) {
	env := map[string]string{
		"STYCH_ADDRESS": "unix:/nowhere", "STYCH_TOKEN": "secret", "STYCH_RECONNECT": "0.25",
	}
	code, stderr := played(t, env, Config{})
	same(t, code, 3)
	again := strings.Count(stderr, "; dialling again\n")
	same(t, again, strings.Count(stderr, "\n")-1)
	same(t, again <= 1, true) // 0 if the first attempt took longer than the limit
	same(t, strings.HasSuffix(stderr, " (UNAVAILABLE)\n"), true)
}

func TestTheWaitsGrowUntilTheLimit(t *testing.T) {
	waits := func(limit time.Duration) []time.Duration {
		var found []time.Duration
		again, now := redial{limit: limit}, time.Now()
		for {
			wait, ok := again.next(now)
			if !ok {
				return found
			}
			found = append(found, wait)
			now = now.Add(wait + time.Millisecond)
		}
	}
	ms := time.Millisecond
	same(t, waits(0), []time.Duration(nil))
	same(t, waits(time.Second), []time.Duration{100 * ms, 200 * ms, 400 * ms, 297 * ms})
	same(t, waits(20 * time.Second)[4:], []time.Duration{
		1600 * ms, 3200 * ms, 5000 * ms, 5000 * ms, 3692 * ms,
	})
}

func TestTheFirstLimitRunsFromTheStartOfTheBot(t *testing.T) {
	start := time.Now()
	again := redial{limit: time.Second, until: start.Add(time.Second)}
	wait, ok := again.next(start.Add(950 * time.Millisecond)) // a dial that took so long to fail
	same(t, ok, true)
	same(t, wait, 50*time.Millisecond)
	_, ok = again.next(start.Add(time.Second))
	same(t, ok, false)
}

func TestTheConnectionMayBeEncrypted(t *testing.T) {
	option, authorities := certified(t)
	address := serve(t, "tcp", "127.0.0.1:0", []grpc.ServerOption{option}, finished).String()
	env := map[string]string{"STYCH_ADDRESS": address, "STYCH_TOKEN": "secret"}
	for _, insufficient := range []string{"", "on"} {
		env["STYCH_TLS"] = insufficient
		code, stderr := played(t, env, Config{})
		same(t, code, 3)
		contains(t, stderr, "stych: the connection failed: ")
	}
	env["STYCH_TLS"] = authorities
	code, _ := played(t, env, Config{})
	same(t, code, 0)
}

func TestNoProxyIsAsked(t *testing.T) {
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	asked := make(chan bool)
	go func() {
		connection, err := proxy.Accept()
		if err == nil {
			connection.Close()
		}
		asked <- err == nil
	}()
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY"} {
		t.Setenv(name, "http://"+proxy.Addr().String())
	}
	// Not a loopback address: for those Go uses no proxy anyway.
	env := map[string]string{"STYCH_ADDRESS": "referee.invalid:1", "STYCH_TOKEN": "secret"}
	code, _ := played(t, env, Config{})
	same(t, code, 3)
	proxy.Close()
	same(t, <-asked, false)
}
