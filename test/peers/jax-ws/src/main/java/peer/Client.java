package peer;

import com.sun.xml.ws.api.message.Header;
import com.sun.xml.ws.api.message.Headers;
import com.sun.xml.ws.developer.WSBindingProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import peer.warehouse.Warehouse;
import peer.warehouse.WarehouseService;

/** A client by wsimport. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";
  private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  public static void main(String[] parameters) throws IOException {
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    return Calls.call(port(call), call);
  }

  private static Warehouse port(Map<String, String> call) throws Exception {
    WarehouseService service = service(call.get("wsdl"));
    WebServiceFeature[] features =
        call.containsKey("mtom")
            ? new WebServiceFeature[] {new MTOMFeature()}
            : new WebServiceFeature[] {};
    Warehouse warehouse =
        "1.2".equals(call.get("soap"))
            ? service.getWarehousePort12(features)
            : service.getWarehousePort(features);
    Map<String, Object> context = ((BindingProvider) warehouse).getRequestContext();
    context.put("com.sun.xml.ws.request.timeout", 20_000);
    if (call.containsKey("address")) {
      context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, call.get("address"));
    }
    if (call.containsKey("id")) {
      List<Header> headers = new ArrayList<>();
      headers.add(block("Action", NAMESPACE + "/" + call.get("operation")));
      headers.add(block("MessageID", call.get("id")));
      ((WSBindingProvider) warehouse).setOutboundHeaders(headers);
    }
    return warehouse;
  }

  private static Header block(String name, String value) {
    return Headers.create(new QName(ADDRESSING, name), value);
  }

  private static WarehouseService service(String wsdl) throws Exception {
    if (wsdl == null) return new WarehouseService();
    return new WarehouseService(
        URI.create(wsdl).toURL(), new QName(NAMESPACE, "WarehouseService"));
  }
}
