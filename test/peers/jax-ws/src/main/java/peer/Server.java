package peer;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import peer.warehouse.Line;
import peer.warehouse.OutOfStock;
import peer.warehouse.StockFault;
import peer.warehouse.Warehouse;

/** A server of the contract on a free port, which writes its address, and a line for each run of an operation. */
@WebService(
    endpointInterface = "peer.warehouse.Warehouse",
    targetNamespace = "urn:partner:warehouse",
    serviceName = "WarehouseService",
    portName = "WarehousePort")
public final class Server implements Warehouse {
  public static void main(String[] parameters) throws IOException {
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    HttpContext context = http.createContext("/stock");
    Endpoint.create(new Server()).publish(context);
    http.start();
    System.out.println("http://127.0.0.1:" + http.getAddress().getPort() + "/stock");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

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
}
