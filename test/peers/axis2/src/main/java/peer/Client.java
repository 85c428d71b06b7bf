package peer;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.activation.DataHandler;
import org.apache.axiom.attachments.ByteArrayDataSource;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.databinding.utils.ConverterUtil;
import org.apache.axis2.kernel.http.HTTPConstants;
import peer.warehouse.StockFault;
import peer.warehouse.WarehouseServiceStub;
import warehouse.partner.Caller;
import warehouse.partner.Echo;
import warehouse.partner.Line;
import warehouse.partner.Mark;
import warehouse.partner.Note;
import warehouse.partner.Reserve;
import warehouse.partner.Ship;
import warehouse.partner.Store;
import warehouse.partner.Values;

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
    // The stub is made for both ports, and begins with SOAP 1.2.
    options.setSoapVersionURI(
        "1.2".equals(call.get("soap"))
            ? SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI
            : SOAP11Constants.SOAP_ENVELOPE_NAMESPACE_URI);
    if (call.containsKey("mtom")) options.setProperty(Constants.Configuration.ENABLE_MTOM, "true");
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
        case "Echo":
          Echo echo = new Echo();
          echo.setValues(values(call));
          return fields(stub.echo(echo).getEchoed());
        case "Mark":
          Mark mark = new Mark();
          mark.setText(call.get("text"));
          Caller caller = new Caller();
          caller.setName(call.get("caller"));
          return Map.of("result", stub.mark(mark, caller).getText());
        case "Store":
          Store store = new Store();
          byte[] content = Base64.getDecoder().decode(call.get("content"));
          store.setContent(
              new DataHandler(new ByteArrayDataSource(content, "application/octet-stream")));
          byte[] stored = stub.store(store).getStored().getInputStream().readAllBytes();
          return Map.of("content", Base64.getEncoder().encodeToString(stored));
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

  private static Values values(Map<String, String> call) {
    Values values = new Values();
    values.setText(call.get("text"));
    values.setCount(Integer.parseInt(call.get("count")));
    values.setAmount(new BigDecimal(call.get("amount")));
    values.setAt(ConverterUtil.convertToDateTime(call.get("at")));
    values.setOpen(Boolean.parseBoolean(call.get("open")));
    values.setItem(call.get("items").split("\\|", -1));
    return values;
  }

  private static Map<String, String> fields(Values values) {
    Map<String, String> fields = new HashMap<>();
    fields.put("text", values.getText());
    fields.put("count", String.valueOf(values.getCount()));
    fields.put("amount", values.getAmount().toPlainString());
    fields.put("at", values.getAt().toInstant().toString());
    fields.put("open", String.valueOf(values.getOpen()));
    fields.put("items", String.join("|", values.getItem()));
    return fields;
  }
}
