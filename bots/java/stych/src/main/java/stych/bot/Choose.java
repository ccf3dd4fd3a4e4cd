package stych.bot;

import java.util.List;
import java.util.Random;

/**
 * A bot that is one function.
 *
 * @param <O> the message of the game's observations, such as {@code FoxObservation}, or {@code
 *     GameData} in a game that the protocol has no message for
 */
@FunctionalInterface
public interface Choose<O> {
  /**
   * Decides.
   *
   * @param observation all that the seat may know
   * @param legal the legal actions, at least two, in the game's numbering
   * @param random random numbers seeded from the match: who takes all dice from them plays the same
   *     match again
   * @return an index into {@code legal}
   */
  int choose(O observation, List<Integer> legal, Random random);
}
