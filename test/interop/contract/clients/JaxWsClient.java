/* JAX-WS calls the interop service by classes made from its WSDL: a line of JSON for each feature. */
import com.sun.xml.ws.api.message.Header;
import com.sun.xml.ws.api.message.Headers;
import com.sun.xml.ws.developer.WSBindingProvider;
import documents.*;
import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.activation.DataHandler;
import javax.mail.util.ByteArrayDataSource;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.JAXBElement;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import javax.xml.soap.SOAPMessage;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.Holder;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.handler.MessageContext;
import javax.xml.ws.handler.soap.SOAPHandler;
import javax.xml.ws.handler.soap.SOAPMessageContext;
import javax.xml.ws.soap.MTOMFeature;
import javax.xml.ws.soap.SOAPFaultException;
import org.w3c.dom.Element;

public class JaxWsClient {
  static final String NAMESPACE = "urn:example:interop";
  static String base, version;
  static Documents service;

  interface Call { Object run() throws Exception; }

  static void feature(String name, Call call) {
    String line;
    try {
      line = ",\"actual\":" + quoted(String.valueOf(call.run()));
    } catch (Exception error) {
      line = ",\"error\":" + quoted(error.toString());
    }
    byte[] bytes = ("{\"feature\":" + quoted(name) + line + "}\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(bytes, 0, bytes.length);
  }

  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 32) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  static Documents connect(WebServiceFeature... features) throws Exception {
    Documents_Service made = new Documents_Service(new URL(base + "/documents?wsdl"));
    return version.equals("1.1") ? made.getSoap11(features) : made.getSoap12(features);
  }

  static Numbers numbers(Consumer<Numbers> fill) {
    Numbers numbers = new Numbers();
    fill.accept(numbers);
    Holder<Numbers> held = new Holder<>(numbers);
    service.echoNumbers(held);
    return held.value;
  }

  static String integers(int b, int c, long d, int f, long g) {
    Numbers came = numbers(n -> {
      n.setInt16((short) b);
      n.setInt32(c);
      n.setInt64(d);
      n.setUint16(f);
      n.setUint32(g);
    });
    return came.getInt16() + " " + came.getInt32() + " " + came.getInt64() + " "
        + came.getUint16() + " " + came.getUint32();
  }

  static Times times(Consumer<Times> fill) {
    Times times = new Times();
    fill.accept(times);
    Holder<Times> held = new Holder<>(times);
    service.echoTimes(held);
    return held.value;
  }

  static Texts texts(Consumer<Texts> fill) {
    Texts texts = new Texts();
    fill.accept(texts);
    Holder<Texts> held = new Holder<>(texts);
    service.echoTexts(held);
    return held.value;
  }

  static String said(String text) {
    return texts(texts -> texts.setText(text)).getText();
  }

  static byte[] all() {
    byte[] bytes = new byte[256];
    for (int at = 0; at < 256; at += 1) bytes[at] = (byte) at;
    return bytes;
  }

