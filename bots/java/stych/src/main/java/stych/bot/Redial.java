package stych.bot;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When to dial again after a connection failed or was lost, and when to give up. */
final class Redial {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Duration patience;
  private final LongSupplier nanoTime;
  private Optional<Long> lost;
  private Duration next = FIRST;

  /**
   * Allows further attempts for a limited time: from now on, and after a Welcome from the next loss
   * on.
   *
   * @param patience the limit; with zero, {@link #pause()} gives up at once
   * @param nanoTime a clock in nanoseconds, such as {@link System#nanoTime()}
   */
  Redial(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.lost = Optional.of(nanoTime.getAsLong());
  }

  /** Notes that the Welcome came: the next failure begins a new limit and new pauses. */
  void connected() {
    lost = Optional.empty();
    next = FIRST;
  }

  /**
   * Whether {@link #pause()} has not been called yet, since the start or since {@link
   * #connected()}.
   */
  boolean isFresh() {
    return next.equals(FIRST);
  }

  /** Notes a failure, and returns how long to wait before the next attempt; empty to give up. */
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
