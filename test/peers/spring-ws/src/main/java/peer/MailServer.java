package peer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.ws.soap.SoapVersion;
import org.springframework.ws.soap.server.SoapMessageDispatcher;
import org.springframework.ws.transport.mail.MailMessageReceiver;
import org.springframework.ws.transport.mail.monitor.PollingMonitoringStrategy;

/** The server by mail: of SOAP 1.1 at stock@peer.example, of SOAP 1.2 at stock12@peer.example. */
public final class MailServer {
  /** @param parameters ports of SMTP and of IMAP */
  public static void main(String[] parameters) throws Exception {
    SoapMessageDispatcher dispatcher =
        new AnnotationConfigApplicationContext(Services.class).getBean(SoapMessageDispatcher.class);
    receive("stock", SoapVersion.SOAP_11, dispatcher, parameters);
    receive("stock12", SoapVersion.SOAP_12, dispatcher, parameters);
    System.out.println("mailto:stock@peer.example mailto:stock12@peer.example");
    // It ends with whoever has started it.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  private static void receive(
      String user, SoapVersion version, SoapMessageDispatcher dispatcher, String[] ports)
      throws Exception {
    PollingMonitoringStrategy monitoring = new PollingMonitoringStrategy();
    monitoring.setPollingInterval(250);
    MailMessageReceiver receiver = new MailMessageReceiver();
    receiver.setMessageFactory(Server.messages(version));
    receiver.setMessageReceiver(dispatcher);
    receiver.setTransportUri("smtp://127.0.0.1:" + ports[0]);
    receiver.setStoreUri("imap://" + user + ":secret@127.0.0.1:" + ports[1] + "/INBOX");
    receiver.setFrom(user + "@peer.example");
    receiver.setMonitoringStrategy(monitoring);
    receiver.afterPropertiesSet();
    receiver.start();
  }
}
