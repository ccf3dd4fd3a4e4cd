package stych.bot;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Supplier;
import stych.v1.Referee.Answers;
import stych.v1.Referee.Goodbye;
import stych.v1.Referee.Hello;
import stych.v1.Referee.PlayRequest;
import stych.v1.Referee.PlayResponse;
import stych.v1.RefereeServiceGrpc;

/** Connects, sends the Hello, and hands every message to the player, until a goodbye. */
final class Session {
  private static final int PEACEFUL = 0;
  private static final int NOT_PEACEFUL = 3;
  // With one of these codes the referee refuses the bot, and would refuse it again.
  private static final Set<Status.Code> REFUSALS =
      EnumSet.of(
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNIMPLEMENTED,
          Status.Code.INVALID_ARGUMENT);
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Environment environment;
  private final Hello hello;
  private final Supplier<Player> players;
  private final Consumer<String> say;

  /**
   * Makes a session, without a connection yet.
   *
   * @param players makes a player for each stream: the matches of a lost stream are started again
   * @param say called with sentences for the bot's author
   */
  Session(Environment environment, Hello hello, Supplier<Player> players, Consumer<String> say) {
    this.environment = environment;
    this.hello = hello;
    this.players = players;
    this.say = say;
  }

  /** Plays until the goodbye or until it gives up; returns the program's exit code. */
  int play() throws Environment.Unusable, InterruptedException {
    Redial redial = new Redial(environment.reconnect(), System::nanoTime);
    while (true) {
      String trouble;
      try {
        Optional<Goodbye> goodbye = converse(redial);
        if (goodbye.isPresent()) {
          return part(goodbye.get());
        }
        trouble = "the connection failed: the stream ended without a goodbye";
      } catch (StatusException failed) {
        if (REFUSALS.contains(failed.getStatus().getCode())) {
          say.accept("the referee refused the bot: " + words(failed.getStatus()));
          return NOT_PEACEFUL;
        }
        trouble = "the connection failed: " + words(failed.getStatus());
      }
      boolean fresh = redial.isFresh();
      Optional<Duration> pause = redial.pause();
      if (pause.isEmpty()) {
        say.accept(trouble);
        return NOT_PEACEFUL;
      }
      if (fresh) {
        say.accept(trouble + "; dialling again");
      }
      Thread.sleep(pause.get().toMillis());
    }
  }

  /** Plays on one stream; returns the goodbye at its end, if there was one. */
  private Optional<Goodbye> converse(Redial redial)
      throws StatusException, Environment.Unusable, InterruptedException {
    ManagedChannel channel = Dialling.dial(environment);
    try {
      BlockingClientCall<PlayRequest, PlayResponse> stream =
          RefereeServiceGrpc.newBlockingV2Stub(channel)
              .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(authorization()))
              .play();
      stream.write(PlayRequest.newBuilder().setHello(hello).build());
      Player player = players.get();
      PlayResponse response;
      while ((response = stream.read()) != null) {
        if (response.hasWelcome()) {
          redial.connected();
        }
        Optional<Answers> answers = player.take(response);
        if (answers.isPresent()) {
          stream.write(PlayRequest.newBuilder().setAnswers(answers.get()).build());
        }
        if (response.hasGoodbye()) {
          return Optional.of(response.getGoodbye());
        }
      }
      return Optional.empty();
    } finally {
      channel.shutdownNow();
    }
  }

  private Metadata authorization() {
    Metadata metadata = new Metadata();
    metadata.put(AUTHORIZATION, "Bearer " + environment.token());
    return metadata;
  }

  private int part(Goodbye goodbye) {
    say.accept("goodbye: " + goodbye.getText());
    return switch (goodbye.getReason()) {
      case GOODBYE_REASON_FINISHED, GOODBYE_REASON_STOPPED -> PEACEFUL;
      default -> NOT_PEACEFUL;
    };
  }

  private static String words(Status status) {
    StringJoiner text = new StringJoiner(": ");
    Optional.ofNullable(status.getDescription()).ifPresent(text::add);
    Optional.ofNullable(status.getCause()).map(Throwable::getMessage).ifPresent(text::add);
    return text.length() == 0
        ? status.getCode().name()
        : "%s (%s)".formatted(text, status.getCode());
  }
}
