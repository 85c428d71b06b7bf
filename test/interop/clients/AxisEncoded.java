/* Calls the service of SOAPBuilders by Apache Axis, with values beside the entry: its URL as argument, lines of results out. */
import java.util.Arrays;
import javax.xml.namespace.QName;
import javax.xml.rpc.ParameterMode;
import org.apache.axis.Constants;
import org.apache.axis.client.Call;
import org.apache.axis.client.Service;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;

public class AxisEncoded {
    static final String NS = "http://soapinterop.org/";
    static final String TYPES = "http://soapinterop.org/xsd";

    public static class SOAPStruct {
        private String varString = "arg";
        private int varInt = 34;
        private float varFloat = 1.5f;

        public String getVarString() { return varString; }
        public void setVarString(String value) { varString = value; }
        public int getVarInt() { return varInt; }
        public void setVarInt(int value) { varInt = value; }
        public float getVarFloat() { return varFloat; }
        public void setVarFloat(float value) { varFloat = value; }
        public String toString() { return varString + " " + varInt + " " + varFloat; }
    }

    public static class List {
        private int varInt;
        private String varString;
        private List child;

        public int getVarInt() { return varInt; }
        public void setVarInt(int value) { varInt = value; }
        public String getVarString() { return varString; }
        public void setVarString(String value) { varString = value; }
        public List getChild() { return child; }
        public void setChild(List value) { child = value; }

        static List of(int number, String text, List child) {
            List list = new List();
            list.varInt = number;
            list.varString = text;
            list.child = child;
            return list;
        }
    }

    static String url;

    static Object call(String operation, String parameter, QName type, Class<?> result, Object value)
            throws Exception {
        Call call = (Call) new Service().createCall();
        call.setTargetEndpointAddress(url);
        call.setOperationName(new QName(NS, operation));
        call.setTimeout(20000);
        register(call, SOAPStruct.class, "SOAPStruct");
        register(call, List.class, "List");
        if (parameter != null) call.addParameter(parameter, type, ParameterMode.IN);
        if (type == null) call.setReturnType(Constants.XSD_ANYTYPE);
        else call.setReturnType(type, result);
        return call.invoke(parameter == null ? new Object[] {} : new Object[] {value});
    }

    static void register(Call call, Class<?> type, String local) {
        QName name = new QName(TYPES, local);
        call.registerTypeMapping(type, name, new BeanSerializerFactory(type, name),
            new BeanDeserializerFactory(type, name));
    }

    static void tell(String name, Object value) {
        System.out.println(name + "=" + value);
    }

    public static void main(String[] arguments) throws Exception {
        url = arguments[0];
        QName struct = new QName(TYPES, "SOAPStruct");
        QName list = new QName(TYPES, "List");
        QName array = Constants.SOAP_ARRAY;
        tell("echoString", call("echoString", "inputString", Constants.XSD_STRING, String.class, "gr\u00fc\u00df <&> dich"));
        tell("nothing", call("echoString", "inputString", Constants.XSD_STRING, String.class, null));
        tell("echoInteger", call("echoInteger", "inputInteger", Constants.XSD_INT, Integer.class, -42));
        tell("echoFloat", call("echoFloat", "inputFloat", Constants.XSD_FLOAT, Float.class, 1.5f));
        tell("echoBoolean", call("echoBoolean", "inputBoolean", Constants.XSD_BOOLEAN, Boolean.class, true));
        tell("echoBase64", new String((byte[]) call("echoBase64", "inputBase64", Constants.XSD_BASE64, byte[].class, "tea".getBytes())));
        tell("echoStringArray", Arrays.toString((String[]) call("echoStringArray", "inputStringArray", array, String[].class, new String[] {"a", null, "c"})));
        tell("echoIntegerArray", Arrays.toString((int[]) call("echoIntegerArray", "inputIntegerArray", array, int[].class, new int[] {1, 2, 3})));
        tell("echo2DStringArray", Arrays.deepToString((String[][]) call("echo2DStringArray", "input2DStringArray", array, String[][].class, new String[][] {{"a", "b"}, {"c", "d"}})));
        tell("echoStruct", call("echoStruct", "inputStruct", struct, SOAPStruct.class, new SOAPStruct()));
        SOAPStruct one = new SOAPStruct();
        SOAPStruct[] two = (SOAPStruct[]) call("echoStructArray", "inputStructArray", array, SOAPStruct[].class, new SOAPStruct[] {one, one});
        tell("echoStructArray", Arrays.toString(two));
        tell("shared", two[0] == two[1]);
        List end = (List) call("echoLinkedList", "param0", list, List.class, List.of(1, "a", List.of(2, "b", null)));
        tell("echoLinkedList", end.getVarString() + end.getChild().getVarString() + end.getChild().getChild());
        List cycle = List.of(1, "a", null);
        cycle.setChild(List.of(2, "b", cycle));
        List back = (List) call("echoLinkedList", "param0", list, List.class, cycle);
        tell("cycle", back.getChild().getChild() == back);
        tell("echoVoid", call("echoVoid", null, null, null, null));
    }
}
