import calculator.ObjectFactory;
import calculator.Operands;
import calculator.Result;
import jakarta.xml.bind.JAXBElement;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.client.core.WebServiceTemplate;

/** Calls Add with WebServiceTemplate; its argument is the address of the service. */
public final class Add {
  public static void main(String[] arguments) {
    Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
    marshaller.setContextPath("calculator");
    Operands operands = new Operands();
    operands.setA(1);
    operands.setB(2);
    Object answer =
        new WebServiceTemplate(marshaller)
            .marshalSendAndReceive(arguments[0], new ObjectFactory().createAdd(operands));
    System.out.println(((Result) ((JAXBElement<?>) answer).getValue()).getResult());
  }
}
