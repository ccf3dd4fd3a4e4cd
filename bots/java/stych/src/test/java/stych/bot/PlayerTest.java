package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stych.v1.Fox.FoxObservation;
import stych.v1.Fox.FoxOptions;
import stych.v1.Fox.FoxPrivate;
import stych.v1.Referee.Answer;
import stych.v1.Referee.Answers;
import stych.v1.Referee.Clock;
import stych.v1.Referee.DealOpening;
import stych.v1.Referee.Decision;
import stych.v1.Referee.Fault;
import stych.v1.Referee.GameData;
import stych.v1.Referee.Goodbye;
import stych.v1.Referee.MatchOver;
import stych.v1.Referee.MatchStart;
import stych.v1.Referee.PlayResponse;
import stych.v1.Referee.Welcome;

/** Messages in, answers out. */
final class PlayerTest {
  private final List<String> diary = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** Takes the first legal action and writes down all that happens to it. */
  private final class Diarist extends Bot<Message> {
    Diarist(Match match) {
      super(match);
      note("starts" + (match.resumed() ? " again" : ""));
    }

    @Override
    protected int choose(Message observation, List<Integer> legal) {
      note("chooses from %s after %s with %d ms".formatted(legal, events(), bankMs()));
      return 0;
    }

    @Override
    protected void over(Result result) {
      note("is over after %s: %s".formatted(events(), result));
    }

    private void note(String text) {
      diary.add("match %d %s".formatted(match().number(), text));
    }
  }

  private Player player(Function<Match, ? extends Bot<? super FoxObservation>> make) {
    return new Player(Map.of("fox", new Player.Maker<>(Game.FOX, make)), complaints::add);
  }

  private Player choosing(Choose<? super FoxObservation> choose) {
    return new Player(new Runner().play(Game.FOX, choose).makers(), complaints::add);
  }

  private static MatchStart.Builder start(int match) {
    return MatchStart.newBuilder().setMatch(match).setGame("fox").setSeats(2);
  }

  private static Decision.Builder decision(long number, int match) {
    return Decision.newBuilder()
        .setDecision(number)
        .setMatch(match)
        .setFox(FoxObservation.getDefaultInstance())
        .addAllLegalActions(List.of(4, 5, 6));
  }

  private static PlayResponse starts(MatchStart.Builder... starts) {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    for (MatchStart.Builder start : starts) {
      response.addStarts(start);
    }
    return response.build();
  }

  private static List<Integer> answered(Player player, Decision.Builder... decisions) {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    for (Decision.Builder decision : decisions) {
      response.addDecisions(decision);
    }
    Answers answers = player.take(response.build()).orElseThrow();
    return answers.getAnswersList().stream().map(Answer::getChoice).toList();
  }

  @Test
  void takesAllOfAResponseInTheOrderOfItsFields() {
    MatchOver over =
        MatchOver.newBuilder()
            .setMatch(1)
            .addAllPlaces(List.of(2, 1))
            .addAllPoints(List.of(-3, 9))
            .addFaults(Fault.newBuilder().setSeat(0))
            .addEvents(8)
            .build();
    PlayResponse response =
        PlayResponse.newBuilder()
            .addOvers(over)
            .addDecisions(decision(12, 2).addEvents(34).setBankLeftMs(700))
            .addDecisions(decision(11, 1))
            .addStarts(start(1))
            .addStarts(start(2))
            .addOpenings(DealOpening.newBuilder().setMatch(3))
            .setGoodbye(Goodbye.getDefaultInstance())
            .build();
    Answers answers =
        Answers.newBuilder()
            .addAnswers(Answer.newBuilder().setDecision(12))
            .addAnswers(Answer.newBuilder().setDecision(11))
            .build();
    assertEquals(Optional.of(answers), player(Diarist::new).take(response));
    assertEquals(
        List.of(
            "match 1 starts",
            "match 2 starts",
            "match 2 chooses from [4, 5, 6] after"
                + " [Event[kind=2, seat=1, a=0, b=0, c=0]] with 700 ms",
            "match 1 chooses from [4, 5, 6] after [] with 0 ms",
            "match 1 is over after [Event[kind=8, seat=0, a=0, b=0, c=0]]:"
                + " Result[places=[2, 1], points=[-3, 9], faults=[0]]"),
        diary);
    assertEquals(List.of(), complaints);
  }

  @Test
  void saysNothingWhenThereIsNothingToDecide() {
    List<PlayResponse.Builder> responses =
        List.of(
            PlayResponse.newBuilder(),
            PlayResponse.newBuilder().setWelcome(Welcome.getDefaultInstance()),
            PlayResponse.newBuilder().addStarts(start(1)),
            PlayResponse.newBuilder().addOvers(MatchOver.newBuilder().setMatch(99)),
            PlayResponse.newBuilder().addOpenings(DealOpening.newBuilder().setMatch(99)),
            PlayResponse.newBuilder().setGoodbye(Goodbye.getDefaultInstance()));
    for (PlayResponse.Builder response : responses) {
      assertEquals(Optional.empty(), player(Diarist::new).take(response.build()));
    }
  }

  @Test
  void forgetsAMatchThatIsOver() {
    Player player = player(Diarist::new);
    PlayResponse over =
        PlayResponse.newBuilder().addOvers(MatchOver.newBuilder().setMatch(1)).build();
    player.take(starts(start(1)));
    player.take(over);
    player.take(over);
    assertEquals(2, diary.size());
    Throwable wrong =
        assertThrows(IllegalStateException.class, () -> answered(player, decision(1, 1)));
    assertEquals("the referee asked in match 1, which is not under way", wrong.getMessage());
  }

