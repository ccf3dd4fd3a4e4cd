import java.util.stream.IntStream;
import stych.v1.NaseHra.NaseHraOrder;

/**
 * The pack of Naše hra. A card is the number 8 * suit + rank, as in the protocol, and several cards
 * are a mask with a bit for each of them.
 */
final class Cards {
  static final int NUMBERS = 0x0F0F0F0F;
  static final int FIGURES = ~NUMBERS;

  private Cards() {}

  /** The mask of this card alone. */
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

  /** All eight cards of this card's suit. */
  static int suitOf(int card) {
    return 0xFF << (card & ~7);
  }

  /** The taking cards of this order: all cards of the group that is on top. */
  static int taking(NaseHraOrder order) {
    return order == NaseHraOrder.NASE_HRA_ORDER_NUMBERS ? NUMBERS : FIGURES;
  }

  /** The position of the card's rank in the order, from 0, the lowest, to 7. */
  static int strength(int card, NaseHraOrder order) {
    return (card & 7) ^ (order == NaseHraOrder.NASE_HRA_ORDER_NUMBERS ? 4 : 0);
  }

  /**
   * The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure. A
   * trick in which no suit has both a number and a figure is worth 0.
   */
  static int value(int trick) {
    int value = 0;
    // At most one suit has two cards or more among the three of a trick.
    for (int ranks = trick; ranks != 0; ranks >>>= 8) {
      int numbers = ranks & 15;
      int figures = ranks >>> 4 & 15;
      if (numbers != 0 && figures != 0) {
        value += 9 - height(numbers) - height(figures);
      }
    }
    return value;
  }

  /** The highest rank in a mask of four ranks, counted from 1. */
  private static int height(int group) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(group);
  }
}
