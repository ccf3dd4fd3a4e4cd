import java.util.List;
import java.util.Random;
import stych.v1.NaseHra.NaseHraObservation;
import stych.v1.NaseHra.NaseHraOrder;
import stych.v1.NaseHra.NaseHraPublic;

/**
 * Naše hra: take the tricks that are worth most, and lose those that are worth least.
 *
 * <p>Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.
 */
final class NaseHra {
  /** Numbers of actions: DISCARD + card discards it; FIGURES and NUMBERS choose what is on top. */
  private static final int DISCARD = 32;

  private static final int FIGURES = 64;
  private static final int NUMBERS = 65;

  private final NaseHraPublic table;
  private final List<Integer> hand;

  private NaseHra(NaseHraObservation seen) {
    table = seen.getPublicView();
    hand = seen.getPrivateView().getHandList();
  }

  /** Returns an index into the legal actions, of which there are at least two. */
  static int choose(NaseHraObservation seen, List<Integer> legal, Random random) {
    return Policies.best(legal, new NaseHra(seen)::rate);
  }

  /** Tells how good the action is in comparison with the other actions of this decision. */
  private int rate(int action) {
    if (action > NUMBERS) {
      return action; // the highest one refuses the game, or takes the whole talon
    }
    if (action >= FIGURES) {
      boolean figures = action == FIGURES;
      return (int) hand.stream().filter(card -> isFigure(card) == figures).count();
    }
    return action >= DISCARD ? -strength(action - DISCARD) : ratePlay(action);
  }

  /** Tells how good the card is in the trick, as if it were the last card of the trick. */
  private int ratePlay(int card) {
    int power = strength(card);
    if (table.getTrickCount() == 0) {
      return power;
    }
    int suit = table.getTrick(0) / 8;
    boolean wins = card / 8 == suit;
    for (int other : table.getTrickList()) {
      wins = wins && !(other / 8 == suit && strength(other) > power);
    }
    int worth = 10 * value(table.getTrickList(), card);
    return (wins ? worth : -worth) - power;
  }

  /**
   * The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure. A
   * trick in which no suit has both a number and a figure is worth 0.
   */
  private static int value(List<Integer> trick, int last) {
    int value = 0;
    for (int suit = 0; suit < 4; suit++) {
      int number = last / 8 == suit && !isFigure(last) ? last % 4 : -1;
      int figure = last / 8 == suit && isFigure(last) ? last % 4 : -1;
      for (int card : trick) {
        if (card / 8 == suit && isFigure(card)) {
          figure = Math.max(figure, card % 4);
        } else if (card / 8 == suit) {
          number = Math.max(number, card % 4);
        }
      }
      if (number >= 0 && figure >= 0) {
        value = Math.max(value, 7 - number - figure);
      }
    }
    return value;
  }

  /** Tells whether the card is an under, an over, a king or an ace. */
  private static boolean isFigure(int card) {
    return card % 8 >= 4;
  }

  /** The position of the card's rank in the order that was chosen, from 0, the lowest, to 7. */
  private int strength(int card) {
    boolean numbers = table.getOrder() == NaseHraOrder.NASE_HRA_ORDER_NUMBERS;
    return (numbers ? card + 4 : card) % 8;
  }
}
