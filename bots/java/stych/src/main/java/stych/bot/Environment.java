package stych.bot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the referee tells a bot by its environment.
 *
 * @param address a gRPC target: {@code unix:/path} or {@code host:port}
 * @param token what opens the stream
 * @param tls how the connection is secured
 * @param reconnect for how long a lost connection is dialled again
 */
record Environment(
    String address, String token, String name, String version, Tls tls, Duration reconnect) {

  /**
   * Whether there is TLS, and whom to trust.
   *
   * @param authorities a PEM file; without one the system's authorities
   */
  record Tls(boolean on, Optional<Path> authorities) {}

  /** The environment cannot be used; the message says why in one sentence. */
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
    Path authorities = Path.of(value);
    if (!holdsCertificates(authorities)) {
      throw new Unusable(
          "STYCH_TLS is '%s': it must be 'on' or a PEM file with the authorities to trust"
              .formatted(value));
    }
    return new Tls(true, Optional.of(authorities));
  }

  private static boolean holdsCertificates(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      return !CertificateFactory.getInstance("X.509").generateCertificates(pem).isEmpty();
    } catch (IOException | CertificateException unreadable) {
      return false;
    }
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
      // Said below, as for a number that is none of seconds.
    }
    throw new Unusable(
        "STYCH_RECONNECT is '%s': it must be a number of seconds such as 30".formatted(value));
  }
}