  static String hexed(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte one : bytes) out.append(String.format("%02x", one));
    return out.toString();
  }

  static Person person(Consumer<Person> fill) {
    Person person = new Person();
    person.setName("Ann");
    person.setId(7);
    fill.accept(person);
    Holder<Person> held = new Holder<>(person);
    service.echoPerson(held);
    return held.value;
  }

  static Payment paid(BiConsumer<Payment, String> set, String value) {
    Payment payment = new Payment();
    set.accept(payment, value);
    Holder<Payment> held = new Holder<>(payment);
    service.pay(held);
    return held.value;
  }

  static String reversed(List<String> items) {
    Holder<List<String>> held = new Holder<>(items);
    service.reverse(held);
    return held.value == null ? "" : String.join(" ", held.value);
  }

  static Answers answers(Integer count, String label) {
    Answers answers = new Answers();
    answers.setCount(count);
    answers.setLabel(label);
    Holder<Answers> held = new Holder<>(answers);
    service.echoNil(held);
    return held.value;
  }

  static String converted(boolean wantsPrice) {
    Price price = new Price();
    price.setValue(new BigDecimal("10.5"));
    price.setCurrency(Currency.EUR);
    Holder<Price> held = new Holder<>(price);
    Holder<Currency> from = new Holder<>();
    service.convert(held, Currency.USD, from);
    return wantsPrice ? held.value.getValue() + " " + held.value.getCurrency() : from.value.value();
  }

  static Shape enclosed(Shape shape) {
    Holder<Shape> held = new Holder<>(shape);
    service.enclose(held);
    return held.value;
  }

  static Tree tree(String label, Tree... branches) {
    Tree tree = new Tree();
    tree.setLabel(label);
    tree.getBranch().addAll(Arrays.asList(branches));
    return tree;
  }

  static String show(Tree tree) {
    String branches = tree.getBranch().stream().map(JaxWsClient::show).collect(Collectors.joining(" "));
    return branches.isEmpty() ? tree.getLabel() : tree.getLabel() + "(" + branches + ")";
  }

  static String code(Runnable call) {
    try {
      call.run();
    } catch (SOAPFaultException error) {
      return error.getFault().getFaultCode() + " | " + error.getFault().getFaultString();
    }
    throw new IllegalStateException("no fault came");
  }

  static Object[] greeted() throws Exception {
    JAXBContext context = JAXBContext.newInstance(ObjectFactory.class);
    Session session = new Session();
    session.setUser("Ann");
    WSBindingProvider provider = (WSBindingProvider) service;
    provider.setOutboundHeaders(Headers.create((com.sun.xml.bind.api.JAXBRIContext) context, session));
    try {
      String text = service.greet("Hello");
      Visit visit = null;
      for (Header header : provider.getInboundHeaders()) {
        if (header.getLocalPart().equals("Visit")) visit = header.readAsJAXB(context.createUnmarshaller());
      }
      return new Object[] {text, visit};
    } finally {
      provider.setOutboundHeaders(Collections.emptyList());
    }
  }

  static void simpleTypes() throws Exception {
    DatatypeFactory factory = DatatypeFactory.newInstance();
    feature("byte and unsignedByte", () -> {
      Numbers came = numbers(n -> { n.setInt8((byte) -128); n.setUint8((short) 255); });
      return came.getInt8() + " " + came.getUint8();
    });
    feature("lowest integers", () -> integers(-32768, Integer.MIN_VALUE, Long.MIN_VALUE, 0, 0));
    feature("highest integers", () -> integers(32767, Integer.MAX_VALUE, Long.MAX_VALUE, 65535, 4294967295L));
    feature("highest unsignedLong", () -> numbers(n -> n.setUint64(new BigInteger("18446744073709551615"))).getUint64());
    feature("integer of 30 digits", () -> numbers(n -> n.setWhole(new BigInteger("-123456789012345678901234567890"))).getWhole());
    feature("decimal of 30 digits", () -> numbers(n -> n.setExact(new BigDecimal("123456789012345.678901234567891"))).getExact());
    feature("float and double", () -> {
      Numbers came = numbers(n -> { n.setFloat32(0.125f); n.setFloat64(Double.MAX_VALUE); });
      return came.getFloat32() + " " + came.getFloat64();
    });
    feature("infinity", () -> {
      Numbers came = numbers(n -> { n.setFloat32(Float.POSITIVE_INFINITY); n.setFloat64(Double.NEGATIVE_INFINITY); });
      return came.getFloat32() + " " + came.getFloat64();
    });
    feature("not a number", () -> numbers(n -> n.setFloat64(Double.NaN)).getFloat64());
    feature("boolean", () -> numbers(n -> n.setTruth(true)).isTruth() + " " + numbers(n -> n.setTruth(false)).isTruth());
    feature("dateTime", () -> times(t -> t.setMoment(factory.newXMLGregorianCalendar("2024-02-29T23:59:59.125+05:30"))).getMoment());
    feature("date", () -> times(t -> t.setDay(factory.newXMLGregorianCalendar("2024-02-29"))).getDay());
    feature("time", () -> times(t -> t.setClock(factory.newXMLGregorianCalendar("23:59:58.5"))).getClock());
    feature("duration", () -> times(t -> t.setSpan(factory.newDuration("P1Y2M3DT4H5M6.5S"))).getSpan());
    feature("gYear", () -> times(t -> t.setYear(factory.newXMLGregorianCalendar("2024"))).getYear());
    feature("white space", () -> said("  two  blanks,\ta tab\nand a line "));
    feature("markup characters", () -> said("<a href=\"x\">&amp; 'b' ]]></a>"));
    feature("characters beyond the basic plane", () -> said("\ud834\udd1e grüß 日本"));
    feature("token, language and anyURI", () -> {
      Texts came = texts(t -> { t.setWord("a word"); t.setLanguage("de-AT"); t.setLink("urn:x:a%20b?c=d&e"); });
      return came.getWord() + " | " + came.getLanguage() + " | " + came.getLink();
    });
    feature("QName", () -> texts(t -> t.setQualified(new QName(NAMESPACE, "Shape"))).getQualified());
    feature("base64Binary", () -> {
      Holder<byte[]> base64 = new Holder<>(all()), hex = new Holder<>(new byte[0]);
      service.echoBytes(base64, hex);
      return hexed(base64.value);
    });
    feature("hexBinary", () -> {
      Holder<byte[]> base64 = new Holder<>(new byte[0]), hex = new Holder<>(all());
      service.echoBytes(base64, hex);
      return hexed(hex.value);
    });
  }

  static void structures() throws Exception {
    feature("attributes", () -> {
      Person came = person(p -> { p.setNickname("Annie"); p.setStatus("retired"); });
      return came.getId() + " " + came.getNickname() + " " + came.getStatus();
    });
    feature("default of an attribute", () -> person(p -> { }).getStatus());
    feature("optional members", () -> {
      Function<Person, String> presence = p -> p.getPhone() == null ? "absent" : "present";
      return presence.apply(person(p -> p.setPhone("123"))) + "; " + presence.apply(person(p -> { }));
    });
    feature("repeated members", () -> String.join(" ", person(p -> p.getEmail().addAll(Arrays.asList("a@x", "b@x", "c@x"))).getEmail()));
    feature("structures three deep", () -> {
      Address address = new Address();
      Position position = new Position();
      position.setLatitude(41.9);
      position.setLongitude(12.5);
      address.setStreet("Via 1");
      address.setCity("Rome");
      address.setPosition(position);
      Address came = person(p -> p.setAddress(address)).getAddress();
      return came.getCity() + " " + came.getPosition().getLatitude() + " " + came.getPosition().getLongitude();
    });
    feature("choice", () -> "card " + paid(Payment::setCard, "1234").getCard() + "; account " + paid(Payment::setAccount, "DE5").getAccount());
    feature("list of none", () -> reversed(new ArrayList<>()));
    feature("list of one", () -> reversed(Arrays.asList("alone")));
    feature("list of 1,000", () -> reversed(IntStream.range(0, 1000).mapToObj(String::valueOf).collect(Collectors.toList())));
    feature("nil", () -> {
      Answers came = answers(null, null);
      return (came.getCount() == null ? "nil" : "value") + " " + (came.getLabel() == null ? "nil" : "value");
    });
    feature("not nil", () -> {
      Answers came = answers(5, "five");
      return came.getCount() + " " + came.getLabel();
    });
    feature("enumeration", () -> converted(false));
    feature("simple content with an attribute", () -> converted(true));
    feature("derived type sent and received", () -> {
      Circle circle = new Circle();
      circle.setName("disc");
      circle.setRadius(2);
      Square came = (Square) enclosed(circle);
      return "Square " + came.getName() + " " + came.getSide();
    });
    feature("base type sent and received", () -> {
      Shape shape = new Shape();
      shape.setName("dot");
      Shape came = enclosed(shape);
      return came.getClass().getSimpleName() + " " + came.getName();
    });
    feature("restricted types", () -> service.reserve("AB123", 3, "Ann"));
    feature("value out of its type", () -> code(() -> service.reserve("AB123", 10, "Ann")).replaceAll(" \\|.*", ""));
    feature("tree", () -> {
      Holder<Tree> held = new Holder<>(tree("a", tree("b"), tree("c", tree("d"), tree("e"))));
      service.mirror(held);
      return show(held.value);
    });
    feature("mixed content", () -> {
      Prose prose = new Prose();
      prose.getContent().add("one ");
      prose.getContent().add(new ObjectFactory().createProseStrong("two"));
      prose.getContent().add(" three");
      Holder<Prose> held = new Holder<>(prose);
      service.annotate(held, new Holder<>());
      StringBuilder out = new StringBuilder();
      for (Serializable one : held.value.getContent()) {
        out.append(one instanceof JAXBElement ? "<" + ((JAXBElement<?>) one).getValue() + ">" : one);
      }
      return out;
    });
    feature("any content", () -> {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      Element extra = factory.newDocumentBuilder().newDocument().createElementNS("urn:example:other", "extra");
      extra.setTextContent("42");
      Extension extension = new Extension();
      extension.getAny().add(extra);
      Holder<Extension> held = new Holder<>(extension);
      service.annotate(new Holder<>(), held);
      Element came = (Element) held.value.getAny().get(0);
      return "{" + came.getNamespaceURI() + "}" + came.getLocalName() + " " + came.getTextContent();
    });
  }

  static void exchanges() throws Exception {
    feature("empty request and answer", () -> {
      service.ping();
      return "";
    });
    feature("declared fault", () -> {
      try {
        service.fail(Cause.STOCK);
      } catch (FailOutOfStock error) {
        return error.getMessage() + " | " + error.getFaultInfo().getItem() + " " + error.getFaultInfo().getLeft();
      }
      throw new IllegalStateException("no fault came");
    });
    feature("declared fault of another type", () -> {
      try {
        service.fail(Cause.CREDIT);
      } catch (FailNoCredit error) {
        Price limit = error.getFaultInfo().getLimit();
        return error.getMessage() + " | " + limit.getValue() + " " + limit.getCurrency();
      }
      throw new IllegalStateException("no fault came");
    });
    feature("undeclared fault", () -> code(() -> {
      try {
        service.fail(Cause.OTHER);
      } catch (FailOutOfStock | FailNoCredit error) {
        throw new IllegalStateException(error);
      }
    }));
    feature("header block of a request", () -> greeted()[0]);
    feature("header block of an answer", () -> {
      Visit visit = (Visit) greeted()[1];
      return visit.getUser() + " " + visit.getNumber();
    });
    feature("one-way", () -> {
      service.remark("JAX-WS " + version);
      return "";
    });
    feature("members without namespace", () -> {
      Holder<String> found = new Holder<>();
      Holder<Integer> height = new Holder<>();
      service.locate("Rome", found, height);
      return found.value + " " + height.value;
    });
    feature("bare simple type", () -> service.shout("hello"));
    Call store = () -> {
      byte[] file = new byte[16384];
      for (int at = 0; at < file.length; at += 1) file[at] = (byte) at;
      Holder<DataHandler> content = new Holder<>(new DataHandler(new ByteArrayDataSource(file, "application/octet-stream")));
      Holder<Integer> parts = new Holder<>();
      connect(new MTOMFeature(true, 0)).store("all.bin", content, parts);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      content.value.writeTo(out);
      int sum = 0;
      for (byte one : out.toByteArray()) sum += one & 255;
      return new Object[] {parts.value, out.size() + " " + sum};
    };
    feature("MTOM sent", () -> ((Object[]) store.run())[0]);
    feature("MTOM received", () -> ((Object[]) store.run())[1]);
    feature("attachment sent", () -> {
      Documents attaching = connect();
      ((BindingProvider) attaching).getBinding().setHandlerChain(Collections.singletonList(new Attaching()));
      Holder<Integer> parts = new Holder<>(), size = new Holder<>();
      attaching.attach("all", parts, size);
      return parts.value + " " + size.value;
    });
    feature("answer of 1 MiB", () -> {
      Holder<String> text = new Holder<>("0123456789abcdef");
      service.repeat(text, 65536);
      return text.value.length();
    });
    feature("rpc/literal", () -> {
      rpc.Rpc_Service made = new rpc.Rpc_Service(new URL(base + "/rpc?wsdl"));
      return (version.equals("1.1") ? made.getSoap11() : made.getSoap12()).concat("one ", "& two");
    });
  }

  /* Puts a part beside what is sent. */
  static class Attaching implements SOAPHandler<SOAPMessageContext> {
    public boolean handleMessage(SOAPMessageContext exchange) {
      if ((Boolean) exchange.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
        SOAPMessage message = exchange.getMessage();
        DataHandler file = new DataHandler(new ByteArrayDataSource(all(), "application/octet-stream"));
        message.addAttachmentPart(message.createAttachmentPart(file));
      }
      return true;
    }

    public boolean handleFault(SOAPMessageContext exchange) {
      return true;
    }

    public void close(MessageContext exchange) {}

    public Set<QName> getHeaders() {
      return Collections.emptySet();
    }
  }

  public static void main(String[] parameters) throws Exception {
    base = parameters[0];
    version = parameters[1];
    service = connect();
    simpleTypes();
    structures();
    exchanges();
    System.out.flush();
  }
}
