package peer;

import jakarta.xml.ws.Holder;
import peer.warehouse.Caller;
import peer.warehouse.Line;
import peer.warehouse.Mark;
import peer.warehouse.MarkResponse;
import peer.warehouse.OutOfStock;
import peer.warehouse.Receipt;
import peer.warehouse.StockFault;
import peer.warehouse.Values;
import peer.warehouse.Warehouse;

/** The operations of a server: what an item is called says what happens to it, and each run writes a line. */
abstract class Stock implements Warehouse {
  @Override
  public String reserve(Line line) throws StockFault {
    System.out.println("Reserve " + line.getItem());
    if (line.getItem().startsWith("broken")) {
      throw new IllegalStateException("the database is away");
    }
    if (line.getItem().startsWith("nothing")) {
      OutOfStock detail = new OutOfStock();
      detail.setItem(line.getItem());
      detail.setLeft(0);
      throw new StockFault("There is none.", detail);
    }
    return "R-" + line.getItem();
  }

  @Override
  public String ship(String reservation) {
    System.out.println("Ship " + reservation);
    return "P-" + reservation;
  }

  @Override
  public void note(String text) {
    System.out.println("Note " + text);
  }

  @Override
  public Values echo(Values values) {
    return values;
  }

  @Override
  public void mark(Mark mark, Caller caller, Holder<MarkResponse> marked, Holder<Receipt> receipt) {
    marked.value = new MarkResponse();
    marked.value.setText(mark.getText() + ", by " + caller.getName());
    receipt.value = new Receipt();
    receipt.value.setNumber("of " + mark.getText());
  }

  @Override
  public byte[] store(byte[] content) {
    return content;
  }
}
