import java.util.List;
import java.util.Random;
import stych.v1.TheGame.TheGameObservation;
import stych.v1.TheGame.TheGamePublic;

/**
 * The Game: place the card that skips the fewest numbers, and end the turn before a big jump.
 *
 * <p>Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.
 */
final class TheGame {
  /** Numbers of actions: END ends the turn; those from TALK on tell the gladness, or set flags. */
  private static final int END = 400;

  private static final int TALK = 401;

  /** A turn that may end goes on only with a card at most this far beyond the top of its row. */
  private static final int ENOUGH = 4;

  private TheGame() {}

  /** Returns an index into the legal actions, of which there are at least two. */
  static int choose(TheGameObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, action -> -cost(seen.getPublicView(), action));
  }

  /** Tells how bad the action is in comparison with the other actions of this decision. */
  private static int cost(TheGamePublic table, int action) {
    if (action >= TALK) {
      return action; // the lowest one is the gladness 0, or no flags
    }
    if (action == END) {
      return ENOUGH;
    }
    int row = action / 100;
    int up = action % 100 - table.getTops(row);
    int jump = row < 2 ? up : -up;
    // A fire card has to be covered before the turn ends.
    return table.getToCoverList().contains(row) ? jump - 200 : jump;
  }
}
