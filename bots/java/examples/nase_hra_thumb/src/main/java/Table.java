import static stych.v1.NaseHra.NaseHraOrder.NASE_HRA_ORDER_FIGURES;
import static stych.v1.NaseHra.NaseHraOrder.NASE_HRA_ORDER_NUMBERS;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import stych.v1.NaseHra.NaseHraObservation;
import stych.v1.NaseHra.NaseHraOrder;
import stych.v1.NaseHra.NaseHraPublic;

/**
 * Rules of thumb for Naše hra, applied to one observation.
 *
 * <p>Choose the order in which the hand has more taking cards. Refuse every game that may be
 * refused. With few taking cards take from the talon. Discard those cards of the other group that
 * make a trick valuable. In a trick weigh three things for every card: what the trick would bring,
 * what it would give to others, and what the card may still be worth later. So the bot takes tricks
 * that pay, ducks those that do not, lowers the value of others' tricks by high cards, and saves
 * taking cards.
 */
final class Table {
  private static final int DISCARD = 32;
  private static final int CHOOSE_FIGURES = 64;
  private static final int REFUSE = 67;
  private static final int RENOUNCE = 68;

  /** With more taking cards than this the point for renouncing is better than the talon. */
  private static final int ENOUGH = 5;

  /** The share of the mean value of its pairs that a taking card is expected to bring later. */
  private static final double GAIN_SHARE = 0.3;

  /** GAIN_SHARE is multiplied by this for each higher card that is still out: a rough estimate. */
  private static final double PER_HIGHER_CARD = 0.6;

  /** A card of the other group is worth COST_SHARE * (NEUTRAL - the mean value of its pairs). */
  private static final double COST_SHARE = 0.2;

  /** The mean value of its pairs with which a card of the other group is worth 0. */
  private static final int NEUTRAL = 3;

  private final NaseHraPublic seen;
  private final int seat;
  private final int hand;
  private final Memory memory;

  /** The cards that this seat has not seen, as a mask. */
  private final int outside;

  Table(NaseHraObservation observation) {
    seen = observation.getPublicView();
    seat = observation.getPrivateView().getSeat();
    hand = observation.getPrivateView().getHandList().stream().mapToInt(Cards::only).sum();
    memory = Memory.of(seen);
    outside = ~memory.shown() & ~hand;
  }

  /** Returns the index of the legal action with the best rating; of equal ones the first. */
  int choose(List<Integer> legal) {
    IntToDoubleFunction worth = worth();
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int index = 0; index < legal.size(); index++) {
      double value = worth.applyAsDouble(legal.get(index));
      if (value > most) {
        most = value;
        best = index;
      }
    }
    return best;
  }

  private IntToDoubleFunction worth() {
    NaseHraOrder order = seen.getOrder();
    return switch (seen.getPhase()) {
      case NASE_HRA_PHASE_ORDER -> this::orderWorth;
      case NASE_HRA_PHASE_ASK -> action -> action == REFUSE ? 1 : 0;
      case NASE_HRA_PHASE_TALON -> this::talonWorth;
      case NASE_HRA_PHASE_DISCARD -> action -> -laterWorth(action - DISCARD, order);
      case NASE_HRA_PHASE_PLAY -> {
        Trick trick = new Trick(seen, seat, outside, memory);
        yield card -> trick.worth(card) - laterWorth(card, order);
      }
      default -> throw new IllegalStateException("no rule of thumb for " + seen.getPhase());
    };
  }

  /** The rating of an order: how many taking cards it makes, then what the hand may bring. */
  private double orderWorth(int action) {
    NaseHraOrder order = action == CHOOSE_FIGURES ? NASE_HRA_ORDER_FIGURES : NASE_HRA_ORDER_NUMBERS;
    int held = Integer.bitCount(hand & Cards.taking(order));
    double promise = Cards.each(hand).mapToDouble(card -> laterWorth(card, order)).sum();
    // The promises of two orders differ by less than 100, so the number of taking cards decides.
    return 100 * held + promise;
  }

  /**
   * The rating of taking cards of the talon, by their number. With up to ENOUGH taking cards in the
   * hand, more cards are better, and otherwise fewer.
   */
  private double talonWorth(int action) {
    int held = Integer.bitCount(hand & Cards.taking(seen.getOrder()));
    return held <= ENOUGH ? action - RENOUNCE : RENOUNCE - action;
  }

  /** The points that the card may still bring; less than 0 if it may bring others more. */
  private double laterWorth(int card, NaseHraOrder order) {
    int taking = Cards.taking(order);
    int others = outside & Cards.suitOf(card);
    return Cards.holds(taking, card)
        ? laterGain(card, others & ~taking, others & taking, order)
        : -laterCost(card, others & taking);
  }

  private static double laterGain(int card, int prey, int rivals, NaseHraOrder order) {
    int strength = Cards.strength(card, order);
    long above =
        Cards.each(rivals).filter(other -> Cards.strength(other, order) > strength).count();
    return GAIN_SHARE * meanPair(card, prey, 0) * Math.pow(PER_HIGHER_CARD, above);
  }

  private static double laterCost(int card, int hunters) {
    return COST_SHARE * (meanPair(card, hunters, NEUTRAL) - NEUTRAL);
  }

  /** The mean value of the pairs of this card with one of the others; {@code without} if none. */
  private static double meanPair(int card, int others, double without) {
    return Cards.each(others)
        .map(other -> Cards.value(Cards.only(card) | Cards.only(other)))
        .average()
        .orElse(without);
  }
}
