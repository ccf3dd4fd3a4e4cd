import java.util.List;
import java.util.Random;
import stych.v1.Korist.KoristObservation;
import stych.v1.Korist.KoristPublic;

/**
 * Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.
 *
 * <p>Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.
 */
final class Korist {
  /**
   * Actions: below GROUP lay a set; from GROUP on capture a group of the shadow offer. TAKE the
   * captured cards, or leave them (642); take them BACK, or discard them (644). From DRAW on draw a
   * pile of the supply; draw from the DECK; draw NONE.
   */
  private static final int GROUP = 629;

  private static final int TAKE = 641;
  private static final int BACK = 643;
  private static final int DRAW = 645;
  private static final int DECK = 651;
  private static final int NONE = 652;

  /** The kind of jokers; the other cards are of the kinds 1 to 13. */
  private static final int JOKER = 14;

  private final KoristPublic table;
  private final List<Integer> hand;

  private Korist(KoristObservation seen) {
    table = seen.getPublicView();
    hand = seen.getPrivateView().getHandList();
  }

  /** An index into the legal actions, of which there are at least two. */
  static int choose(KoristObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, new Korist(seen)::rate);
  }

  /** How good the action is; only comparisons between actions of one decision count. */
  private int rate(int action) {
    if (action < GROUP) {
      return 20 * size(action) + value(action);
    }
    if (action < TAKE) {
      return hand.get(action - GROUP);
    }
    if (action < DRAW) {
      int layer = table.getCapturedLayer();
      // More than three cards of a kind are worth taking.
      boolean many = hand.get(value(layer) - 1) + size(layer) > 3;
      return many == (action == TAKE || action == BACK) ? 1 : 0;
    }
    return action >= DECK ? NONE - action : ratePile(action - DRAW);
  }

  /** How well the lowest card of the pile goes with the hand. */
  private int ratePile(int pile) {
    // The supply lists the cards of all piles, one pile after the other.
    List<Integer> before = table.getPileSizesList().subList(0, pile);
    int kind = table.getSupply(before.stream().mapToInt(Integer::intValue).sum());
    return kind == JOKER ? 8 : 2 * hand.get(kind - 1);
  }

  /** The value of a set's cards, 1 to 13; 14 for jokers alone. */
  private static int value(int set) {
    return set >= 624 ? JOKER : set / 48 + 1;
  }

  /** How many cards a set has, jokers among them. */
  private static int size(int set) {
    return set >= 624 ? set - 623 : set % 48 / 6 + 1 + set % 6;
  }
}
