package peer;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;
import peer.warehouse.StockFault;
import peer.warehouse.WarehouseServiceSkeletonInterface;
import warehouse.partner.Caller;
import warehouse.partner.Echo;
import warehouse.partner.EchoResponse;
import warehouse.partner.Mark;
import warehouse.partner.MarkResponse;
import warehouse.partner.Note;
import warehouse.partner.OutOfStock;
import warehouse.partner.Reserve;
import warehouse.partner.ReserveResponse;
import warehouse.partner.Ship;
import warehouse.partner.ShipResponse;
import warehouse.partner.Store;
import warehouse.partner.StoreResponse;

/** The operations of the server: what an item is called says what happens to it, and each run writes a line. */
public final class Stock implements WarehouseServiceSkeletonInterface {
  @Override
  public ReserveResponse reserve(Reserve reserve) throws StockFault {
    String item = reserve.getLine().getItem();
    System.out.println("Reserve " + item);
    if (item.startsWith("broken")) throw new IllegalStateException("the database is away");
    if (item.startsWith("nothing")) {
      OutOfStock detail = new OutOfStock();
      detail.setItem(item);
      detail.setLeft(0);
      StockFault fault = new StockFault("There is none.");
      fault.setFaultMessage(detail);
      throw fault;
    }
    ReserveResponse answer = new ReserveResponse();
    answer.setReservation("R-" + item);
    return answer;
  }

  @Override
  public ShipResponse ship(Ship ship) {
    System.out.println("Ship " + ship.getReservation());
    ShipResponse answer = new ShipResponse();
    answer.setParcel("P-" + ship.getReservation());
    return answer;
  }

  @Override
  public void note(Note note) {
    System.out.println("Note " + note.getText());
  }

  @Override
  public EchoResponse echo(Echo echo) {
    EchoResponse answer = new EchoResponse();
    answer.setEchoed(echo.getValues());
    return answer;
  }

  /** The skeleton has no parameters for header blocks: that of the request is in the message, that of the answer nowhere. */
  @Override
  public MarkResponse mark(Mark mark) {
    OMElement block =
        MessageContext.getCurrentMessageContext()
            .getEnvelope()
            .getHeader()
            .getFirstChildWithName(new QName("urn:partner:warehouse", "Caller"));
    try {
      Caller caller = Caller.Factory.parse(block.getXMLStreamReaderWithoutCaching());
      MarkResponse answer = new MarkResponse();
      answer.setText(mark.getText() + ", by " + caller.getName());
      return answer;
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  @Override
  public StoreResponse store(Store store) {
    StoreResponse answer = new StoreResponse();
    answer.setStored(store.getContent());
    return answer;
  }
}
