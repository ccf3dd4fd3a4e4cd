package stych.bot;

import java.util.List;

/**
 * Something that everybody at the table saw.
 *
 * @param kind what happened, as the game's file numbers it, such as {@code FoxEvent}
 * @param seat who did it
 * @param a the first argument, 0 to 255
 * @param b the second
 * @param c the third
 */
public record Event(int kind, int seat, int a, int b, int c) {

  /**
   * Reads an event as it stands in observations.
   *
   * @param code the event as a number
   * @return its parts
   */
  public static Event of(int code) {
    return new Event(
        code & 31, code >>> 5 & 7, code >>> 8 & 255, code >>> 16 & 255, code >>> 24 & 255);
  }

  /**
   * Reads a list of events, such as an observation's history.
   *
   * @param codes the events as numbers
   * @return the same in parts
   */
  public static List<Event> all(List<Integer> codes) {
    return codes.stream().map(Event::of).toList();
  }
}
