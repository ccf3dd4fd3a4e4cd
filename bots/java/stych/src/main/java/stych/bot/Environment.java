package stych.bot;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the environment variables that say where and how a bot connects.
 *
 * @param address a gRPC target: {@code unix:/path} or {@code host:port}
 * @param token the secret that the bot sends when it opens a stream
 * @param name the bot's name for its Hello; may be empty
 * @param version the bot's version for its Hello; may be empty
 * @param tls how the connection is secured
 * @param reconnect for how long the bot dials again after a connection failed or was lost; zero for
 *     never
 */
record Environment(
    String address, String token, String name, String version, Tls tls, Duration reconnect) {

  /**
   * Whether the connection uses TLS, and which authorities to trust.
   *
   * @param on whether the connection uses TLS
   * @param authorities a PEM file; empty for the authorities that Java trusts, and without TLS
   */
  record Tls(boolean on, Optional<Path> authorities) {}

  /** A variable is missing or wrong; the message is a sentence that says which. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
      super(message);
    }
  }

  static Environment of(Map<String, String> variables) throws Unusable {
    String address = variables.getOrDefault("STYCH_ADDRESS", "");
    String token = variables.getOrDefault("STYCH_TOKEN", "");
    if (address.isEmpty() || token.isEmpty()) {
      throw new Unusable(
          "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee,"
              + " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER");
    }
    if (!token.chars().allMatch(letter -> ' ' < letter && letter <= '~')) {
      throw new Unusable("STYCH_TOKEN must be printable ASCII without spaces");
    }
    return new Environment(
        address,
        token,
        variables.getOrDefault("STYCH_BOT_NAME", ""),
        variables.getOrDefault("STYCH_BOT_VERSION", ""),
        tls(variables.getOrDefault("STYCH_TLS", "")),
        reconnect(variables.getOrDefault("STYCH_RECONNECT", "")));
  }

  private static Tls tls(String value) throws Unusable {
    if (value.isEmpty()) {
      return new Tls(false, Optional.empty());
    }
    if (value.equals("on")) {
      return new Tls(true, Optional.empty());
    }
    return new Tls(true, Optional.of(authorities(value)));
  }

  private static Path authorities(String file) throws Unusable {
    String wanted = "STYCH_TLS must be \"on\" or a PEM file with the authorities to trust; ";
    String none = wanted + "there is no certificate in " + file;
    try (InputStream pem = new FileInputStream(file)) {
      if (CertificateFactory.getInstance("X.509").generateCertificates(pem).isEmpty()) {
        throw new Unusable(none);
      }
    } catch (IOException unreadable) {
      throw new Unusable(wanted + file + " cannot be read: " + reason(unreadable, file));
    } catch (CertificateException otherwise) {
      throw new Unusable(none);
    }
    return Path.of(file);
  }

  /** The system's message for an error with the file, without the file's path. */
  private static String reason(IOException unreadable, String file) {
    String said = String.valueOf(unreadable.getMessage());
    String path = file + " (";
    return said.startsWith(path) && said.endsWith(")")
        ? said.substring(path.length(), said.length() - 1)
        : said;
  }

  private static Duration reconnect(String value) throws Unusable {
    if (value.isEmpty()) {
      return Duration.ZERO;
    }
    try {
      double seconds = Double.parseDouble(value);
      if (seconds >= 0 && seconds <= Integer.MAX_VALUE) {
        return Duration.ofMillis(Math.round(1000 * seconds));
      }
    } catch (NumberFormatException wrong) {
      // The exception below is for text that is no number, and for numbers out of range.
    }
    throw new Unusable(
        "STYCH_RECONNECT must be a number of seconds, such as 60; received '%s'".formatted(value));
  }
}
