package peer;

import org.springframework.ws.soap.server.endpoint.annotation.FaultCode;
import org.springframework.ws.soap.server.endpoint.annotation.SoapFault;
import peer.warehouse.OutOfStock;

/** The fault that the contract declares. */
@SoapFault(faultCode = FaultCode.CLIENT, faultStringOrReason = "There is none.")
final class StockFault extends Exception {
  private final transient OutOfStock detail = new OutOfStock();

  StockFault(String item, int left) {
    detail.setItem(item);
    detail.setLeft(left);
  }

  OutOfStock detail() {
    return detail;
  }
}
