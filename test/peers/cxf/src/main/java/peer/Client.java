package peer;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import peer.warehouse.Warehouse;
import peer.warehouse.WarehouseService;

/** A client by wsdl2java. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    return Calls.call(port(call), call);
  }

  private static Warehouse port(Map<String, String> call) throws Exception {
    WarehouseService service = service(call.get("wsdl"));
    List<WebServiceFeature> chosen = new ArrayList<>();
    if (call.containsKey("id")) chosen.add(new AddressingFeature(true, true));
    if (call.containsKey("mtom")) chosen.add(new MTOMFeature());
    WebServiceFeature[] features = chosen.toArray(new WebServiceFeature[0]);
    Warehouse warehouse =
        "1.2".equals(call.get("soap"))
            ? service.getWarehousePort12(features)
            : service.getWarehousePort(features);
    Map<String, Object> context = ((BindingProvider) warehouse).getRequestContext();
    context.put("jakarta.xml.ws.client.receiveTimeout", 20_000);
    if (call.containsKey("address")) {
      context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, call.get("address"));
    }
    if (call.containsKey("id")) {
      AddressingProperties addressing = new AddressingProperties();
      AttributedURIType id = new AttributedURIType();
      id.setValue(call.get("id"));
      addressing.setMessageID(id);
      context.put(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES, addressing);
    }
    // Without it, CXF drops whatever comes with the status 400, which SOAP 1.2 has for faults of the sender.
    if (call.containsKey("reads400")) {
      context.put("org.apache.cxf.transport.process_fault_on_http_400", true);
    }
    return warehouse;
  }

  private static WarehouseService service(String wsdl) throws Exception {
    if (wsdl == null) return new WarehouseService();
    return new WarehouseService(
        URI.create(wsdl).toURL(), new QName(NAMESPACE, "WarehouseService"));
  }
}
