import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import stych.v1.Referee.Decision;

/** Tests that the policies choose the expected actions in positions/. */
class PositionsTest {
  @Test
  void theExpectedActionIsChosen() throws IOException {
    Path folder = Path.of("..", "positions");
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, "*.bin")) {
      for (Path path : paths) {
        Decision decision = Decision.parseFrom(Files.readAllBytes(path));
        Path text = Path.of(path.toString().replace(".bin", ".txt"));
        int expected = Integer.parseInt(Files.readString(text).strip());
        assertEquals(expected, decision.getLegalActions(choose(decision)), path.toString());
      }
    }
  }

  private static int choose(Decision decision) {
    List<Integer> legal = decision.getLegalActionsList();
    Random random = new Random(1);
    return switch (decision.getObservationCase()) {
      case A_GAME -> AGame.choose(decision.getAGame(), legal, random);
      default -> throw new IllegalArgumentException("no policy for this game");
    };
  }
}
