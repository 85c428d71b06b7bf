package peer;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPathFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.cxf.ws.security.policy.custom.AlgorithmSuiteLoader;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** A client that has the WSDL of a node and a keystore, and nothing else. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  /** A bus of its own: what a client has learned from one WSDL is nothing to the next one. */
  private static Map<String, String> call(Map<String, String> call) throws Exception {
    Bus bus = new CXFBusFactory().createBus();
    BusFactory.setThreadDefaultBus(bus);
    try {
      if (call.containsKey("loader")) bus.setExtension(new StrongSuite(), AlgorithmSuiteLoader.class);
      return answer(call);
    } catch (SOAPFaultException exception) {
      return Map.of(
          "fault", exception.getFault().getFaultCodeAsQName().getLocalPart(),
          "reason", exception.getFault().getFaultString());
    } finally {
      bus.shutdown(true);
    }
  }

  private static Map<String, String> answer(Map<String, String> call) throws Exception {
    QName service = new QName(NAMESPACE, "WarehouseService");
    String twelve = "1.2".equals(call.get("soap")) ? "12" : "";
    QName port = new QName(NAMESPACE, "WarehousePort" + twelve);
    Dispatch<Source> dispatch =
        Service.create(URI.create(call.get("wsdl")).toURL(), service)
            .createDispatch(port, Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> context = dispatch.getRequestContext();
    // Policies of messages hold for operations, which a Dispatch looks up only when it is told to.
    context.put("find.dispatch.operation", true);
    context.put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    context.put(BindingProvider.SOAPACTION_URI_PROPERTY, call.get("action"));
    secure(context, call);
    Source answer = dispatch.invoke(new StreamSource(new StringReader(call.get("payload"))));
    return Map.of("result", text(answer));
  }

  private static void secure(Map<String, Object> context, Map<String, String> call) throws Exception {
    Properties keystore = new Properties();
    keystore.put("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
    keystore.put("org.apache.wss4j.crypto.merlin.keystore.type", "PKCS12");
    keystore.put("org.apache.wss4j.crypto.merlin.keystore.file", Keys.keystore(call));
    keystore.put("org.apache.wss4j.crypto.merlin.keystore.password", Keys.PASSWORD);
    context.put(SecurityConstants.SIGNATURE_PROPERTIES, keystore);
    context.put(SecurityConstants.ENCRYPT_PROPERTIES, keystore);
    context.put(SecurityConstants.SIGNATURE_USERNAME, "client");
    context.put(SecurityConstants.ENCRYPT_USERNAME, "node");
    CallbackHandler password =
        callbacks -> {
          for (var callback : callbacks) ((WSPasswordCallback) callback).setPassword(Keys.PASSWORD);
        };
    context.put(SecurityConstants.CALLBACK_HANDLER, password);
    call.forEach(
        (name, value) -> {
          if (name.startsWith("ws-security.")) context.put(name, value);
        });
  }

  private static String text(Source answer) throws Exception {
    var result = new javax.xml.transform.dom.DOMResult();
    javax.xml.transform.TransformerFactory.newInstance().newTransformer().transform(answer, result);
    return XPathFactory.newInstance().newXPath().evaluate("string(.)", result.getNode());
  }
}
