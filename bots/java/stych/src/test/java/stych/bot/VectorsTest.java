package stych.bot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stych.v1.Referee.Decision;
import stych.v1.Referee.PlayRequest;
import stych.v1.Referee.PlayResponse;

/** The messages that every SDK's tests read. They are only in the repository, not beside a bot. */
final class VectorsTest {
  private static final Path FOLDER = Path.of("../../../proto/vectors");
  private static final Map<String, Message> TYPES =
      Map.of(
          "stych.v1.PlayRequest", PlayRequest.getDefaultInstance(),
          "stych.v1.PlayResponse", PlayResponse.getDefaultInstance());

  /** An entry of the index. */
  record Vector(String name, JsonObject entry) {
    byte[] binary() throws IOException {
      return Files.readAllBytes(FOLDER.resolve(name + ".bin"));
    }

    Message.Builder empty() {
      return TYPES.get(entry.get("message").getAsString()).newBuilderForType();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Vector> vectors() throws IOException {
    assumeTrue(Files.isDirectory(FOLDER), "there are no test vectors beside a bot");
    JsonArray index =
        JsonParser.parseString(Files.readString(FOLDER.resolve("index.json"))).getAsJsonArray();
    return each(index)
        .map(JsonElement::getAsJsonObject)
        .map(entry -> new Vector(entry.get("name").getAsString(), entry));
  }

  private static Stream<JsonElement> each(JsonArray array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  static Stream<Vector> played() throws IOException {
    return vectors().filter(vector -> vector.entry().has("answers"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void comesOutAsItWentIn(Vector vector) throws IOException {
    Message message = vector.empty().mergeFrom(vector.binary()).build();
    assertArrayEquals(vector.binary(), message.toByteArray());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void meansTheSameAsJson(Vector vector) throws IOException {
    Message.Builder read = vector.empty();
    JsonFormat.parser().merge(Files.readString(FOLDER.resolve(vector + ".json")), read);
    assertArrayEquals(vector.binary(), read.build().toByteArray());
  }

  @ParameterizedTest
  @MethodSource("played")
  void isAnsweredByWhoTakesTheLastAction(Vector vector) throws IOException {
    PlayResponse response = PlayResponse.parseFrom(vector.binary());
    List<Integer> legal =
        response.getDecisionsList().stream().map(Decision::getLegalActionsCount).toList();
    List<Integer> listed =
        each(vector.entry().getAsJsonArray("legal")).map(JsonElement::getAsInt).toList();
    assertEquals(listed, legal);

    Runner last = new Runner().playAll((observation, actions, random) -> actions.size() - 1);
    Player player =
        new Player(
            last.makers(),
            complaint -> {
              throw new AssertionError(complaint);
            });
    PlayRequest.Builder request =
        PlayRequest.newBuilder().setAnswers(player.take(response).orElseThrow());
    Path answers = FOLDER.resolve(vector.entry().get("answers").getAsString() + ".bin");
    assertEquals(PlayRequest.parseFrom(Files.readAllBytes(answers)), request.build());
  }
}
