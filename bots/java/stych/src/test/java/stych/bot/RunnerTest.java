package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stych.bot.FakeReferee.Script;
import stych.v1.Referee.Answer;
import stych.v1.Referee.Answers;
import stych.v1.Referee.Decision;
import stych.v1.Referee.Goodbye;
import stych.v1.Referee.GoodbyeReason;
import stych.v1.Referee.Hello;
import stych.v1.Referee.MatchStart;
import stych.v1.Referee.PlayRequest;
import stych.v1.Referee.PlayResponse;
import stych.v1.Referee.Welcome;

/** A runner in this process, with a referee at the other end of a connection. */
final class RunnerTest {
  private static final Runner LAST =
      new Runner().play(Game.FOX, (observation, legal, random) -> legal.size() - 1);

  private static final Hello HELLO =
      Hello.newBuilder()
          .setProtocolVersion(1)
          .setSdk("stych-java 0.1.0")
          .addGames("fox")
          .setDecisionsAtOnce(1)
          .build();

  private static final PlayResponse FINISHED = goodbye(GoodbyeReason.GOODBYE_REASON_FINISHED);

  private static final String ENDED =
      "stych: the connection failed: the stream ended without a goodbye";

  private static final Status GONE = Status.UNAVAILABLE.withDescription("gone");

  private static final Map<String, String> NOTHING_MORE = Map.of();

  @TempDir private Path folder;

  /** The exit code that the runner returned, and the lines that it wrote to standard error. */
  private record Done(int code, List<String> said) {}

  /** A response with the Welcome, the start of a match, and its first decision. */
  private static PlayResponse asks(int decision) {
    return PlayResponse.newBuilder()
        .setWelcome(Welcome.getDefaultInstance())
        .addStarts(MatchStart.newBuilder().setMatch(decision).setGame("fox"))
        .addDecisions(
            Decision.newBuilder()
                .setDecision(decision)
                .setMatch(decision)
                .addAllLegalActions(List.of(8, 9)))
        .build();
  }

  private static PlayResponse goodbye(GoodbyeReason reason) {
    return PlayResponse.newBuilder()
        .setGoodbye(Goodbye.newBuilder().setReason(reason).setText("that was all"))
        .build();
  }

  private static PlayRequest says(Hello hello) {
    return PlayRequest.newBuilder().setHello(hello).build();
  }

  private static PlayRequest answers(int decision) {
    Answer answer = Answer.newBuilder().setDecision(decision).setChoice(1).build();
    return PlayRequest.newBuilder().setAnswers(Answers.newBuilder().addAnswers(answer)).build();
  }

  private static Script script(Status end, PlayResponse... responses) {
    return new Script(end, List.of(responses));
  }

  private Path socket() {
    return folder.resolve("referee.sock");
  }

  private FakeReferee referee(Script... scripts) throws IOException {
    SocketAddress address = UnixDomainSocketAddress.of(socket());
    return new FakeReferee(address, InsecureServerCredentials.create(), scripts);
  }

  private Done run(Runner runner, Map<String, String> more) {
    return run(runner, more, () -> {});
  }

  /** What happens when the runner has written its first line to standard error. */
  @FunctionalInterface
  private interface Afterwards {
    void happen() throws IOException;
  }

  private Done run(Runner runner, Map<String, String> more, Afterwards afterwards) {
    Map<String, String> variables = new HashMap<>();
    variables.put("STYCH_ADDRESS", "unix:" + socket());
    variables.put("STYCH_TOKEN", "secret");
    variables.putAll(more);
    PrintStream error = System.err;
    Heard heard = new Heard(afterwards);
    System.setErr(new PrintStream(heard, true, StandardCharsets.UTF_8));
    try {
      int code = runner.play(variables);
      return new Done(code, heard.toString(StandardCharsets.UTF_8).lines().toList());
    } finally {
      System.setErr(error);
    }
  }

  /** Records what is written, and calls a function after the first line. */
  private static final class Heard extends ByteArrayOutputStream {
    private final Afterwards afterwards;
    private boolean happened;

    Heard(Afterwards afterwards) {
      this.afterwards = afterwards;
    }

    @Override
    public void flush() throws IOException {
      if (!happened && toString(StandardCharsets.UTF_8).endsWith("\n")) {
        happened = true;
        afterwards.happen();
      }
    }
  }

  private Done run(Runner runner) {
    return run(runner, NOTHING_MORE);
  }

