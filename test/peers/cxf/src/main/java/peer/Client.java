package peer;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import peer.warehouse.Line;
import peer.warehouse.StockFault;
import peer.warehouse.Warehouse;
import peer.warehouse.WarehouseService;

/** A client by wsdl2java. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    Warehouse warehouse = port(call);
    try {
      switch (call.get("operation")) {
        case "Reserve":
          Line line = new Line();
          line.setItem(call.get("item"));
          line.setCount(Integer.parseInt(call.get("count")));
          return Map.of("result", String.valueOf(warehouse.reserve(line)));
        case "Ship":
          return Map.of("result", String.valueOf(warehouse.ship(call.get("reservation"))));
        default:
          warehouse.note(call.get("text"));
          return Map.of("result", "sent");
      }
    } catch (StockFault fault) {
      return Map.of(
          "declared", "StockFault",
          "item", fault.getFaultInfo().getItem(),
          "left", String.valueOf(fault.getFaultInfo().getLeft()));
    } catch (SOAPFaultException exception) {
      return Map.of(
          "fault", exception.getFault().getFaultCodeAsQName().getLocalPart(),
          "reason", exception.getFault().getFaultString());
    }
  }

  private static Warehouse port(Map<String, String> call) throws Exception {
    WarehouseService service = service(call.get("wsdl"));
    WebServiceFeature[] features =
        call.containsKey("id")
            ? new WebServiceFeature[] {new AddressingFeature(true, true)}
            : new WebServiceFeature[] {};
    Warehouse warehouse = port(service, call, features);
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

  /** The contract has a port for SOAP 1.1 alone; for SOAP 1.2 the interface is enough. */
  private static Warehouse port(
      WarehouseService service, Map<String, String> call, WebServiceFeature[] features) {
    if (!"1.2".equals(call.get("soap"))) return service.getWarehousePort(features);
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(Warehouse.class);
    factory.setBindingId(SOAPBinding.SOAP12HTTP_BINDING);
    factory.setAddress(call.get("address"));
    return factory.create(Warehouse.class);
  }
}
