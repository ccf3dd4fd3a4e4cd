import java.util.List;
import java.util.stream.Stream;
import stych.v1.NaseHra.NaseHraOrder;
import stych.v1.NaseHra.NaseHraPublic;

/** The worth of playing a card to the trick in progress, over all replies that may follow it. */
final class Trick {
  /** The number of cards in a complete trick. */
  private static final int FULL = 3;

  /** Stands for a card of another suit than the led one, which takes nothing. */
  private static final int ASIDE = -1;

  /** How many points a point of another player costs this seat, with two players. */
  private static final double SPITE_WITH_TWO = 0.9;

  /** The same with three players. */
  private static final double SPITE_WITH_THREE = 0.45;

  /**
   * Replies in a trick that this seat takes are less likely by the factor exp(-CAUTION * value).
   */
  private static final double CAUTION = 0.1;

  private final NaseHraPublic seen;
  private final int seat;

  /** The cards that this seat has not seen, as a mask. */
  private final int outside;

  private final Memory memory;
  private final NaseHraOrder order;
  private final int players;

  /** The place of this seat's card in the trick, from 0. */
  private final int place;

  private double gain;
  private double loss;
  private double weights;

  Trick(NaseHraPublic seen, int seat, int outside, Memory memory) {
    this.seen = seen;
    this.seat = seat;
    this.outside = outside;
    this.memory = memory;
    order = seen.getOrder();
    players = seen.getHandSizesCount();
    place = seen.getTrickCount();
  }

  /** The expected points of the trick, less what those of others cost this seat. */
  double worth(int card) {
    gain = 0;
    loss = 0;
    weights = 0;
    goOn(Stream.concat(seen.getTrickList().stream(), Stream.of(card)).toList(), 1);
    return (gain - (players == 2 ? SPITE_WITH_TWO : SPITE_WITH_THREE) * loss) / weights;
  }

  /** Counts the trick with all replies that may follow; the cards so far have this probability. */
  private void goOn(List<Integer> cards, double chance) {
    if (chance == 0) {
      return;
    }
    if (cards.size() == FULL) {
      count(cards, chance);
      return;
    }
    int led = cards.get(0);
    int suited = outside & Cards.suitOf(led);
    int next = (seat + cards.size() - place) % players;
    double pVoid = chanceOfVoid(next, led, Integer.bitCount(suited));
    goOn(with(cards, ASIDE), chance * pVoid);
    Cards.each(suited)
        .filter(reply -> !cards.contains(reply))
        .forEach(
            reply -> goOn(with(cards, reply), chance * (1 - pVoid) / Integer.bitCount(suited)));
  }

  private static List<Integer> with(List<Integer> cards, int card) {
    return Stream.concat(cards.stream(), Stream.of(card)).toList();
  }

  /** The probability that the seat has none of the {@code suited} cards of the led suit. */
  private double chanceOfVoid(int who, int led, int suited) {
    if (suited == 0 || memory.lacksSuitOf(led, who)) {
      return 1;
    }
    return Math.pow(1 - (double) seen.getHandSizes(who) / Integer.bitCount(outside), suited);
  }

  /** Adds the value of the complete trick to the gain or the loss, weighted by its probability. */
  private void count(List<Integer> cards, double chance) {
    int value =
        Cards.value(cards.stream().filter(card -> card != ASIDE).mapToInt(Cards::only).sum());
    int taker = taker(cards);
    double weight = taker == place ? chance * Math.exp(-CAUTION * value) : chance;
    if (taker == place) {
      gain += weight * value;
    } else if (!(players == 2 && taker == 0)) {
      // With two players the pile leads, and the tricks that it takes score for nobody.
      loss += weight * value;
    }
    weights += weight;
  }

  /** The place in the trick of the card that takes it. */
  private int taker(List<Integer> cards) {
    int taker = 0;
    for (int index = 1; index < cards.size(); index++) {
      int card = cards.get(index);
      int best = cards.get(taker);
      if (card != ASIDE
          && Cards.sameSuit(card, best)
          && Cards.strength(card, order) > Cards.strength(best, order)) {
        taker = index;
      }
    }
    return taker;
  }
}
