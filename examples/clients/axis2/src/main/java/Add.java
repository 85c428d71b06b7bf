import calculator.CalculatorStub;
import calculator.example.Operands;

/** Calls Add by the stub that WSDL2Java made; its argument is the address of the service. */
public final class Add {
  public static void main(String[] arguments) throws Exception {
    Operands operands = new Operands();
    operands.setA(1);
    operands.setB(2);
    calculator.example.Add request = new calculator.example.Add();
    request.setAdd(operands);
    System.out.println(
        new CalculatorStub(arguments[0]).add(request).getAddResponse().getResult());
  }
}
