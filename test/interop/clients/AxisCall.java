/* One call by Apache Axis without a WSDL: the call in lines of path and value, its answer in such lines. */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import javax.xml.rpc.ParameterMode;
import org.apache.axis.AxisEngine;
import org.apache.axis.AxisFault;
import org.apache.axis.Message;
import org.apache.axis.client.Call;
import org.apache.axis.client.Service;
import org.apache.axis.encoding.XMLType;
import org.apache.axis.message.SOAPHeaderElement;
import org.apache.axis.soap.SOAPConstants;
import org.w3c.dom.Element;

public class AxisCall {
  public static void main(String[] unused) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    Map<String, String> asked = new TreeMap<String, String>();
    List<Object> values = new ArrayList<Object>();
    Call call = (Call) new Service().createCall();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = lines.readLine()) != null;) {
      int space = line.indexOf(' ');
      String path = line.substring(0, space), value = line.substring(space + 1);
      if (!path.startsWith("parameters.")) {
        asked.put(path, value);
        continue;
      }
      boolean number = path.endsWith(".a") || path.endsWith(".b");
      QName type = number ? XMLType.XSD_DOUBLE : XMLType.XSD_STRING;
      call.addParameter(path.substring(11), type, ParameterMode.IN);
      if (number) values.add(Double.valueOf(value));
      else values.add(value);
    }
    boolean older = asked.get("soap").equals("1.1");
    call.setSOAPVersion(older ? SOAPConstants.SOAP11_CONSTANTS : SOAPConstants.SOAP12_CONSTANTS);
    call.setTargetEndpointAddress(asked.get("url"));
    call.setOperationName(new QName(asked.get("namespace"), asked.get("operation")));
    // Its encoding writes each value outside of the entry otherwise, and a reference in it.
    if (!asked.containsKey("options.references")) {
      call.setProperty(AxisEngine.PROP_DOMULTIREFS, Boolean.FALSE);
    }
    call.setReturnType(values.get(0) instanceof Double ? XMLType.XSD_DOUBLE : XMLType.XSD_STRING);
    if (asked.containsKey("header.name")) call.addHeader(block(asked, older));
    try {
      if (asked.get("operation").equals("Record")) call.invokeOneWay(values.toArray());
      else out.println("result " + call.invoke(values.toArray()));
    } catch (AxisFault fault) {
      out.println("fault.code " + fault.getFaultCode().getLocalPart());
      out.println("fault.reason " + fault.getFaultString());
      for (Element entry : fault.getFaultDetails()) {
        // It adds entries of its own, for its user.
        if ("http://xml.apache.org/axis/".equals(entry.getNamespaceURI())) continue;
        out.println("fault.detail " + entry.getLocalName());
      }
    }
    Message answer = call.getResponseMessage();
    if (answer == null) return;
    for (Object block : answer.getSOAPEnvelope().getHeaders()) {
      SOAPHeaderElement element = (SOAPHeaderElement) block;
      out.println("headers." + element.getName() + " " + element.getValue());
    }
  }

  private static SOAPHeaderElement block(Map<String, String> asked, boolean older) throws Exception {
    SOAPHeaderElement block = new SOAPHeaderElement(asked.get("header.namespace"), asked.get("header.name"));
    block.setObjectValue(asked.get("header.value"));
    block.setMustUnderstand(asked.get("header.mustUnderstand").equals("true"));
    // Its default is SOAP 1.1's actor next, in SOAP 1.2 as well.
    block.setActor(null);
    if (asked.get("header.next").equals("true")) {
      block.setActor(older ? "http://schemas.xmlsoap.org/soap/actor/next"
          : "http://www.w3.org/2003/05/soap-envelope/role/next");
    }
    return block;
  }
}