  @Test
  void makesANewBotForAMatchThatIsResumed() {
    Player player = player(Diarist::new);
    player.take(starts(start(1)));
    player.take(starts(start(1).setResumed(true)));
    assertEquals(List.of("match 1 starts", "match 1 starts again"), diary);
  }

  @Test
  void givesEachMatchABotOfItsOwn() {
    final class Counting extends Bot<Message> {
      private int count;

      Counting(Match match) {
        super(match);
      }

      @Override
      protected int choose(Message observation, List<Integer> legal) {
        return count++;
      }
    }

    Player player = player(Counting::new);
    player.take(starts(start(1), start(2)));
    assertEquals(
        List.of(0, 1, 0, 2, 1),
        answered(
            player,
            decision(1, 1),
            decision(2, 1),
            decision(3, 2),
            decision(4, 1),
            decision(5, 2)));
  }

  @Test
  void tellsABotWhatIsKnownOfItsMatch() {
    List<Match> known = new ArrayList<>();
    Player player =
        player(
            match -> {
              known.add(match);
              return new Diarist(match);
            });
    FoxOptions options = FoxOptions.newBuilder().setTarget(35).build();
    Clock clock = Clock.newBuilder().setDecisionMs(100).setBankMs(2000).setGraceMs(30).build();
    player.take(starts(start(7).setSeat(1).setBotSeed(-1).setFox(options).setClock(clock)));
    assertEquals(List.of(new Match(7, "fox", options, 1, 2, -1, 100, 2000, false)), known);
  }

  @Test
  void handsOverTheMessageOfTheGame() {
    FoxObservation observation =
        FoxObservation.newBuilder().setPrivateView(FoxPrivate.newBuilder().addHand(3)).build();
    List<FoxObservation> seen = new ArrayList<>();
    Player player =
        choosing(
            (given, legal, random) -> {
              seen.add(given);
              return legal.size() - 1;
            });
    player.take(starts(start(1)));
    assertEquals(List.of(2), answered(player, decision(1, 1).setFox(observation)));
    assertEquals(List.of(observation), seen);
  }

  @Test
  void handsOverTheDataOfAGameThatTheProtocolHasNoMessageFor() {
    GameData json = GameData.newBuilder().setJson("{\"hand\":[3,4]}").build();
    GameData message =
        GameData.newBuilder()
            .setType("hearts.v1.HeartsObservation")
            .setData(ByteString.copyFrom(new byte[] {10, 2, 3, 4}))
            .build();
    GameData options = GameData.newBuilder().setJson("{\"players\":4}").build();
    for (GameData given : List.of(json, message)) {
      List<Message> told = new ArrayList<>();
      final class Hearts extends Bot<GameData> {
        Hearts(Match match) {
          super(match);
        }

        @Override
        protected int choose(GameData observation, List<Integer> legal) {
          told.addAll(List.of(match().options(), observation));
          return 1;
        }
      }

      Runner runner = new Runner().play(Game.other("hearts"), Hearts::new);
      assertEquals(Set.of("hearts"), runner.makers().keySet());
      Player player = new Player(runner.makers(), complaints::add);
      player.take(starts(start(1).setGame("hearts").setOther(options)));
      assertEquals(List.of(1), answered(player, decision(1, 1).setOther(given)));
      assertEquals(List.of(options, given), told);
    }
  }

  @Test
  void drawsTheSameRandomNumbersFromTheSameSeed() {
    assertEquals(choices(5, 1), choices(5, 2));
    assertNotEquals(choices(5, 1), choices(6, 1));
  }

  /** The choices in a match, with another match going on beside it. */
  private List<Integer> choices(long seed, long other) {
    Player player = choosing((observation, legal, random) -> random.nextInt(1000));
    player.take(starts(start(1).setBotSeed(seed), start(2).setBotSeed(other)));
    return IntStream.range(0, 10)
        .mapToObj(number -> answered(player, decision(number, 1), decision(number, 2)).get(0))
        .toList();
  }

  @Test
  void sendsABadIndexAllTheSameAndSaysSo() {
    Player player = choosing((observation, legal, random) -> 3);
    player.take(starts(start(1)));
    assertEquals(List.of(3), answered(player, decision(1, 1)));
    assertEquals(List.of("match 1: choose returned 3; there were 3 legal actions"), complaints);
  }

  @Test
  void sendsANegativeIndexAsTheLargestNumber() {
    Player player = choosing((observation, legal, random) -> -7);
    player.take(starts(start(1)));
    List<Integer> choices = answered(player, decision(1, 1));
    assertEquals("4294967295", Integer.toUnsignedString(choices.get(0)));
    assertEquals(List.of("match 1: choose returned -7; there were 3 legal actions"), complaints);
  }

  @Test
  void refusesAGameThatTheBotDoesNotPlay() {
    Player player = player(Diarist::new);
    Throwable wrong =
        assertThrows(
            IllegalStateException.class, () -> player.take(starts(start(1).setGame("whist"))));
    assertEquals("the referee started a match of whist; this bot plays fox", wrong.getMessage());
  }

  @Test
  void letsAnErrorInTheBotThrough() {
    Player player =
        choosing(
            (observation, legal, random) -> {
              throw new ArithmeticException("no such card");
            });
    player.take(starts(start(1)));
    assertThrows(ArithmeticException.class, () -> answered(player, decision(1, 1)));
  }
}
