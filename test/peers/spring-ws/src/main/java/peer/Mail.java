package peer;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.springframework.ws.WebServiceMessage;
import org.springframework.ws.WebServiceMessageFactory;
import org.springframework.ws.transport.WebServiceConnection;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.mail.MailMessageSender;

/**
 * Calls by mail. Spring looks into its mailbox once, after a time that it sleeps; this looks until the answer is there.
 * Each look opens its mailbox anew, and only the last is closed: the others end with the program.
 */
final class Mail {
  private static final int LOOK_EVERY_MS = 250;
  private static final int LOOKS = 240;

  private Mail() {}

  /** What looks once for an operation that has no answer. */
  static WebServiceMessageSender sender(Map<String, String> call) throws Exception {
    MailMessageSender sender = new MailMessageSender();
    sender.setFrom(call.get("from"));
    sender.setTransportUri(call.get("transport"));
    sender.setStoreUri(call.get("store"));
    sender.setReceiveSleepTime(LOOK_EVERY_MS);
    sender.afterPropertiesSet();
    return call.get("operation").equals("Note") ? sender : new Patient(sender);
  }

  private record Patient(WebServiceMessageSender sender) implements WebServiceMessageSender {
    @Override
    public WebServiceConnection createConnection(URI uri) throws IOException {
      return new PatientConnection(sender.createConnection(uri));
    }

    @Override
    public boolean supports(URI uri, UriSource source) {
      return sender.supports(uri, source);
    }
  }

  private record PatientConnection(WebServiceConnection connection)
      implements WebServiceConnection {
    @Override
    public void send(WebServiceMessage message) throws IOException {
      connection.send(message);
    }

    @Override
    public WebServiceMessage receive(WebServiceMessageFactory messages) throws IOException {
      for (int look = 0; look < LOOKS; look += 1) {
        WebServiceMessage answer = connection.receive(messages);
        if (answer != null) return answer;
      }
      throw new IOException("no answer has come by mail");
    }

    @Override
    public URI getUri() throws URISyntaxException {
      return connection.getUri();
    }

    @Override
    public boolean hasError() throws IOException {
      return connection.hasError();
    }

    @Override
    public String getErrorMessage() throws IOException {
      return connection.getErrorMessage();
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }
}
