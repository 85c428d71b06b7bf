package peer;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;

/** A client that has the WSDL of a node and a keystore, which WSIT reads of from META-INF/wsit-client.xml. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    Path folder = Path.of(call.get("folder"));
    Files.createDirectories(folder.resolve("META-INF"));
    Files.writeString(folder.resolve("META-INF/wsit-client.xml"), keysIn(Keys.keystore(call)));
    ClassLoader before = Client.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(loader);
      return answer(call);
    } catch (SOAPFaultException exception) {
      return Map.of(
          "fault", exception.getFault().getFaultCodeAsQName().getLocalPart(),
          "reason", exception.getFault().getFaultString());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static Map<String, String> answer(Map<String, String> call) throws Exception {
    String twelve = "1.2".equals(call.get("soap")) ? "12" : "";
    Dispatch<Source> dispatch =
        Service.create(URI.create(call.get("wsdl")).toURL(), new QName(NAMESPACE, "WarehouseService"))
            .createDispatch(
                new QName(NAMESPACE, "WarehousePort" + twelve), Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> context = dispatch.getRequestContext();
    context.put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    context.put(BindingProvider.SOAPACTION_URI_PROPERTY, call.get("action"));
    Source answer = dispatch.invoke(new StreamSource(new StringReader(call.get("payload"))));
    DOMResult result = new DOMResult();
    TransformerFactory.newInstance().newTransformer().transform(answer, result);
    return Map.of("result", result.getNode().getFirstChild().getTextContent());
  }

  private static String keysIn(String store) {
    String keys = "location=\"" + store + "\" type=\"PKCS12\" storepass=\"" + Keys.PASSWORD + "\"";
    return """
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:partner:warehouse"
            targetNamespace="urn:partner:warehouse" name="keys" xmlns:wsp="http://www.w3.org/ns/ws-policy"
            xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
            xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
            xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
            xmlns:sc="http://schemas.sun.com/2006/03/wss/client"
            xmlns:wspp="http://java.sun.com/xml/ns/wsit/policy">
          <wsp:Policy wsu:Id="Keys"><wsp:ExactlyOne><wsp:All>
            <sc:KeyStore wspp:visibility="private" alias="client" KEYS/>
            <sc:TrustStore wspp:visibility="private" peeralias="node" KEYS/>
          </wsp:All></wsp:ExactlyOne></wsp:Policy>
          <message name="Empty"/>
          <portType name="Warehouse"><operation name="Reserve"><input message="tns:Empty"/><output message="tns:Empty"/></operation></portType>
          <binding name="WarehouseHttp" type="tns:Warehouse">
            <wsp:PolicyReference URI="#Keys"/>
            <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
            <operation name="Reserve"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
          </binding>
          <binding name="WarehouseHttp12" type="tns:Warehouse">
            <wsp:PolicyReference URI="#Keys"/>
            <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
            <operation name="Reserve"><input><soap12:body use="literal"/></input><output><soap12:body use="literal"/></output></operation>
          </binding>
          <service name="WarehouseService">
            <port name="WarehousePort" binding="tns:WarehouseHttp"><soap:address location="http://127.0.0.1/"/></port>
            <port name="WarehousePort12" binding="tns:WarehouseHttp12"><soap12:address location="http://127.0.0.1/"/></port>
          </service>
        </definitions>
        """
        .replace("KEYS", keys);
  }
}
