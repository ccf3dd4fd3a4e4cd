package stych

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"stych.local/stych/stychv1"
)

// mostBytes is the size of the largest message from the referee that is read: large batches of long
// observations may have more than the 4 MiB that gRPC takes by default.
const mostBytes = 64 << 20

const (
	keepaliveTime    = 20 * time.Second
	keepaliveTimeout = 10 * time.Second
)

// errLost is wrapped by the errors after which the bot may dial again.
var errLost = errors.New("the connection failed")

// errAddress is the error for an address that gRPC cannot read.
var errAddress = errors.New("STYCH_ADDRESS must be a gRPC target, such as unix:/path/to/socket")

// connection plays on one stream after another, for as long as again allows to dial again.
type connection[O proto.Message] struct {
	env    environment
	hello  *stychv1.Hello
	newBot func(*Match) Bot[O]
	stderr io.Writer
	log    *log.Logger
	again  redial
}

// play returns the referee's goodbye, or an error if the bot was refused or gave up after a loss, if
// the address is no gRPC target, or if player.take returned an error.
func (c *connection[O]) play() (*stychv1.Goodbye, error) {
	for {
		goodbye, err := c.stream()
		if !errors.Is(err, errLost) {
			return goodbye, err
		}
		first := c.again.wait == 0
		wait, ok := c.again.next(time.Now())
		if !ok {
			return nil, err
		}
		if first {
			c.log.Printf("%v; dialling again", err)
		}
		time.Sleep(wait)
	}
}

func (c *connection[O]) stream() (*stychv1.Goodbye, error) {
	channel, err := grpc.NewClient(c.env.address, dialOptions(c.env)...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAddress, err)
	}
	defer channel.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.env.token)
	stream, err := stychv1.NewRefereeServiceClient(channel).Play(ctx)
	if err != nil {
		return nil, ended(err)
	}
	send(stream, &stychv1.PlayRequest{Message: &stychv1.PlayRequest_Hello{Hello: c.hello}})
	return c.converse(stream)
}

func dialOptions(env environment) []grpc.DialOption {
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(env.security),
		grpc.WithNoProxy(),
		// An attempt to connect may hang for longestWait; gRPC's default is 20 seconds.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.DefaultConfig, MinConnectTimeout: longestWait,
		}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostBytes)),
	}
	if env.reconnect > 0 {
		// Pings find out that a connection died without notice, so that the bot dials again.
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: keepaliveTime, Timeout: keepaliveTimeout,
		}))
	}
	return options
}

type playStream = grpc.BidiStreamingClient[stychv1.PlayRequest, stychv1.PlayResponse]

// send ignores errors: Recv returns the error that ended the stream, after all messages that came
// before it. A goodbye may be one of them.
func send(stream playStream, request *stychv1.PlayRequest) {
	_ = stream.Send(request)
}

func (c *connection[O]) converse(stream playStream) (*stychv1.Goodbye, error) {
	player := newPlayer(c.newBot, c.stderr)
	for {
		response, err := stream.Recv()
		if err != nil {
			return nil, ended(err)
		}
		if response.GetWelcome() != nil {
			c.again = redial{limit: c.env.reconnect}
		}
		answers, err := player.take(response)
		if err != nil {
			return nil, err
		}
		if answers != nil {
			send(stream, &stychv1.PlayRequest{Message: &stychv1.PlayRequest_Answers{Answers: answers}})
		}
		if goodbye := response.GetGoodbye(); goodbye != nil {
			return goodbye, nil
		}
	}
}

// ended is the error for a stream that could not be opened, or ended without a goodbye; err is what
// gRPC returned. The result wraps errLost unless the referee refused the bot.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: the stream ended without a goodbye", errLost)
	}
	words := describe(status.Convert(err))
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented, codes.InvalidArgument:
		return fmt.Errorf("the referee refused the bot: %s", words)
	}
	return fmt.Errorf("%w: %s", errLost, words)
}

func describe(why *status.Status) string {
	name := code.Code(why.Code()).String()
	if why.Message() == "" {
		return name
	}
	return fmt.Sprintf("%s (%s)", why.Message(), name)
}

const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
)

// redial says when to dial again after a connection failed or was lost.
type redial struct {
	limit time.Duration
	// until is the time at which to give up; zero while the connection stands.
	until time.Time
	// wait is the last pause, before it was cut to the limit; zero before the first pause.
	wait time.Duration
}

// next returns how long to wait before dialling again; false once the limit is reached.
func (r *redial) next(now time.Time) (time.Duration, bool) {
	if r.until.IsZero() {
		r.until = now.Add(r.limit)
	}
	left := r.until.Sub(now)
	if left <= 0 {
		return 0, false
	}
	r.wait = min(max(2*r.wait, firstWait), longestWait)
	return min(r.wait, left), true
}
