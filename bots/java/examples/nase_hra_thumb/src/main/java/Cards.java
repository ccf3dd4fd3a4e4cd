import java.util.stream.IntStream;
import stych.v1.NaseHra.NaseHraOrder;

/**
 * The pack of Naše hra. A card is 8 * suit + rank, as the protocol numbers them, and several cards
 * are a mask with a bit for each.
 */
final class Cards {
  static final int NUMBERS = 0x0F0F0F0F;
  static final int FIGURES = ~NUMBERS;

  private Cards() {}

  static int only(int card) {
    return 1 << card;
  }

  static boolean holds(int cards, int card) {
    return (cards & only(card)) != 0;
  }

  static IntStream each(int cards) {
    return IntStream.range(0, Integer.SIZE).filter(card -> holds(cards, card));
  }

  static boolean sameSuit(int one, int other) {
    return one >> 3 == other >> 3;
  }

  /** All eight cards of the suit of this one. */
  static int suitOf(int card) {
    return 0xFF << (card & ~7);
  }

  /** The cards that are on top in this order. */
  static int taking(NaseHraOrder order) {
    return order == NaseHraOrder.NASE_HRA_ORDER_NUMBERS ? NUMBERS : FIGURES;
  }

  /** How high the card stands in its suit, 0 to 7. */
  static int strength(int card, NaseHraOrder order) {
    return (card & 7) ^ (order == NaseHraOrder.NASE_HRA_ORDER_NUMBERS ? 4 : 0);
  }

  /** The value of a trick: the highest number and the highest figure of one suit count. */
  static int value(int trick) {
    int value = 0;
    for (int ranks = trick; ranks != 0; ranks >>>= 8) {
      int numbers = ranks & 15;
      int figures = ranks >>> 4 & 15;
      if (numbers != 0 && figures != 0) {
        value += 9 - height(numbers) - height(figures);
      }
    }
    return value;
  }

  private static int height(int group) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(group);
  }
}
