import java.util.List;
import java.util.Random;
import stych.v1.AGame.AGameObservation;

/**
 * The policy of the game a-game chooses any legal action, all with the same probability. Write your
 * own rules here. The game's documentation says what a seat sees, and what the numbers of actions
 * mean.
 */
final class AGame {
  private AGame() {}

  /** Returns an index into the legal actions, of which there are at least two. */
  static int choose(AGameObservation seen, List<Integer> legal, Random random) {
    return random.nextInt(legal.size());
  }
}
