package stych.bot;

import java.util.List;
import stych.v1.Referee.Fault;
import stych.v1.Referee.MatchOver;

/**
 * How a match ended.
 *
 * @param places the place of each seat; 1 is best, and seats may share a place
 * @param points the game's own points of each seat
 * @param faults the seats that lost the match by a fault
 */
public record Result(List<Integer> places, List<Integer> points, List<Integer> faults) {

  static Result of(MatchOver over) {
    List<Integer> faults = over.getFaultsList().stream().map(Fault::getSeat).toList();
    return new Result(over.getPlacesList(), over.getPointsList(), faults);
  }
}
