package stych.bot;

import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import stych.v1.Referee.Answer;
import stych.v1.Referee.Answers;
import stych.v1.Referee.Decision;
import stych.v1.Referee.MatchOver;
import stych.v1.Referee.MatchStart;
import stych.v1.Referee.PlayResponse;

/** The bots of all matches of one stream: takes messages, returns answers, uses no network. */
final class Player {
  /** Makes the bots of a game. */
  record Maker<O extends Message>(Game<O> game, Function<Match, ? extends Bot<? super O>> make) {
    Seated<O> seat(MatchStart start) {
      return new Seated<>(game, make.apply(Match.of(start, game)));
    }
  }

  /** A bot in its match. */
  private record Seated<O extends Message>(Game<O> game, Bot<? super O> bot) {
    int choose(Decision decision) {
      bot.hear(decision.getEventsList());
      bot.countBank(decision.getBankLeftMs());
      return bot.choose(game.observation(decision), decision.getLegalActionsList());
    }

    void over(MatchOver over) {
      bot.hear(over.getEventsList());
      bot.over(Result.of(over));
    }
  }

  private final Map<String, Maker<?>> makers;
  private final Consumer<String> complain;
  private final Map<Integer, Seated<?>> matches = new HashMap<>();

  /**
   * Makes a player without matches, for a new stream.
   *
   * @param makers the makers of bots, by the id of the game
   * @param complain called with a sentence when a bot has returned a wrong index
   */
  Player(Map<String, Maker<?>> makers, Consumer<String> complain) {
    this.makers = makers;
    this.complain = complain;
  }

  /** The answers to the decisions in the response, if it has any. */
  Optional<Answers> take(PlayResponse response) {
    for (MatchStart start : response.getStartsList()) {
      matches.put(start.getMatch(), seat(start));
    }
    Answers.Builder answers = Answers.newBuilder();
    for (Decision decision : response.getDecisionsList()) {
      answers.addAnswers(answer(decision));
    }
    for (MatchOver over : response.getOversList()) {
      Seated<?> seated = matches.remove(over.getMatch());
      if (seated != null) {
        seated.over(over);
      }
    }
    return answers.getAnswersCount() > 0 ? Optional.of(answers.build()) : Optional.empty();
  }

  private Seated<?> seat(MatchStart start) {
    Maker<?> maker = makers.get(start.getGame());
    if (maker == null) {
      throw new IllegalStateException(
          "the referee started a match of %s; this bot plays %s"
              .formatted(start.getGame(), String.join(", ", makers.keySet())));
    }
    return maker.seat(start);
  }

  private Answer answer(Decision decision) {
    Seated<?> seated = matches.get(decision.getMatch());
    if (seated == null) {
      throw new IllegalStateException(
          "the referee asked in match %d, which is not under way".formatted(decision.getMatch()));
    }
    int index = seated.choose(decision);
    int legal = decision.getLegalActionsCount();
    if (index < 0 || index >= legal) {
      complain.accept(
          "match %d: choose returned %d; there were %d legal actions"
              .formatted(decision.getMatch(), index, legal));
    }
    // -1 is sent as 4294967295: no list of legal actions is that long.
    return Answer.newBuilder()
        .setDecision(decision.getDecision())
        .setChoice(Math.max(index, -1))
        .build();
  }
}
