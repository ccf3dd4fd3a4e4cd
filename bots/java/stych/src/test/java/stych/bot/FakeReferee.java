package stych.bot;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import stych.v1.Referee.PlayRequest;
import stych.v1.Referee.PlayResponse;
import stych.v1.RefereeServiceGrpc.RefereeServiceImplBase;

/** Follows a script on each stream, and records the authorizations and requests of the bot. */
final class FakeReferee extends RefereeServiceImplBase implements AutoCloseable {
  /** A stream: a response for each request, and how it ends after the last. */
  record Script(Status end, List<PlayResponse> responses) {}

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  final Queue<PlayRequest> heard = new ConcurrentLinkedQueue<>();
  final Queue<String> tokens = new ConcurrentLinkedQueue<>();
  private final Queue<Script> scripts;
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Server server;

  FakeReferee(SocketAddress address, ServerCredentials credentials, Script... scripts)
      throws IOException {
    this.scripts = new ConcurrentLinkedQueue<>(List.of(scripts));
    Class<? extends ServerChannel> channel =
        address instanceof UnixDomainSocketAddress
            ? NioServerDomainSocketChannel.class
            : NioServerSocketChannel.class;
    server =
        NettyServerBuilder.forAddress(address, credentials)
            .channelType(channel)
            .bossEventLoopGroup(group)
            .workerEventLoopGroup(group)
            .addService(this)
            .intercept(new TokenRecorder())
            .build()
            .start();
  }

  int port() {
    return server.getPort();
  }

  @Override
  public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> bot) {
    Script script = scripts.remove();
    return new Stream(script.end(), new ConcurrentLinkedQueue<>(script.responses()), bot);
  }

  @Override
  public void close() {
    server.shutdownNow();
    group.shutdownGracefully();
  }

  private final class TokenRecorder implements ServerInterceptor {
    @Override
    public <Q, S> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, S> call, Metadata metadata, ServerCallHandler<Q, S> next) {
      tokens.add(metadata.get(AUTHORIZATION));
      return next.startCall(call, metadata);
    }
  }

  private final class Stream implements StreamObserver<PlayRequest> {
    private final Status end;
    private final Queue<PlayResponse> responses;
    private final StreamObserver<PlayResponse> bot;

    Stream(Status end, Queue<PlayResponse> responses, StreamObserver<PlayResponse> bot) {
      this.end = end;
      this.responses = responses;
      this.bot = bot;
    }

    @Override
    public void onNext(PlayRequest request) {
      heard.add(request);
      if (!responses.isEmpty()) {
        bot.onNext(responses.remove());
      }
      if (responses.isEmpty() && end.isOk()) {
        bot.onCompleted();
      } else if (responses.isEmpty()) {
        bot.onError(end.asRuntimeException());
      }
    }

    @Override
    public void onError(Throwable gone) {
      // The bot has left, as it does after a goodbye.
    }

    @Override
    public void onCompleted() {
      // The SDK does not half-close its side of a stream.
    }
  }
}
