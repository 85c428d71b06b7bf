package peer;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.ws.soap.SoapVersion;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.soap.server.SoapMessageDispatcher;
import org.springframework.ws.transport.http.WebServiceMessageReceiverHttpHandler;

/** A server of the contract on a free port, which writes its addresses, and a line for each run of an operation. */
public final class Server {
  public static void main(String[] parameters) throws IOException {
    SoapMessageDispatcher dispatcher =
        new AnnotationConfigApplicationContext(Services.class).getBean(SoapMessageDispatcher.class);
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    http.createContext("/stock", handler(dispatcher, SoapVersion.SOAP_11));
    http.createContext("/stock12", handler(dispatcher, SoapVersion.SOAP_12));
    http.start();
    String address = "http://127.0.0.1:" + http.getAddress().getPort() + "/stock";
    System.out.println(address + " " + address + "12");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  private static HttpHandler handler(SoapMessageDispatcher dispatcher, SoapVersion version) {
    WebServiceMessageReceiverHttpHandler handler = new WebServiceMessageReceiverHttpHandler();
    handler.setMessageFactory(messages(version));
    handler.setMessageReceiver(dispatcher);
    return handler;
  }

  static SaajSoapMessageFactory messages(SoapVersion version) {
    SaajSoapMessageFactory messages = new SaajSoapMessageFactory();
    messages.setSoapVersion(version);
    messages.afterPropertiesSet();
    return messages;
  }
}
