package stych.bot;

import java.util.List;
import java.util.Random;

/**
 * A bot that is one function.
 *
 * @param <O> the type of the game's observations: a message such as {@code FoxObservation}, or
 *     {@code GameData} if the protocol has no message for the game
 */
@FunctionalInterface
public interface Choose<O> {
  /**
   * Chooses one of the legal actions. It is called for each decision that the referee sends; it
   * sends none for a forced move. An index that is out of range is a fault of the bot.
   *
   * @param observation all that the seat may know
   * @param legal the legal actions, at least two, in the game's numbering
   * @param random a generator seeded from the match: a bot that takes all its random numbers from
   *     it plays the same match in the same way again
   * @return an index into {@code legal}
   */
  int choose(O observation, List<Integer> legal, Random random);
}
