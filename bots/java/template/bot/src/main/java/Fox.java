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
  /**
   * Numbers of actions: a card's own number plays it, GIVE + card exchanges it for the decree card,
   * BURY + card puts it under the deck; KEEP exchanges nothing.
   */
  private static final int GIVE = 33;

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

  /** Returns an index into the legal actions, of which there are at least two. */
  static int choose(FoxObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, new Fox(seen)::rate);
  }

  /** Tells how good the action is in comparison with the other actions of this decision. */
  private int rate(int action) {
    if (action == KEEP) {
      return 100;
    }
    boolean wanted = wantsTricks();
    int power = strength(action % 33);
    int dispensable = wanted ? -power : power;
    if (action >= BURY) {
      return dispensable;
    }
    if (action >= GIVE) {
      // A weak hand gives its strongest card away, a strong one keeps all.
      return wanted ? dispensable : 100 + dispensable;
    }
    if (table.getTrickCount() == 0) {
      return wanted ? action % 11 : -power;
    }
    return wins(action, table.getTrick(0)) == wanted ? 100 + dispensable : dispensable;
  }

  /** Tells whether to win tricks from now on: 7 to 9 a round bring most points, as do 0 to 3. */
  private boolean wantsTricks() {
    int won = table.getTricks(own.getSeat());
    int lost = table.getTricks(1 - own.getSeat());
    if (won >= 7) {
      return false;
    }
    if (won >= 4 || lost >= 7) {
      return won >= 4;
    }
    // Trumps and cards of rank 8 or more are strong.
    long strong = own.getHandList().stream().filter(card -> strength(card) >= 7).count();
    return 2 * (won + strong) >= won + own.getHandCount();
  }

  /** Tells how high the card is: its rank less 1, and 11 more for a trump. */
  private int strength(int card) {
    return card % 11 + (card / 11 == trump ? 11 : 0);
  }

  /** Tells whether the card beats the led card, if the effect of Witches is ignored. */
  private boolean wins(int card, int led) {
    boolean follows = card / 11 == led / 11 || card / 11 == trump;
    return follows && strength(card) > strength(led);
  }
}
