package stych.bot;

import com.google.protobuf.Message;
import stych.v1.Referee.MatchStart;

/**
 * What a bot is told when a match starts.
 *
 * @param number tells the matches of one connection apart
 * @param game the game's id, such as "fox"
 * @param options the game's options message, such as {@code FoxOptions}, or a {@code GameData}
 * @param seat the bot's seat, from 0
 * @param seats how many seats there are
 * @param seed the seed of the bot's random numbers; it tells nothing about the cards
 * @param decisionMs milliseconds for each decision
 * @param bankMs milliseconds for the whole match; time beyond decisionMs is taken from them
 * @param resumed whether the match is under way already, as this process was started anew or
 *     connected again
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
