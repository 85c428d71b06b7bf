package peer;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import peer.warehouse.Values;

/** The values of the contract as JAXB has them, from the fields of a call and to those of an answer. */
final class Fields {
  private Fields() {}

  static Values values(Map<String, String> call) throws DatatypeConfigurationException {
    Values values = new Values();
    values.setText(call.get("text"));
    values.setCount(Integer.parseInt(call.get("count")));
    values.setAmount(new BigDecimal(call.get("amount")));
    values.setAt(DatatypeFactory.newInstance().newXMLGregorianCalendar(call.get("at")));
    values.setOpen(Boolean.parseBoolean(call.get("open")));
    values.getItem().addAll(Arrays.asList(call.get("items").split("\\|", -1)));
    return values;
  }

  static Map<String, String> of(Values values) {
    Map<String, String> fields = new HashMap<>();
    fields.put("text", values.getText());
    fields.put("count", String.valueOf(values.getCount()));
    fields.put("amount", values.getAmount().toPlainString());
    fields.put("at", values.getAt().toXMLFormat());
    fields.put("open", String.valueOf(values.isOpen()));
    fields.put("items", String.join("|", values.getItem()));
    return fields;
  }
}
