/* One message secured by WSS4J: the order in lines of path and value, what it understood in such lines. */
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.apache.ws.security.message.token.SignatureConfirmation;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class WssCall {
  private static final Map<String, String> ASKED = new TreeMap<String, String>();
  private static PrintStream out;

  public static void main(String[] unused) throws Exception {
    out = new PrintStream(System.out, true, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = lines.readLine()) != null;) {
      int space = line.indexOf(' ');
      ASKED.put(line.substring(0, space), line.substring(space + 1));
    }
    WSSConfig.init();
    Merlin own = cryptoOf("key", "certificate", null);
    Merlin theirs = cryptoOf(null, null, "peer");
    byte[] signature = null;
    if (ASKED.containsKey("in")) {
      Document message = read(Files.readAllBytes(Paths.get(ASKED.get("in"))));
      secure(message, own, theirs);
      signature = signatureOf(message);
      byte[] text = write(message);
      Files.write(Paths.get(ASKED.get("out")), text);
      if (ASKED.containsKey("url")) send(text);
    }
    if (ASKED.containsKey("answer")) verify(own, theirs, signature);
  }

  private static boolean has(String path) {
    return ASKED.containsKey(path);
  }

  private static String text(String path, String otherwise) {
    return has(path) ? ASKED.get(path) : otherwise;
  }

  /* A key store with our own pair, or with what is trusted, made of files in PEM. */
  private static Merlin cryptoOf(String key, String certificate, String peer) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    if (key != null && has(key)) {
      String pem = new String(Files.readAllBytes(Paths.get(ASKED.get(key))), "UTF-8");
      byte[] bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
      PrivateKey own = null;
      for (String algorithm : new String[] {"RSA", "EC"}) {
        try {
          own = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        } catch (java.security.spec.InvalidKeySpecException other) {
          continue;
        }
      }
      store.setKeyEntry("own", own, "secret".toCharArray(), certificatesOf(certificate));
    }
    if (peer != null && has(peer)) {
      int number = 0;
      for (Certificate one : certificatesOf(peer)) store.setCertificateEntry("peer" + number++, one);
    }
    Merlin crypto = new Merlin();
    crypto.setKeyStore(store);
    return crypto;
  }

  private static Certificate[] certificatesOf(String path) throws Exception {
    InputStream bytes = Files.newInputStream(Paths.get(ASKED.get(path)));
    Collection<? extends Certificate> all = CertificateFactory.getInstance("X.509").generateCertificates(bytes);
    return all.toArray(new Certificate[0]);
  }

  private static void secure(Document message, Merlin own, Merlin theirs) throws Exception {
    WSSConfig config = WSSConfig.getNewInstance();
    WSSecHeader header = has("actor") ? new WSSecHeader(ASKED.get("actor"), true) : new WSSecHeader("", true);
    header.insertSecurityHeader(message);
    List<WSEncryptionPart> parts = new ArrayList<WSEncryptionPart>();
    String soap = message.getDocumentElement().getNamespaceURI();
    parts.add(new WSEncryptionPart("Body", soap, "Content"));
    if (has("timestamp")) {
      WSSecTimestamp timestamp = new WSSecTimestamp(config);
      timestamp.setTimeToLive(Integer.parseInt(ASKED.get("timestamp")));
      timestamp.build(message, header);
      parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, "Element"));
    }
    if (has("user")) {
      WSSecUsernameToken token = new WSSecUsernameToken(config);
      boolean digest = text("passwordType", "digest").equals("digest");
      token.setPasswordType(digest ? WSConstants.PASSWORD_DIGEST : WSConstants.PASSWORD_TEXT);
      token.setUserInfo(ASKED.get("user"), ASKED.get("password"));
      token.addNonce();
      token.addCreated();
      token.build(message, header);
      if (has("reference")) parts.add(new WSEncryptionPart("UsernameToken", WSConstants.WSSE_NS, "Element"));
    }
    if (has("reference")) {
      WSSecSignature signature = new WSSecSignature(config);
      signature.setUserInfo("own", "secret");
      signature.setKeyIdentifierType(referenceOf(ASKED.get("reference")));
      signature.setSignatureAlgorithm(text("algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"));
      signature.setDigestAlgo(text("digest", WSConstants.SHA256));
      signature.setSigCanonicalization(WSConstants.C14N_EXCL_OMIT_COMMENTS);
      // Signs the token that the signature is made with, by STR-Transform.
      if (has("strTransform")) parts.add(new WSEncryptionPart("STRTransform", "", "Element"));
      signature.setParts(parts);
      signature.build(message, own, header);
    }
    if (has("encrypt")) {
      WSSecEncrypt encrypt = new WSSecEncrypt(config);
      encrypt.setUserInfo("peer0");
      encrypt.setKeyIdentifierType(referenceOf(ASKED.get("encrypt")));
      encrypt.setSymmetricEncAlgorithm(text("cipher", WSConstants.AES_256_GCM));
      encrypt.setKeyEnc(text("keyTransport", WSConstants.KEYTRANSPORT_RSAOEP));
      encrypt.setParts(Arrays.asList(new WSEncryptionPart("Body", soap, "Content")));
      encrypt.build(message, theirs, header);
    }
  }

  private static int referenceOf(String name) {
    switch (name) {
      case "token": return WSConstants.BST_DIRECT_REFERENCE;
      case "issuer-serial": return WSConstants.ISSUER_SERIAL;
      case "key-identifier": return WSConstants.SKI_KEY_IDENTIFIER;
      case "thumbprint": return WSConstants.THUMBPRINT_IDENTIFIER;
      case "certificate": return WSConstants.X509_KEY_IDENTIFIER;
      case "key-value": return WSConstants.KEY_VALUE;
      default: throw new IllegalArgumentException(name);
    }
  }

  private static void send(byte[] text) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) new URL(ASKED.get("url")).openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setReadTimeout(20000);
    connection.setRequestProperty("Content-Type", ASKED.get("type"));
    connection.setRequestProperty("SOAPAction", "\"\"");
    connection.getOutputStream().write(text);
    int status = connection.getResponseCode();
    out.println("status " + status);
    InputStream came = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] piece = new byte[8192];
    for (int count; came != null && (count = came.read(piece)) > 0;) bytes.write(piece, 0, count);
    Files.write(Paths.get(ASKED.get("answer")), bytes.toByteArray());
  }

  private static void verify(Merlin own, Merlin theirs, byte[] sent) throws Exception {
    Document answer = read(Files.readAllBytes(Paths.get(ASKED.get("answer"))));
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(!has("lenient"));
    engine.setWssConfig(config);
    CallbackHandler passwords = new CallbackHandler() {
      public void handle(Callback[] callbacks) {
        for (Callback one : callbacks) ((WSPasswordCallback) one).setPassword(text("password", "secret"));
      }
    };
    try {
      List<WSSecurityEngineResult> results =
          engine.processSecurityHeader(answer, text("answerActor", ""), passwords, theirs, own);
      int number = 0;
      for (WSSecurityEngineResult result : results == null ? new ArrayList<WSSecurityEngineResult>() : results) {
        int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
        if (action == WSConstants.SC) {
          SignatureConfirmation confirmation =
              (SignatureConfirmation) result.get(WSSecurityEngineResult.TAG_SIGNATURE_CONFIRMATION);
          out.println("confirmed " + (sent != null && Arrays.equals(sent, confirmation.getSignatureValue())));
        }
        if (action == WSConstants.SIGN) {
          X509Certificate by = (X509Certificate) result.get(WSSecurityEngineResult.TAG_X509_CERTIFICATE);
          out.println("by " + (by == null ? "" : by.getSubjectX500Principal().getName()));
        }
        if (action == WSConstants.UT) out.println("user " + result.get(WSSecurityEngineResult.TAG_PRINCIPAL));
        List<?> references = (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
        if (references == null) continue;
        String what = action == WSConstants.ENCR ? "decrypted." : "signed.";
        for (Object reference : references) {
          out.println(what + number++ + " " + ((WSDataRef) reference).getName());
        }
      }
      out.println("verified " + (results != null && !results.isEmpty()));
    } catch (org.apache.ws.security.WSSecurityException refused) {
      out.println("verified false");
      out.println("why " + String.valueOf(refused.getMessage()).replace('\n', ' '));
      refused.printStackTrace();
    }
    for (String name : new String[] {"result", "faultcode", "faultstring", "Text"}) {
      NodeList found = answer.getElementsByTagNameNS("*", name);
      if (found.getLength() == 0) found = answer.getElementsByTagName(name);
      if (found.getLength() > 0) out.println(name + " " + ((Element) found.item(0)).getTextContent());
    }
  }

  private static byte[] signatureOf(Document message) {
    NodeList found = message.getElementsByTagNameNS(WSConstants.SIG_NS, "SignatureValue");
    return found.getLength() == 0 ? null
        : Base64.getMimeDecoder().decode(((Element) found.item(0)).getTextContent());
  }

  private static Document read(byte[] bytes) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
  }

  private static byte[] write(Document document) throws Exception {
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    transformer.transform(new DOMSource(document), new StreamResult(bytes));
    return new String(bytes.toByteArray(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }
}
