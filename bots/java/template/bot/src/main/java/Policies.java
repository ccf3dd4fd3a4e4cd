import java.util.List;
import java.util.function.IntUnaryOperator;

/** A helper that the policies share. */
final class Policies {
  private Policies() {}

  /** Returns the index of the action with the highest rating; of equal ones the first. */
  static int best(List<Integer> legal, IntUnaryOperator rate) {
    int best = 0;
    int highest = rate.applyAsInt(legal.get(0));
    for (int index = 1; index < legal.size(); index++) {
      int rating = rate.applyAsInt(legal.get(index));
      if (rating > highest) {
        best = index;
        highest = rating;
      }
    }
    return best;
  }
}
