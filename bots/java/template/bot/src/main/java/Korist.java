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
   * Numbers of actions. Those below GROUP lay a set, and those from GROUP on capture a group of the
   * shadow offer. The captor may TAKE the captured cards, or leave them (642). The victim may take
   * them BACK, or discard them (644). Those from DRAW on draw a pile of the supply, DECK draws a
   * card of the deck, and NONE draws nothing.
   */
  private static final int GROUP = 629;

  private static final int TAKE = 641;
  private static final int BACK = 643;
  private static final int DRAW = 645;
  private static final int DECK = 651;
  private static final int NONE = 652;

  /** The kind of a joker. The kinds of the other cards are their values, 1 to 13. */
  private static final int JOKER = 14;

  private final KoristPublic table;
  private final List<Integer> hand;

  private Korist(KoristObservation seen) {
    table = seen.getPublicView();
    hand = seen.getPrivateView().getHandList();
  }

  /** Returns an index into the legal actions, of which there are at least two. */
  static int choose(KoristObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, new Korist(seen)::rate);
  }

  /** Tells how good the action is in comparison with the other actions of this decision. */
  private int rate(int action) {
    if (action < GROUP) {
      // The size of a set decides first, then its value.
      return 20 * size(action) + value(action);
    }
    if (action < TAKE) {
      return hand.get(action - GROUP);
    }
    if (action < DRAW) {
      int layer = table.getCapturedLayer();
      // Cards are worth taking if they and those of their value in the hand are more than 3.
      boolean many = hand.get(value(layer) - 1) + size(layer) > 3;
      return many == (action == TAKE || action == BACK) ? 1 : 0;
    }
    // The deck is rated 1, and drawing nothing 0.
    return action >= DECK ? NONE - action : ratePile(action - DRAW);
  }

  /** Tells how good it is to draw the pile, by the kind of its lowest card. */
  private int ratePile(int pile) {
    // The supply lists the cards of all piles, one pile after the other.
    List<Integer> before = table.getPileSizesList().subList(0, pile);
    int kind = table.getSupply(before.stream().mapToInt(Integer::intValue).sum());
    return kind == JOKER ? 8 : 2 * hand.get(kind - 1);
  }

  /** The value of a set's cards: 1 to 13, or 14 for jokers alone. */
  private static int value(int set) {
    return set >= 624 ? JOKER : set / 48 + 1;
  }

  /** The number of cards in a set, jokers included. */
  private static int size(int set) {
    return set >= 624 ? set - 623 : set % 48 / 6 + 1 + set % 6;
  }
}
