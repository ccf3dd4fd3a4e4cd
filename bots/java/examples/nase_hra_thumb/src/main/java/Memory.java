import java.util.OptionalInt;
import stych.bot.Event;
import stych.v1.NaseHra.NaseHraEvent;
import stych.v1.NaseHra.NaseHraPublic;

/**
 * What follows from the events since the last deal.
 *
 * @param shown the cards that lay face up, as a mask
 * @param lacks by seat, a mask of all cards of the suits that the seat could not follow
 */
record Memory(int shown, int[] lacks) {

  static Memory of(NaseHraPublic seen) {
    Reader reader = new Reader(seen.getHandSizesCount());
    Event.all(seen.getHistoryList()).forEach(reader::read);
    return new Memory(reader.shown, reader.lacks);
  }

  /** Tells whether the seat could not follow the suit of the card. */
  boolean lacksSuitOf(int card, int seat) {
    return Cards.holds(lacks[seat], card);
  }

  private static final class Reader {
    private int shown;
    private int[] lacks;
    private OptionalInt led = OptionalInt.empty();

    Reader(int players) {
      lacks = new int[players];
    }

    void read(Event event) {
      switch (NaseHraEvent.forNumber(event.kind())) {
        case NASE_HRA_EVENT_DEAL -> {
          shown = 0;
          lacks = new int[lacks.length];
        }
        case NASE_HRA_EVENT_TRICK, NASE_HRA_EVENT_PILE_TRICK -> led = OptionalInt.empty();
        case NASE_HRA_EVENT_DISCARD, NASE_HRA_EVENT_TURN -> shown |= Cards.only(event.a());
        case NASE_HRA_EVENT_PILE, NASE_HRA_EVENT_PLAY -> play(event.seat(), event.a());
        default -> {
          // The other events show no cards.
        }
      }
    }

    private void play(int seat, int card) {
      shown |= Cards.only(card);
      if (led.isEmpty()) {
        led = OptionalInt.of(card);
      } else if (!Cards.sameSuit(led.getAsInt(), card)) {
        lacks[seat] |= Cards.suitOf(led.getAsInt());
      }
    }
  }
}
