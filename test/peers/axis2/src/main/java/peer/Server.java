package peer;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.transport.http.SimpleHTTPServer;

/** A server of the contract on a free port, which writes its address, and a line for each run of an operation. */
public final class Server {
  public static void main(String[] parameters) throws IOException, URISyntaxException {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(repository(), null);
    AxisConfiguration configuration = context.getAxisConfiguration();
    configuration.engageModule("addressing");
    AxisService service = configuration.getService("WarehouseService");
    service.addParameter(Constants.SERVICE_CLASS, Stock.class.getName());
    // In parts, if the request came in parts.
    service.addParameter(Constants.Configuration.ENABLE_MTOM, "optional");
    TransportInDescription transport = configuration.getTransportIn(Constants.TRANSPORT_HTTP);
    int port = freePort();
    transport.addParameter(new Parameter("port", String.valueOf(port)));
    transport.addParameter(new Parameter("hostname", "http://127.0.0.1"));
    SimpleHTTPServer http = new SimpleHTTPServer();
    http.init(context, transport);
    http.start();
    System.out.println("http://127.0.0.1:" + port + "/axis2/services/WarehouseService");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  /** The folder that the build has filled, beside that of the classes. */
  private static String repository() throws URISyntaxException {
    File classes = new File(Server.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return new File(classes.getParentFile(), "repository").getPath();
  }

  /** It tells nobody the port that it takes for 0. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
