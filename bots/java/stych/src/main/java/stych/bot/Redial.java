package stych.bot;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When to dial again after a connection failed or was lost: ever more rarely, not for ever. */
final class Redial {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Duration patience;
  private final LongSupplier nanoTime;
  private Optional<Long> lost;
  private Duration next = FIRST;

  /**
   * The program starts, without a connection.
   *
   * @param patience for how long to go on since the start, and since a loss; zero: not at all
   * @param nanoTime a clock, such as {@link System#nanoTime()}
   */
  Redial(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.lost = Optional.of(nanoTime.getAsLong());
  }

  /** The connection stands: the next loss is a new one. */
  void connected() {
    lost = Optional.empty();
    next = FIRST;
  }

  /** Nothing has failed yet, since the start or since the connection stood. */
  boolean isFresh() {
    return next.equals(FIRST);
  }

  /** The connection was lost, or could not be made: how long to wait; empty to give up. */
  Optional<Duration> pause() {
    long now = nanoTime.getAsLong();
    if (lost.isEmpty()) {
      lost = Optional.of(now);
    }
    Duration left = patience.minusNanos(now - lost.get());
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    Duration pause = shorter(next, left);
    next = shorter(next.multipliedBy(2), LONGEST);
    return Optional.of(pause);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
