package peer;

import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSPasswordCallback;

/** The password of the key in the keystore. */
public final class Passwords implements CallbackHandler {
  @Override
  public void handle(Callback[] callbacks) {
    for (Callback callback : callbacks) {
      WSPasswordCallback asked = (WSPasswordCallback) callback;
      asked.setPassword(Keys.PASSWORD);
    }
  }
}
