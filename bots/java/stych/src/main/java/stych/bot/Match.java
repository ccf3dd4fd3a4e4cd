package stych.bot;

import com.google.protobuf.Message;
import stych.v1.Referee.MatchStart;

/**
 * What is known of a match at its start.
 *
 * @param number by which this stream names the match
 * @param game the game's id, such as "fox"
 * @param options the game's options message, such as {@code FoxOptions}, or a {@code GameData}
 * @param seat the bot's seat, from 0
 * @param seats how many seats there are
 * @param seed the bot's own; it tells nothing about the cards
 * @param decisionMs milliseconds that each decision has for itself
 * @param bankMs milliseconds for the whole match, used when a decision takes longer
 * @param resumed the match is already under way: this process was started anew or connected again
 */
public record Match(
    int number,
    String game,
    Message options,
    int seat,
    int seats,
    long seed,
    int decisionMs,
    int bankMs,
    boolean resumed) {

  static Match of(MatchStart start, Game<?> game) {
    return new Match(
        start.getMatch(),
        start.getGame(),
        game.options(start),
        start.getSeat(),
        start.getSeats(),
        start.getBotSeed(),
        start.getClock().getDecisionMs(),
        start.getClock().getBankMs(),
        start.getResumed());
  }
}
