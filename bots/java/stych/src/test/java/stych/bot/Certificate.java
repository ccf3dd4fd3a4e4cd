package stych.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A certificate for localhost that is signed by itself.
 *
 * @param pem the file that a bot is to trust
 * @param keyManagers what the referee needs to show the certificate
 */
record Certificate(Path pem, KeyManager[] keyManagers) {
  private static final String PASSWORD = "secret";
  private static final String ALIAS = "referee";

  static Certificate make(Path folder) throws Exception {
    Path file = Files.createDirectory(folder).resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost")
            .inheritIO()
            .start();
    assertEquals(0, keytool.waitFor());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream keys = Files.newInputStream(file)) {
      store.load(keys, PASSWORD.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD.toCharArray());
    String encoded =
        Base64.getMimeEncoder().encodeToString(store.getCertificate(ALIAS).getEncoded());
    Path pem =
        Files.writeString(
            folder.resolve("authorities.pem"),
            "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n");
    return new Certificate(pem, factory.getKeyManagers());
  }
}
