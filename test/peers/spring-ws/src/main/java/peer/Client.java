package peer;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.soap.SoapFaultDetail;
import org.springframework.ws.soap.SoapFaultDetailElement;
import org.springframework.ws.soap.addressing.client.ActionCallback;
import org.springframework.ws.soap.client.SoapFaultClientException;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;
import peer.warehouse.Line;
import peer.warehouse.Note;
import peer.warehouse.OutOfStock;
import peer.warehouse.Reserve;
import peer.warehouse.ReserveResponse;
import peer.warehouse.Ship;
import peer.warehouse.ShipResponse;

/** A client by WebServiceTemplate; its operations are what the schema of the contract declares. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";
  private static final Jaxb2Marshaller MARSHALLER = new Jaxb2Marshaller();

  public static void main(String[] parameters) throws IOException {
    MARSHALLER.setContextPath("peer.warehouse");
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    try {
      Object answer = template().marshalSendAndReceive(call.get("address"), request(call), addressing(call));
      if (answer instanceof ReserveResponse response) return Map.of("result", response.getReservation());
      if (answer instanceof ShipResponse response) return Map.of("result", response.getParcel());
      return Map.of("result", call.get("operation").equals("Note") ? "sent" : String.valueOf(answer));
    } catch (SoapFaultClientException exception) {
      Object detail = detail(exception.getSoapFault().getFaultDetail());
      if (detail instanceof OutOfStock stock) {
        return Map.of(
            "declared", "StockFault",
            "item", stock.getItem(),
            "left", String.valueOf(stock.getLeft()));
      }
      return Map.of(
          "fault", exception.getFaultCode().getLocalPart(),
          "reason", exception.getFaultStringOrReason());
    }
  }

  private static Object request(Map<String, String> call) {
    switch (call.get("operation")) {
      case "Reserve":
        Line line = new Line();
        line.setItem(call.get("item"));
        line.setCount(Integer.parseInt(call.get("count")));
        Reserve reserve = new Reserve();
        reserve.setLine(line);
        return reserve;
      case "Ship":
        Ship ship = new Ship();
        ship.setReservation(call.get("reservation"));
        return ship;
      default:
        Note note = new Note();
        note.setText(call.get("text"));
        return note;
    }
  }

  private static WebServiceTemplate template() {
    HttpUrlConnectionMessageSender sender = new HttpUrlConnectionMessageSender();
    sender.setConnectionTimeout(Duration.ofSeconds(20));
    sender.setReadTimeout(Duration.ofSeconds(20));
    WebServiceTemplate template = new WebServiceTemplate(MARSHALLER);
    template.setMessageSender(sender);
    return template;
  }

  /** SOAPAction and the blocks of WS-Addressing, as Spring's documentation has it. */
  private static ActionCallback addressing(Map<String, String> call) {
    ActionCallback callback = new ActionCallback(URI.create(NAMESPACE + "/" + call.get("operation")));
    if (call.containsKey("id")) callback.setMessageIdStrategy(new FixedId(URI.create(call.get("id"))));
    return callback;
  }

  private static Object detail(SoapFaultDetail detail) throws IOException {
    if (detail == null) return null;
    Iterator<SoapFaultDetailElement> entries = detail.getDetailEntries();
    if (!entries.hasNext()) return null;
    SoapFaultDetailElement entry = entries.next();
    return entry.getName().getNamespaceURI().equals(NAMESPACE)
        ? MARSHALLER.unmarshal(entry.getSource())
        : null;
  }
}
