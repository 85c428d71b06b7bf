package peer;

import com.sun.net.httpserver.HttpServer;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A server of the contract on a free port, which writes its addresses, and a line for each run of an operation. */
public final class Server {
  public static void main(String[] parameters) throws IOException {
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    Endpoint.create(new Soap11()).publish(http.createContext("/stock"));
    Endpoint.create(new Soap12()).publish(http.createContext("/stock12"));
    http.start();
    String address = "http://127.0.0.1:" + http.getAddress().getPort() + "/stock";
    System.out.println(address + " " + address + "12");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
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
