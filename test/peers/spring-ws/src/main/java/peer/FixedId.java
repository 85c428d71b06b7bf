package peer;

import java.net.URI;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.addressing.messageid.MessageIdStrategy;

/** Gives a message the id of the message that it repeats. */
record FixedId(URI id) implements MessageIdStrategy {
  @Override
  public boolean isDuplicate(URI messageId) {
    return false;
  }

  @Override
  public URI newMessageId(SoapMessage message) {
    return id;
  }
}
