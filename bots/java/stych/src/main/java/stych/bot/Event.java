package stych.bot;

import java.util.List;

/**
 * A public event. The game's .proto file says what the arguments of each kind mean.
 *
 * @param kind the number of the kind in the game's enum, such as {@code FoxEvent}
 * @param seat the seat that the event is about
 * @param a the first argument, 0 to 255
 * @param b the second argument, 0 to 255
 * @param c the third argument, 0 to 255
 */
public record Event(int kind, int seat, int a, int b, int c) {

  /**
   * Unpacks an event, as it stands in observations.
   *
   * @param code the event as a number
   * @return the event
   */
  public static Event of(int code) {
    return new Event(
        code & 31, code >>> 5 & 7, code >>> 8 & 255, code >>> 16 & 255, code >>> 24 & 255);
  }

  /**
   * Unpacks a list of events, such as an observation's history.
   *
   * @param codes the events as numbers
   * @return the events, in the same order
   */
  public static List<Event> all(List<Integer> codes) {
    return codes.stream().map(Event::of).toList();
  }
}
