package peer;

import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.context.MessageContext;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import org.springframework.ws.soap.SoapHeaderElement;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.addressing.server.annotation.Action;
import org.springframework.ws.soap.server.endpoint.annotation.SoapHeader;
import peer.warehouse.Caller;
import peer.warehouse.Echo;
import peer.warehouse.EchoResponse;
import peer.warehouse.Mark;
import peer.warehouse.MarkResponse;
import peer.warehouse.Note;
import peer.warehouse.Receipt;
import peer.warehouse.Reserve;
import peer.warehouse.ReserveResponse;
import peer.warehouse.Ship;
import peer.warehouse.ShipResponse;
import peer.warehouse.Store;
import peer.warehouse.StoreResponse;

/** The operations of the server: what an item is called says what happens to it, and each run writes a line. */
@Endpoint
public class Stock {
  private static final String NAMESPACE = "urn:partner:warehouse";
  private static final String ACTION = NAMESPACE + "/";

  private final Jaxb2Marshaller marshaller;

  Stock(Jaxb2Marshaller marshaller) {
    this.marshaller = marshaller;
  }

  @Action(
      value = ACTION + "Reserve",
      output = ACTION + "Reserved",
      fault = ACTION + "OutOfStock")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Reserve")
  @ResponsePayload
  public ReserveResponse reserve(@RequestPayload Reserve reserve) throws StockFault {
    String item = reserve.getLine().getItem();
    System.out.println("Reserve " + item);
    if (item.startsWith("broken")) throw new IllegalStateException("the database is away");
    if (item.startsWith("nothing")) throw new StockFault(item, 0);
    ReserveResponse answer = new ReserveResponse();
    answer.setReservation("R-" + item);
    return answer;
  }

  @Action(value = ACTION + "Ship", output = ACTION + "Shipped")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Ship")
  @ResponsePayload
  public ShipResponse ship(@RequestPayload Ship ship) {
    System.out.println("Ship " + ship.getReservation());
    ShipResponse answer = new ShipResponse();
    answer.setParcel("P-" + ship.getReservation());
    return answer;
  }

  @Action(ACTION + "Note")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Note")
  public void note(@RequestPayload Note note) {
    System.out.println("Note " + note.getText());
  }

  @Action(value = ACTION + "Echo", output = ACTION + "Echoed")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Echo")
  @ResponsePayload
  public EchoResponse echo(@RequestPayload Echo echo) {
    EchoResponse answer = new EchoResponse();
    answer.setEchoed(echo.getValues());
    return answer;
  }

  @Action(value = ACTION + "Mark", output = ACTION + "Marked")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Mark")
  @ResponsePayload
  public MarkResponse mark(
      @RequestPayload Mark mark,
      @SoapHeader("{" + NAMESPACE + "}Caller") SoapHeaderElement block,
      MessageContext context) {
    Caller caller = (Caller) marshaller.unmarshal(block.getSource());
    Receipt receipt = new Receipt();
    receipt.setNumber("of " + mark.getText());
    SoapMessage message = (SoapMessage) context.getResponse();
    marshaller.marshal(receipt, message.getSoapHeader().getResult());
    MarkResponse answer = new MarkResponse();
    answer.setText(mark.getText() + ", by " + caller.getName());
    return answer;
  }

  @Action(value = ACTION + "Store", output = ACTION + "Stored")
  @PayloadRoot(namespace = NAMESPACE, localPart = "Store")
  @ResponsePayload
  public StoreResponse store(@RequestPayload Store store) {
    StoreResponse answer = new StoreResponse();
    answer.setStored(store.getContent());
    return answer;
  }
}