  @Test
  void playsUntilTheGoodbye() throws Exception {
    try (FakeReferee referee = referee(script(Status.OK, asks(5), FINISHED))) {
      assertEquals(new Done(0, List.of("stych: goodbye: that was all")), run(LAST));
      assertEquals(List.of("Bearer secret"), new ArrayList<>(referee.tokens));
      assertEquals(List.of(says(HELLO), answers(5)), new ArrayList<>(referee.heard));
    }
  }

  @Test
  void saysWhoItIsAndWhatItCan() throws Exception {
    Runner all = new Runner().playAll((observation, legal, random) -> 0).atOnce(64).neverTalks();
    Hello hello =
        HELLO.toBuilder()
            .setBotName("anna")
            .setBotVersion("2.0")
            .clearGames()
            .addAllGames(List.of("fox", "the-game", "nase-hra", "korist"))
            .setDecisionsAtOnce(64)
            .setNeverTalks(true)
            .build();
    try (FakeReferee referee = referee(script(Status.OK, FINISHED))) {
      run(all, Map.of("STYCH_BOT_NAME", "anna", "STYCH_BOT_VERSION", "2.0"));
      assertEquals(List.of(says(hello)), new ArrayList<>(referee.heard));
    }
  }

  @ParameterizedTest
  @EnumSource(value = GoodbyeReason.class, mode = EnumSource.Mode.EXCLUDE, names = "UNRECOGNIZED")
  void exitsAsTheGoodbyeSays(GoodbyeReason reason) throws Exception {
    boolean peaceful =
        reason == GoodbyeReason.GOODBYE_REASON_FINISHED
            || reason == GoodbyeReason.GOODBYE_REASON_STOPPED;
    try (FakeReferee referee = referee(script(Status.OK, goodbye(reason)))) {
      Done done = new Done(peaceful ? 0 : 3, List.of("stych: goodbye: that was all"));
      assertEquals(done, run(LAST));
      assertEquals(1, referee.heard.size());
    }
  }

  @Test
  void missesTheGoodbye() throws Exception {
    try (FakeReferee referee = referee(script(Status.OK, asks(5)))) {
      assertEquals(new Done(3, List.of(ENDED)), run(LAST));
      assertEquals(says(HELLO), referee.heard.peek());
    }
  }

