package peer;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** A client with MTOM and WSS4J's interceptors, each message of which has its security values in parts. */
public final class MtomClient {
  private static final String FILES = "urn:example:files";
  private static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
  private static final String WSU =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";

  @XmlRootElement(name = "Give", namespace = FILES)
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Give {
    @XmlElement(namespace = FILES)
    public byte[] data;
  }

  @XmlRootElement(name = "GiveResponse", namespace = FILES)
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class GiveResponse {
    @XmlElement(namespace = FILES)
    public byte[] data;
  }

  @WebService(name = "Files", targetNamespace = FILES)
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface FilesPort {
    @WebMethod(operationName = "Give")
    @WebResult(name = "GiveResponse", targetNamespace = FILES)
    GiveResponse give(@WebParam(name = "Give", targetNamespace = FILES) Give give);
  }

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(MtomClient::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    FilesPort port = port(call);
    Give give = new Give();
    give.data = new byte[Integer.parseInt(call.get("size"))];
    for (int at = 0; at < give.data.length; at += 1) give.data[at] = (byte) (at * 31 % 251);
    try {
      byte[] data = port.give(give).data;
      return Map.of("result", Arrays.equals(data, give.data) ? "the same bytes" : "other bytes");
    } catch (SOAPFaultException exception) {
      return Map.of(
          "fault", exception.getFault().getFaultCodeAsQName().getLocalPart(),
          "reason", exception.getFault().getFaultString());
    }
  }

  private static FilesPort port(Map<String, String> call) throws Exception {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(FilesPort.class);
    factory.setAddress(call.get("address"));
    if ("1.2".equals(call.get("soap"))) {
      factory.setBindingId(jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING);
    }
    FilesPort port = factory.create(FilesPort.class);
    ((jakarta.xml.ws.soap.SOAPBinding) ((BindingProvider) port).getBinding()).setMTOMEnabled(true);
    Map<String, Object> context = ((BindingProvider) port).getRequestContext();
    context.put("org.apache.cxf.transport.process_fault_on_http_400", true);
    Client client = ClientProxy.getClient(port);
    secure(client, call);
    return port;
  }

  private static void secure(Client client, Map<String, String> call) throws Exception {
    Merlin own = new Merlin();
    own.setKeyStore(store(call));
    CallbackHandler passwords =
        callbacks -> {
          for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword("secret");
        };
    boolean encrypts = call.containsKey("encrypts");
    String actions = encrypts ? "Timestamp Signature Encryption" : "Timestamp Signature";
    Map<String, Object> out = new HashMap<>();
    out.put("action", actions);
    out.put("user", "me");
    out.put("signatureUser", "me");
    out.put("passwordCallbackRef", passwords);
    out.put("signaturePropRefId", "own");
    out.put("own", own);
    out.put("signatureKeyIdentifier", "DirectReference");
    out.put("signatureAlgorithm", RSA_SHA256);
    out.put("signatureDigestAlgorithm", SHA256);
    out.put("encryptionUser", "node");
    out.put("encryptionPropRefId", "own");
    out.put("encryptionSymAlgorithm", XENC11 + "aes256-gcm");
    out.put("encryptionKeyTransportAlgorithm", XENC11 + "rsa-oaep");
    out.put("encryptionDigestAlgorithm", SHA256);
    out.put("encryptionMGFAlgorithm", XENC11 + "mgf1sha256");
    String soap = "1.2".equals(call.get("soap")) ? SOAP_12 : SOAP_11;
    out.put("signatureParts", "{}{" + soap + "}Body;{}{" + WSU + "}Timestamp");
    // Since MTOM is on, storeBytesInAttachment and expandXOPInclude are, too.
    client.getOutInterceptors().add(new WSS4JOutInterceptor(out));
    Map<String, Object> in = new HashMap<>();
    in.put("action", call.getOrDefault("answered", actions));
    in.put("passwordCallbackRef", passwords);
    in.put("signatureVerificationPropRefId", "own");
    in.put("decryptionPropRefId", "own");
    in.put("own", own);
    client.getInInterceptors().add(new WSS4JInInterceptor(in));
    ((HTTPConduit) client.getConduit()).getClient().setReceiveTimeout(60_000);
  }

  /** Own key and the certificate of the node, from files in PEM. */
  private static KeyStore store(Map<String, String> call) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    byte[] der = Base64.getMimeDecoder().decode(inner(Files.readString(Path.of(call.get("key")))));
    PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    Certificate[] chain = {certificate(call.get("certificate"))};
    store.setKeyEntry("me", key, "secret".toCharArray(), chain);
    store.setCertificateEntry("node", certificate(call.get("node")));
    return store;
  }

  private static String inner(String pem) {
    return pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
  }

  private static Certificate certificate(String file) throws Exception {
    byte[] pem = Files.readAllBytes(Path.of(file));
    return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
  }
}
