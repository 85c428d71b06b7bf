package peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;

/** The keystore of a client: its own pair as `client`, the certificate of the node as `node`, and that of who issued it. */
public final class Keys {
  public static final String PASSWORD = "changeit";

  /** Made of files in PEM that a call names; whoever runs this takes the folder away. */
  public static String keystore(Map<String, String> call) throws IOException, GeneralSecurityException {
    Path file = Path.of(call.get("folder"), "client.p12");
    if (Files.exists(file)) return file.toString();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "client",
        key(call.get("key")),
        PASSWORD.toCharArray(),
        new Certificate[] {certificate(call.get("certificate"))});
    store.setCertificateEntry("node", certificate(call.get("node")));
    store.setCertificateEntry("authority", certificate(call.get("authority")));
    try (OutputStream written = Files.newOutputStream(file)) {
      store.store(written, PASSWORD.toCharArray());
    }
    return file.toString();
  }

  private static PrivateKey key(String file) throws IOException, GeneralSecurityException {
    String text = Files.readString(Path.of(file)).replaceAll("-----[^-]*-----|\\s", "");
    byte[] octets = Base64.getDecoder().decode(text);
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(octets));
  }

  private static Certificate certificate(String file) throws IOException, GeneralSecurityException {
    byte[] octets = Files.readString(Path.of(file)).getBytes(UTF_8);
    return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(octets));
  }
}
