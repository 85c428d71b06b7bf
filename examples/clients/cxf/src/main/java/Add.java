import calculator.Calculator;
import calculator.Calculator_Service;
import jakarta.xml.ws.BindingProvider;
import java.net.URI;

/** Calls Add by what was generated from the WSDL; its argument is the address of the service. */
public final class Add {
  public static void main(String[] arguments) throws Exception {
    String address = arguments[0];
    Calculator calculator = new Calculator_Service(URI.create(address + "?wsdl").toURL()).getSoap11();
    ((BindingProvider) calculator)
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
    System.out.println(calculator.add(1, 2));
  }
}
