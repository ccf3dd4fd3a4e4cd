package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stych.bot.Environment.Tls;
import stych.bot.Environment.Unusable;

final class EnvironmentTest {
  private static Environment with(String... more) throws Unusable {
    Map<String, String> variables = new HashMap<>();
    variables.put("STYCH_ADDRESS", "unix:/here");
    variables.put("STYCH_TOKEN", "secret");
    for (int index = 0; index < more.length; index += 2) {
      variables.put(more[index], more[index + 1]);
    }
    return Environment.of(variables);
  }

  private static String refusal(String variable, String value) {
    return assertThrows(Unusable.class, () -> with(variable, value)).getMessage();
  }

  @Test
  void needsOnlyAnAddressAndAToken() throws Unusable {
    Tls plain = new Tls(false, Optional.empty());
    assertEquals(new Environment("unix:/here", "secret", "", "", plain, Duration.ZERO), with());
  }

  @ParameterizedTest
  @ValueSource(strings = {"STYCH_ADDRESS", "STYCH_TOKEN"})
  void saysHowABotIsStarted(String missing) {
    assertEquals(
        "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee, for example"
            + " by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER",
        refusal(missing, ""));
  }

  @Test
  void readsNameAndVersion() throws Unusable {
    Environment environment = with("STYCH_BOT_NAME", "anna", "STYCH_BOT_VERSION", "2.0");
    assertEquals("anna", environment.name());
    assertEquals("2.0", environment.version());
  }

  @Test
  void trustsTheSystemOrAFile(@TempDir Path folder) throws Exception {
    Path file = Certificate.make(folder.resolve("ours")).pem();
    assertEquals(new Tls(true, Optional.empty()), with("STYCH_TLS", "on").tls());
    assertEquals(new Tls(true, Optional.of(file)), with("STYCH_TLS", file.toString()).tls());
  }

  private static final String TLS =
      "STYCH_TLS must be \"on\" or a PEM file with the authorities to trust; ";

  @Test
  void refusesAFileThatCannotBeRead(@TempDir Path folder) {
    String file = folder.resolve("nowhere.pem").toString();
    assertEquals(
        TLS + file + " cannot be read: No such file or directory", refusal("STYCH_TLS", file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"trust me", ""})
  void refusesAFileWithoutAuthorities(String text, @TempDir Path folder) throws IOException {
    String file = Files.writeString(folder.resolve("none.pem"), text).toString();
    assertEquals(TLS + "there is no certificate in " + file, refusal("STYCH_TLS", file));
  }

  @Test
  void refusesATokenThatCannotBeSent() {
    assertEquals(
        "STYCH_TOKEN must be printable ASCII without spaces", refusal("STYCH_TOKEN", "a\nb"));
  }

  @Test
  void reconnectsForSeconds() throws Unusable {
    assertEquals(Duration.ofSeconds(30), with("STYCH_RECONNECT", "30").reconnect());
    assertEquals(Duration.ofMillis(500), with("STYCH_RECONNECT", "0.5").reconnect());
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "NaN", "1e99"})
  void refusesWhatIsNoNumberOfSeconds(String wrong) {
    assertEquals(
        "STYCH_RECONNECT must be a number of seconds, such as 60; received '%s'".formatted(wrong),
        refusal("STYCH_RECONNECT", wrong));
  }
}
