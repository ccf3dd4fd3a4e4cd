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
   * Chooses one of the legal actions. It is called for each decision that is not forced. An index
   * that is out of range is a fault of the bot.
   *
   * @param observation all that the seat may know
   * @param legal the legal actions, at least two, in the game's numbering
   * @param random a generator seeded for this match: a bot that takes all its randomness from it
   *     makes the same choices in the same situations
   * @return an index into {@code legal}
   */
  int choose(O observation, List<Integer> legal, Random random);
}
