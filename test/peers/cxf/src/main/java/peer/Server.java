package peer;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A server of the contract on a free port, which writes its addresses, and a line for each run of an operation. */
public final class Server {
  public static void main(String[] parameters) throws IOException {
    String address = "http://127.0.0.1:" + freePort() + "/stock";
    Endpoint.publish(address, new Soap11());
    Endpoint.publish(address + "12", new Soap12());
    System.out.println(address + " " + address + "12");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  /** CXF has an address before it listens. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @MTOM
  @Addressing
  @WebService(
      endpointInterface = "peer.warehouse.Warehouse",
      targetNamespace = "urn:partner:warehouse",
      serviceName = "WarehouseService",
      portName = "WarehousePort")
  public static final class Soap11 extends Stock {}

  @MTOM
  @Addressing
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(
      endpointInterface = "peer.warehouse.Warehouse",
      targetNamespace = "urn:partner:warehouse",
      serviceName = "WarehouseService",
      portName = "WarehousePort12")
  public static final class Soap12 extends Stock {}
}
