package peer;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.util.Map;
import java.util.Properties;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.neethi.Policy;
import org.apache.rampart.policy.model.CryptoConfig;
import org.apache.rampart.policy.model.RampartConfig;

/** A client that has the WSDL of a node and a keystore, and nothing else. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  /** A context of its own: what a client has learned from one WSDL is nothing to the next one. */
  private static Map<String, String> call(Map<String, String> call) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
    try {
      return Map.of("result", text(answer(context, call)));
    } catch (AxisFault fault) {
      if (fault.getFaultCode() == null) throw fault;
      return Map.of(
          "fault", fault.getFaultCode().getLocalPart(), "reason", String.valueOf(fault.getReason()));
    } finally {
      context.terminate();
    }
  }

  private static OMElement answer(ConfigurationContext context, Map<String, String> call)
      throws Exception {
    String port = "1.2".equals(call.get("soap")) ? "WarehousePort12" : "WarehousePort";
    ServiceClient client =
        new ServiceClient(
            context,
            URI.create(call.get("wsdl")).toURL(),
            new QName(NAMESPACE, "WarehouseService"),
            port);
    try {
      client.engageModule("rampart");
      client.getAxisService().getPolicySubject().attachPolicy(keys(call));
      OMElement request =
          OMXMLBuilderFactory.createOMBuilder(new StringReader(call.get("payload")))
              .getDocumentElement();
      return client.sendReceive(new QName(NAMESPACE, "Reserve"), request);
    } finally {
      client.cleanupTransport();
      client.cleanup();
    }
  }

  /** What a WSDL cannot say: RampartConfig, as its documentation has it in the policy. */
  private static Policy keys(Map<String, String> call) throws Exception {
    Properties keystore = new Properties();
    keystore.put("org.apache.ws.security.crypto.merlin.keystore.type", "PKCS12");
    keystore.put("org.apache.ws.security.crypto.merlin.file", Keys.keystore(call));
    keystore.put("org.apache.ws.security.crypto.merlin.keystore.password", Keys.PASSWORD);
    CryptoConfig crypto = new CryptoConfig();
    crypto.setProvider("org.apache.ws.security.components.crypto.Merlin");
    crypto.setProp(keystore);
    RampartConfig config = new RampartConfig();
    config.setUser("client");
    config.setUserCertAlias("client");
    config.setEncryptionUser("node");
    config.setPwCbClass(Passwords.class.getName());
    config.setSigCryptoConfig(crypto);
    config.setEncrCryptoConfig(crypto);
    Policy policy = new Policy();
    policy.addAssertion(config);
    return policy;
  }

  private static String text(OMElement answer) {
    return answer.getFirstElement().getText();
  }
}
