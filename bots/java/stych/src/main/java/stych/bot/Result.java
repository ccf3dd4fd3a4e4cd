package stych.bot;

import java.util.List;
import stych.v1.Referee.Fault;
import stych.v1.Referee.MatchOver;

/**
 * The result of a match. In a void match, which is played again, all seats have place 1 and 0
 * points.
 *
 * @param places the place of each seat; 1 is best, and seats may share a place
 * @param points the points of each seat, as the game counts them
 * @param faults the seats that forfeited, if any
 */
public record Result(List<Integer> places, List<Integer> points, List<Integer> faults) {

  static Result of(MatchOver over) {
    List<Integer> faults = over.getFaultsList().stream().map(Fault::getSeat).toList();
    return new Result(over.getPlacesList(), over.getPointsList(), faults);
  }
}
