package stych

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"stych/stychv1"
)

// mostBytes of one message from the referee: long lists of long observations.
const mostBytes = 64 << 20

var errLost = errors.New("the connection failed")

// connection plays on one stream, and on another one when that breaks and a reconnect is allowed.
type connection[O proto.Message] struct {
	env    environment
	hello  *stychv1.Hello
	newBot func(*Match) Bot[O]
	stderr io.Writer
	log    *log.Logger
	again  redial
}

// play returns the referee's goodbye, or an error when none can come any more.
func (c *connection[O]) play() (*stychv1.Goodbye, error) {
	for {
		goodbye, err := c.stream()
		if !errors.Is(err, errLost) {
			return goodbye, err
		}
		wait, ok := c.again.next(time.Now())
		if !ok {
			return nil, err
		}
		c.log.Printf("%v; dialling again", err)
		time.Sleep(wait)
	}
}

func (c *connection[O]) stream() (*stychv1.Goodbye, error) {
	channel, err := grpc.NewClient(c.env.address,
		grpc.WithTransportCredentials(c.env.security),
		grpc.WithNoProxy(),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.DefaultConfig, MinConnectTimeout: longestWait,
		}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostBytes)))
	if err != nil {
		return nil, fmt.Errorf("STYCH_ADDRESS must be a gRPC target, such as unix:/path/to/socket: %w", err)
	}
	defer channel.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.env.token)
	stream, err := stychv1.NewRefereeServiceClient(channel).Play(ctx)
	if err != nil {
		return nil, lost(err)
	}
	send(stream, &stychv1.PlayRequest{Message: &stychv1.PlayRequest_Hello{Hello: c.hello}})
	return c.converse(stream)
}

type playStream = grpc.BidiStreamingClient[stychv1.PlayRequest, stychv1.PlayResponse]

// send leaves an error for the next Recv to tell: a goodbye may be there to be read before it.
func send(stream playStream, request *stychv1.PlayRequest) {
	_ = stream.Send(request)
}

func (c *connection[O]) converse(stream playStream) (*stychv1.Goodbye, error) {
	player := newPlayer(c.newBot, c.stderr)
	for {
		response, err := stream.Recv()
		if err != nil {
			return nil, lost(err)
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

func lost(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: the stream ended without a goodbye", errLost)
	}
	return fmt.Errorf("%w: %s", errLost, status.Convert(err).Message())
}

const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
)

// redial says when to dial again after a connection was lost.
type redial struct {
	limit time.Duration
	until time.Time
	wait  time.Duration
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
