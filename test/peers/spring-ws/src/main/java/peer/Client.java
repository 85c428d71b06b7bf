package peer;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import javax.xml.namespace.QName;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.client.core.WebServiceMessageCallback;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.client.support.interceptor.ClientInterceptor;
import org.springframework.ws.client.support.interceptor.ClientInterceptorAdapter;
import org.springframework.ws.context.MessageContext;
import org.springframework.ws.soap.SoapFaultDetail;
import org.springframework.ws.soap.SoapFaultDetailElement;
import org.springframework.ws.soap.SoapHeaderElement;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.SoapVersion;
import org.springframework.ws.soap.addressing.client.ActionCallback;
import org.springframework.ws.soap.client.SoapFaultClientException;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;
import peer.warehouse.Caller;
import peer.warehouse.Echo;
import peer.warehouse.EchoResponse;
import peer.warehouse.Line;
import peer.warehouse.Mark;
import peer.warehouse.MarkResponse;
import peer.warehouse.Note;
import peer.warehouse.OutOfStock;
import peer.warehouse.Receipt;
import peer.warehouse.Reserve;
import peer.warehouse.ReserveResponse;
import peer.warehouse.Ship;
import peer.warehouse.ShipResponse;
import peer.warehouse.Store;
import peer.warehouse.StoreResponse;

/** A client by WebServiceTemplate; its operations are what the schema of the contract declares. */
public final class Client {
  private static final String NAMESPACE = "urn:partner:warehouse";
  private static final Jaxb2Marshaller MARSHALLER = new Jaxb2Marshaller();
  private static final Jaxb2Marshaller MTOM = new Jaxb2Marshaller();

  public static void main(String[] parameters) throws IOException {
    MARSHALLER.setContextPath("peer.warehouse");
    MTOM.setContextPath("peer.warehouse");
    MTOM.setMtomEnabled(true);
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    try {
      Receipts receipts = new Receipts();
      Object answer =
          template(call, receipts).marshalSendAndReceive(call.get("address"), request(call), callback(call));
      if (answer instanceof EchoResponse response) return Fields.of(response.getEchoed());
      if (answer instanceof StoreResponse response) {
        return Map.of("content", Base64.getEncoder().encodeToString(response.getStored()));
      }
      if (answer instanceof MarkResponse response) {
        return Map.of("result", response.getText(), "receipt", receipts.number());
      }
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

  private static Object request(Map<String, String> call) throws Exception {
    switch (call.get("operation")) {
      case "Reserve":
        Line line = new Line();
        line.setItem(call.get("item"));
        line.setCount(Integer.parseInt(call.get("count")));
        Reserve reserve = new Reserve();
        reserve.setLine(line);
        return reserve;
      case "Echo":
        Echo echo = new Echo();
        echo.setValues(Fields.values(call));
        return echo;
      case "Mark":
        Mark mark = new Mark();
        mark.setText(call.get("text"));
        return mark;
      case "Store":
        Store store = new Store();
        store.setContent(Base64.getDecoder().decode(call.get("content")));
        return store;
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

  private static WebServiceTemplate template(Map<String, String> call, Receipts receipts)
      throws Exception {
    SaajSoapMessageFactory messages = new SaajSoapMessageFactory();
    messages.setSoapVersion("1.2".equals(call.get("soap")) ? SoapVersion.SOAP_12 : SoapVersion.SOAP_11);
    messages.afterPropertiesSet();
    WebServiceTemplate template = new WebServiceTemplate(messages);
    Jaxb2Marshaller marshaller = call.containsKey("mtom") ? MTOM : MARSHALLER;
    template.setMarshaller(marshaller);
    template.setUnmarshaller(marshaller);
    template.setMessageSender(call.containsKey("store") ? Mail.sender(call) : http());
    template.setInterceptors(new ClientInterceptor[] {receipts});
    return template;
  }

  private static WebServiceMessageSender http() {
    HttpUrlConnectionMessageSender sender = new HttpUrlConnectionMessageSender();
    sender.setConnectionTimeout(Duration.ofSeconds(20));
    sender.setReadTimeout(Duration.ofSeconds(20));
    return sender;
  }

  private static WebServiceMessageCallback callback(Map<String, String> call) {
    ActionCallback addressing = addressing(call);
    if (!call.containsKey("caller")) return addressing;
    Caller caller = new Caller();
    caller.setName(call.get("caller"));
    return message -> {
      addressing.doWithMessage(message);
      MARSHALLER.marshal(caller, ((SoapMessage) message).getSoapHeader().getResult());
    };
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

  /** Spring's template has the block of an answer for interceptors alone. */
  private static final class Receipts extends ClientInterceptorAdapter {
    private String number = "";

    String number() {
      return number;
    }

    @Override
    public boolean handleResponse(MessageContext context) {
      SoapMessage answer = (SoapMessage) context.getResponse();
      if (answer.getSoapHeader() == null) return true;
      Iterator<SoapHeaderElement> blocks =
          answer.getSoapHeader().examineHeaderElements(new QName(NAMESPACE, "Receipt"));
      if (blocks.hasNext()) {
        number = ((Receipt) unmarshalled(blocks.next())).getNumber();
      }
      return true;
    }
  }

  private static Object unmarshalled(SoapHeaderElement block) {
    return MARSHALLER.unmarshal(block.getSource());
  }
}
