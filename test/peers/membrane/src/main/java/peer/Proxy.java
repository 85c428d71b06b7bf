package peer;

import com.predic8.membrane.core.HttpRouter;
import com.predic8.membrane.core.interceptor.schemavalidation.ValidatorInterceptor;
import com.predic8.membrane.core.rules.ServiceProxy;
import com.predic8.membrane.core.rules.ServiceProxyKey;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

/** Membrane in between: what is posted to it goes on to the address, if it is valid by the contract. */
public final class Proxy {
  /** Parameters: the address behind it, the URL of the contract. It writes its own address, and ends with its input. */
  public static void main(String[] parameters) throws Exception {
    URI behind = URI.create(parameters[0]);
    int port = freePort();
    ServiceProxyKey key = new ServiceProxyKey("*", "*", ".*", port, "127.0.0.1");
    ServiceProxy proxy = new ServiceProxy(key, behind.getHost(), behind.getPort());
    ValidatorInterceptor validator = new ValidatorInterceptor();
    validator.setWsdl(parameters[1]);
    // What the contract does not declare in a detail is no matter of its schema.
    validator.setSkipFaults(true);
    proxy.getInterceptors().add(validator);
    HttpRouter router = new HttpRouter();
    router.getRuleManager().addProxyAndOpenPortIfNew(proxy);
    router.init();
    System.out.println("http://127.0.0.1:" + port + behind.getPath());
    System.in.transferTo(OutputStream.nullOutputStream());
    router.shutdown();
    System.exit(0);
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
