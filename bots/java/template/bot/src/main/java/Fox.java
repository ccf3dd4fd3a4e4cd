import java.util.List;
import java.util.Random;
import stych.v1.Fox.FoxObservation;
import stych.v1.Fox.FoxPrivate;
import stych.v1.Fox.FoxPublic;

/**
 * The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
 *
 * <p>Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.
 */
final class Fox {
  /** Actions: from BURY on a card goes under the deck; KEEP leaves the decree card as it is. */
  private static final int BURY = 66;

  private static final int KEEP = 99;

  private final FoxPublic table;
  private final FoxPrivate own;
  private final int trump;

  private Fox(FoxObservation seen) {
    table = seen.getPublicView();
    own = seen.getPrivateView();
    trump = table.getDecree() / 11;
  }

  /** An index into the legal actions, of which there are at least two. */
  static int choose(FoxObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, new Fox(seen)::rate);
  }

  /** How good the action is; only comparisons between actions of one decision count. */
  private int rate(int action) {
    if (action == KEEP) {
      return 100;
    }
    boolean wanted = wantsTricks();
    int power = strength(action % 33);
    int liked = wanted ? -power : power;
    if (action >= BURY) {
      return liked;
    }
    if (table.getTrickCount() == 0) {
      return wanted ? action % 11 : -power;
    }
    return wins(action, table.getTrick(0)) == wanted ? 100 + liked : liked;
  }

  /** Whether to win tricks from here on: 7 to 9 in a round bring most points, and so do 0 to 3. */
  private boolean wantsTricks() {
    int won = table.getTricks(own.getSeat());
    int lost = table.getTricks(1 - own.getSeat());
    if (won >= 7) {
      return false;
    }
    if (won >= 4 || lost >= 7) {
      return won >= 4;
    }
    long strong = own.getHandList().stream().filter(card -> strength(card) >= 7).count();
    return 2 * (won + strong) >= won + own.getHandCount();
  }

  /** The rank from 0 to 10, and 11 more for a trump. */
  private int strength(int card) {
    return card % 11 + (card / 11 == trump ? 11 : 0);
  }

  /** Whether the card takes the trick from the one that was led. */
  private boolean wins(int card, int led) {
    boolean follows = card / 11 == led / 11 || card / 11 == trump;
    return follows && strength(card) > strength(led);
  }
}
