package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RedialTest {
  private long now = 7;

  private Redial patient(int seconds) {
    return new Redial(Duration.ofSeconds(seconds), () -> now);
  }

  /** All pauses in milliseconds until it gives up; each attempt fails right after its pause. */
  private List<Long> pauses(Redial redial) {
    List<Long> pauses = new ArrayList<>();
    Optional<Duration> pause;
    while ((pause = redial.pause()).isPresent()) {
      pauses.add(pause.get().toMillis());
      now += pause.get().toNanos();
    }
    return pauses;
  }

  @Test
  void neverDialsAgainWithoutPatience() {
    assertEquals(List.of(), pauses(patient(0)));
  }

  @Test
  void dialsMoreAndMoreRarelyUntilTheTimeIsUp() {
    assertEquals(
        List.of(100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L, 3700L), pauses(patient(20)));
  }

  @Test
  void countsFromTheStartUntilTheConnectionStands() {
    Redial redial = patient(1);
    now += Duration.ofMillis(950).toNanos(); // A dial that took so long to fail.
    assertEquals(List.of(50L), pauses(redial));
  }

  @Test
  void startsAnewWhenTheConnectionStands() {
    Redial redial = patient(1);
    assertEquals(List.of(100L, 200L, 400L, 300L), pauses(redial));
    assertFalse(redial.isFresh());
    redial.connected();
    assertTrue(redial.isFresh());
    now += Duration.ofHours(1).toNanos();
    assertEquals(List.of(100L, 200L, 400L, 300L), pauses(redial));
  }
}
