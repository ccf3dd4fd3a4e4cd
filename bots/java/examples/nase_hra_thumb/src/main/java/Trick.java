import java.util.List;
import java.util.stream.Stream;
import stych.v1.NaseHra.NaseHraOrder;
import stych.v1.NaseHra.NaseHraPublic;

/** What a card in the trick on the table would bring and give away, over all that may follow it. */
final class Trick {
  private static final int FULL = 3;

  /** Stands for a card of another suit than the led one, which takes nothing. */
  private static final int ASIDE = -1;

  /** How much a point of another's hurts, with two players and with three. */
  private static final double SPITE_OF_TWO = 0.9;

  private static final double SPITE_OF_THREE = 0.45;

  /** How much less often others feed a trick that one wins than chance would, by its value. */
  private static final double CAUTION = 0.1;

  private final NaseHraPublic seen;
  private final int seat;
  private final int outside;
  private final Memory memory;
  private final NaseHraOrder order;
  private final int players;
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

  /** Points gained, less what the points lost to others hurt. */
  double worth(int card) {
    gain = 0;
    loss = 0;
    weights = 0;
    goOn(Stream.concat(seen.getTrickList().stream(), Stream.of(card)).toList(), 1);
    return (gain - (players == 2 ? SPITE_OF_TWO : SPITE_OF_THREE) * loss) / weights;
  }

  /** Everything that the next player may do, and so on until the trick is full. */
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
    double aside = chanceOfVoid(next, led, Integer.bitCount(suited));
    goOn(with(cards, ASIDE), chance * aside);
    Cards.each(suited)
        .filter(reply -> !cards.contains(reply))
        .forEach(
            reply -> goOn(with(cards, reply), chance * (1 - aside) / Integer.bitCount(suited)));
  }

  private static List<Integer> with(List<Integer> cards, int card) {
    return Stream.concat(cards.stream(), Stream.of(card)).toList();
  }

  /** How likely it is that the seat cannot follow. */
  private double chanceOfVoid(int who, int led, int suited) {
    if (suited == 0 || memory.lacksSuitOf(led, who)) {
      return 1;
    }
    return Math.pow(1 - (double) seen.getHandSizes(who) / Integer.bitCount(outside), suited);
  }

  private void count(List<Integer> cards, double chance) {
    int value =
        Cards.value(cards.stream().filter(card -> card != ASIDE).mapToInt(Cards::only).sum());
    int taker = taker(cards);
    double weight = taker == place ? chance * Math.exp(-CAUTION * value) : chance;
    if (taker == place) {
      gain += weight * value;
    } else if (!(players == 2 && taker == 0)) {
      // With two players the led card is the pile's, whose tricks are nobody's.
      loss += weight * value;
    }
    weights += weight;
  }

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
