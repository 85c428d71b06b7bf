package peer;

import java.io.IOException;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.kernel.http.HTTPConstants;
import peer.warehouse.StockFault;
import peer.warehouse.WarehouseServiceStub;
import warehouse.partner.Line;
import warehouse.partner.Note;
import warehouse.partner.Reserve;
import warehouse.partner.Ship;

/** A client by the stubs of WSDL2Java. */
public final class Client {
  private static ConfigurationContext configuration;

  public static void main(String[] parameters) throws IOException {
    configuration = ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
    Dialogue.run(Client::call);
  }

  private static Map<String, String> call(Map<String, String> call) throws Exception {
    WarehouseServiceStub stub = new WarehouseServiceStub(configuration, call.get("address"));
    Options options = stub._getServiceClient().getOptions();
    options.setProperty(HTTPConstants.CONNECTION_TIMEOUT, 20_000);
    options.setProperty(HTTPConstants.SO_TIMEOUT, 20_000);
    if (call.containsKey("id")) options.setMessageId(call.get("id"));
    try {
      switch (call.get("operation")) {
        case "Reserve":
          Line line = new Line();
          line.setItem(call.get("item"));
          line.setCount(Integer.parseInt(call.get("count")));
          Reserve reserve = new Reserve();
          reserve.setLine(line);
          return Map.of("result", stub.reserve(reserve).getReservation());
        case "Ship":
          Ship ship = new Ship();
          ship.setReservation(call.get("reservation"));
          return Map.of("result", stub.ship(ship).getParcel());
        default:
          Note note = new Note();
          note.setText(call.get("text"));
          stub.note(note);
          return Map.of("result", "sent");
      }
    } catch (StockFault fault) {
      return Map.of(
          "declared", "StockFault",
          "item", fault.getFaultMessage().getItem(),
          "left", String.valueOf(fault.getFaultMessage().getLeft()));
    } catch (AxisFault fault) {
      if (fault.getFaultCode() == null) throw fault;
      return Map.of("fault", fault.getFaultCode().getLocalPart(), "reason", fault.getReason());
    } finally {
      stub.cleanup();
    }
  }
}
