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
 * <p>Choose the longer group. Refuse what may be refused. Take from the talon when short of taking
 * cards, and lay sharp cards on the cross. In a trick weigh three things for every card: what the
 * trick would bring, what it would give to others, and what the card may still be worth. So the bot
 * takes what pays, ducks what does not, blunts with high cards what others win, and keeps what will
 * take later.
 */
final class Table {
  private static final int DISCARD = 32;
  private static final int CHOOSE_FIGURES = 64;
  private static final int REFUSE = 67;
  private static final int RENOUNCE = 68;

  /** With more taking cards than this the point for renouncing is better than the talon. */
  private static final int ENOUGH = 5;

  /** The share of a taking card's best trick that it is hoped to bring later. */
  private static final double PATIENCE = 0.3;

  /** How much less that is for every card above it that is still out. */
  private static final double OVERTAKEN = 0.6;

  /** The share of a sharp card's worst trick that it is feared to cost later. */
  private static final double DREAD = 0.2;

  /** The value of a trick up to which a sharp card costs nothing. */
  private static final int HARMLESS = 3;

  private final NaseHraPublic seen;
  private final int seat;
  private final int hand;
  private final Memory memory;
  private final int outside;

  Table(NaseHraObservation observation) {
    seen = observation.getPublicView();
    seat = observation.getPrivateView().getSeat();
    hand = observation.getPrivateView().getHandList().stream().mapToInt(Cards::only).sum();
    memory = Memory.of(seen);
    outside = ~memory.shown() & ~hand;
  }

  /** The index of the action that the rules of thumb prefer; of equals the first. */
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
      case NASE_HRA_PHASE_DISCARD -> action -> -keeping(action - DISCARD, order);
      case NASE_HRA_PHASE_PLAY -> {
        Trick trick = new Trick(seen, seat, outside, memory);
        yield card -> trick.worth(card) - keeping(card, order);
      }
      default -> throw new IllegalStateException("no rule of thumb for " + seen.getPhase());
    };
  }

  /** The longer group; of two alike the one that promises more. */
  private double orderWorth(int action) {
    NaseHraOrder order = action == CHOOSE_FIGURES ? NASE_HRA_ORDER_FIGURES : NASE_HRA_ORDER_NUMBERS;
    int length = Integer.bitCount(hand & Cards.taking(order));
    double promise = Cards.each(hand).mapToDouble(card -> keeping(card, order)).sum();
    // No hand promises more than a card of length is made to weigh.
    return 100 * length + promise;
  }

  /** All there is when short of taking cards, nothing otherwise. */
  private double talonWorth(int action) {
    int held = Integer.bitCount(hand & Cards.taking(seen.getOrder()));
    return held <= ENOUGH ? action - RENOUNCE : RENOUNCE - action;
  }

  /** What the card may still bring, or cost when it falls to others. */
  private double keeping(int card, NaseHraOrder order) {
    int taking = Cards.taking(order);
    int others = outside & Cards.suitOf(card);
    return Cards.holds(taking, card)
        ? hope(card, others & ~taking, others & taking, order)
        : -fear(card, others & taking);
  }

  private static double hope(int card, int prey, int rivals, NaseHraOrder order) {
    int strength = Cards.strength(card, order);
    long above =
        Cards.each(rivals).filter(other -> Cards.strength(other, order) > strength).count();
    return PATIENCE * meanPair(card, prey, 0) * Math.pow(OVERTAKEN, above);
  }

  private static double fear(int card, int hunters) {
    return DREAD * (meanPair(card, hunters, HARMLESS) - HARMLESS);
  }

  /** The mean value of a trick of this card and one of the others. */
  private static double meanPair(int card, int others, double without) {
    return Cards.each(others)
        .map(other -> Cards.value(Cards.only(card) | Cards.only(other)))
        .average()
        .orElse(without);
  }
}