  @Test
  void saysHowAConnectionFailed() throws Exception {
    try (FakeReferee referee = referee(script(GONE))) {
      String said = "stych: the connection failed: gone (UNAVAILABLE)";
      assertEquals(new Done(3, List.of(said)), run(LAST));
      assertEquals(1, referee.heard.size());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED", "INVALID_ARGUMENT"})
  void doesNotDialAgainAfterARefusal(Status.Code code) throws Exception {
    Status status = code.toStatus().withDescription("not you");
    String said = "stych: the referee refused the bot: not you (" + code + ")";
    for (Map<String, String> more : List.of(Map.of("STYCH_RECONNECT", "60"), NOTHING_MORE)) {
      try (FakeReferee referee = referee(script(status))) {
        assertEquals(new Done(3, List.of(said)), run(LAST, more));
        assertEquals(1, referee.heard.size());
      }
    }
    try (FakeReferee referee = referee(script(Status.OK, asks(5)), script(status))) {
      List<String> lines = List.of(ENDED + "; dialling again", said);
      assertEquals(new Done(3, lines), run(LAST, Map.of("STYCH_RECONNECT", "60")));
      assertEquals(2, referee.tokens.size());
    }
  }

  @Test
  void mayBeStartedBeforeItsReferee() throws Exception {
    List<FakeReferee> opened = new ArrayList<>();
    try {
      Done done =
          run(
              LAST,
              Map.of("STYCH_RECONNECT", "60"),
              () -> opened.add(referee(script(GONE), script(Status.OK, asks(5), FINISHED))));
      assertEquals(0, done.code());
      assertTrue(done.said().get(0).endsWith("; dialling again"), done.said()::toString);
      assertEquals("stych: goodbye: that was all", done.said().get(1));
      assertEquals(2, done.said().size());
      assertEquals(2, opened.get(0).tokens.size());
    } finally {
      opened.forEach(FakeReferee::close);
    }
  }

  @Test
  void dialsAgainAndForgetsWhatWasPlayed() throws Exception {
    List<Match> made = new ArrayList<>();
    Runner runner =
        new Runner()
            .play(
                Game.FOX,
                match -> {
                  made.add(match);
                  return new LastBot(match);
                });
    Script lost = script(GONE, asks(5));
    Script ended = script(Status.OK);
    Script found = script(Status.OK, asks(6), FINISHED);
    try (FakeReferee referee = referee(lost, ended, found)) {
      Done done = run(runner, Map.of("STYCH_RECONNECT", "60"));
      assertEquals(0, done.code());
      assertEquals(
          List.of(
              "stych: the connection failed: gone (UNAVAILABLE); dialling again",
              "stych: goodbye: that was all"),
          done.said());
      assertEquals(List.of(5, 6), made.stream().map(Match::number).toList());
      assertEquals(List.of("Bearer secret"), referee.tokens.stream().distinct().toList());
      assertEquals(3, referee.tokens.size());
      assertTrue(referee.heard.contains(answers(6)));
    }
  }

  private static final class LastBot extends Bot<Object> {
    LastBot(Match match) {
      super(match);
    }

    @Override
    protected int choose(Object observation, List<Integer> legal) {
      return legal.size() - 1;
    }
  }

  @Test
  void givesUpInTheEnd() {
    Done done = run(LAST, Map.of("STYCH_RECONNECT", "0.2"));
    assertEquals(3, done.code());
    int lines = done.said().size();
    assertTrue(lines <= 2, done.said()::toString);
    assertTrue(
        lines == 1 || done.said().get(0).endsWith("; dialling again"), done.said()::toString);
    String last = done.said().get(lines - 1);
    assertTrue(last.startsWith("stych: the connection failed: "), last);
    assertTrue(last.endsWith("referee.sock (UNAVAILABLE)"), last);
  }

  @Test
  void endsWithTheTraceOfAnErrorInTheBot() throws Exception {
    Runner broken =
        new Runner()
            .play(
                Game.FOX,
                (observation, legal, random) -> {
                  throw new ArithmeticException("no such card");
                });
    try (FakeReferee referee = referee(script(Status.OK, asks(5), FINISHED))) {
      Done done = run(broken);
      assertEquals(1, done.code());
      assertEquals("java.lang.ArithmeticException: no such card", done.said().get(0));
      assertTrue(done.said().get(1).contains("RunnerTest"), done.said().get(1));
      assertEquals(1, referee.heard.size());
    }
  }

  @Test
  void saysWhatABadIndexWas() throws Exception {
    Runner wrong = new Runner().play(Game.FOX, (observation, legal, random) -> 2);
    try (FakeReferee referee = referee(script(Status.OK, asks(5), FINISHED))) {
      Done done = run(wrong);
      assertEquals(0, done.code());
      assertEquals("match 5: choose returned 2; there were 2 legal actions", done.said().get(0));
      assertEquals(2, referee.heard.size());
    }
  }

  @Test
  void needsAReferee() {
    Done done = run(LAST, Map.of("STYCH_TOKEN", ""));
    assertEquals(2, done.code());
    assertEquals(1, done.said().size());
    assertTrue(done.said().get(0).startsWith("STYCH_ADDRESS and STYCH_TOKEN are not set"));
  }

  @Test
  void dialsAPort() throws Exception {
    SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (FakeReferee referee =
        new FakeReferee(
            address, InsecureServerCredentials.create(), script(Status.OK, asks(5), FINISHED))) {
      String target = "127.0.0.1:" + referee.port();
      assertEquals(0, run(LAST, Map.of("STYCH_ADDRESS", target)).code());
      assertEquals(2, referee.heard.size());
    }
  }

  @Test
  void trustsTheAuthoritiesInAFile() throws Exception {
    Certificate ours = Certificate.make(folder.resolve("ours"));
    Certificate other = Certificate.make(folder.resolve("other"));
    SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (FakeReferee referee =
        new FakeReferee(
            address,
            TlsServerCredentials.newBuilder().keyManager(ours.keyManagers()).build(),
            script(Status.OK, asks(5), FINISHED))) {
      String target = "localhost:" + referee.port();
      Done refused =
          run(LAST, Map.of("STYCH_ADDRESS", target, "STYCH_TLS", other.pem().toString()));
      assertEquals(3, refused.code());
      assertEquals(0, referee.heard.size());
      Done done = run(LAST, Map.of("STYCH_ADDRESS", target, "STYCH_TLS", ours.pem().toString()));
      assertEquals(new Done(0, List.of("stych: goodbye: that was all")), done);
    }
  }

  @Test
  void refusesAnAddressThatIsNone() {
    Done done = run(LAST, Map.of("STYCH_ADDRESS", "http://127.0.0.1:80"));
    assertEquals(2, done.code());
    assertEquals(1, done.said().size());
    assertTrue(
        done.said().get(0).startsWith("STYCH_ADDRESS is 'http://127.0.0.1:80', which cannot be"));
  }
}
