package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EventTest {
  @Test
  void unpacksTheBits() {
    int code = 15 | 2 << 5 | 3 << 8 | 4 << 16 | 5 << 24;
    assertEquals(new Event(15, 2, 3, 4, 5), Event.of(code));
  }

  @Test
  void unpacksTheLargestNumber() {
    assertEquals(List.of(new Event(31, 7, 255, 255, 255)), Event.all(List.of(-1)));
  }
}
