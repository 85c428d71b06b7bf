/* KDSoap calls the interop service by classes made from its WSDL: a line of JSON for each feature. */
#include "documents.h"
#include "encoded.h"
#include "rpc.h"
#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cfloat>
#include <cmath>
#include <functional>
#include <stdexcept>

static QString base, version;
static QFile output;

static void feature(const QString &name, const std::function<QString()> &call) {
  QJsonObject line{{"feature", name}};
  try {
    line["actual"] = call();
  } catch (const std::exception &error) {
    line["error"] = QString::fromUtf8(error.what());
  }
  output.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + "\n");
}

/* What a call gives, if it did not fail. */
template <class Service, class Value> static Value done(Service &service, const Value &value) {
  if (!service.lastError().isEmpty()) throw std::runtime_error((service.lastFaultCode() + " | " + service.lastError()).toStdString());
  return value;
}

template <class Service> static void use(Service &service, const char *plugin) {
  service.setEndPoint(base + "/" + plugin);
}

static QByteArray allBytes() {
  QByteArray bytes;
  for (int byte = 0; byte < 256; byte += 1) bytes.append(char(byte));
  return bytes;
}

static QString show(const TNS__Tree &tree) {
  QStringList branches;
  for (const TNS__Tree &branch : tree.branch()) branches << show(branch);
  return branches.isEmpty() ? tree.label() : tree.label() + "(" + branches.join(" ") + ")";
}

static TNS__Tree tree(const QString &label, const QList<TNS__Tree> &branches = {}) {
  TNS__Tree made;
  made.setLabel(label);
  made.setBranch(branches);
  return made;
}

static const char *const CURRENCIES[] = {"EUR", "USD", "JPY"};

template <class Service, class FailJob, class GreetJob, class ReserveJob> static void documents() {
  Service service;
  use(service, "documents");

  const auto numbers = [&](const std::function<void(TNS__Numbers &)> &fill) {
    TNS__EchoNumbers request;
    TNS__Numbers numbers;
    fill(numbers);
    request.setNumbers(numbers);
    return done(service, service.echoNumbers(request)).numbers();
  };
  const auto integers = [&](int b, int c, qint64 d, int f, unsigned g) {
    const auto came = numbers([&](auto &n) {
      n.setInt16(b), n.setInt32(c), n.setInt64(d), n.setUint16(f), n.setUint32(g);
    });
    return QString("%1 %2 %3 %4 %5").arg(came.int16()).arg(came.int32()).arg(came.int64())
        .arg(came.uint16()).arg(came.uint32());
  };
  feature("byte and unsignedByte", [&] {
    const auto came = numbers([&](auto &n) { n.setInt8(-128), n.setUint8(255); });
    return QString("%1 %2").arg(int(came.int8())).arg(int(came.uint8()));
  });
  feature("lowest integers", [&] { return integers(-32768, INT32_MIN, INT64_MIN, 0, 0); });
  feature("highest integers", [&] { return integers(32767, INT32_MAX, INT64_MAX, 65535, UINT32_MAX); });
  feature("highest unsignedLong", [&] { return QString::number(numbers([](auto &n) { n.setUint64(UINT64_MAX); }).uint64()); });
  const auto floats = [&](float one, double other) {
    const auto came = numbers([&](auto &n) { n.setFloat32(one), n.setFloat64(other); });
    return QString("%1 %2").arg(came.float32()).arg(came.float64(), 0, 'g', 17);
  };
  feature("float and double", [&] { return floats(0.125, DBL_MAX); });
  feature("infinity", [&] { return floats(INFINITY, -INFINITY); });
  feature("not a number", [&] { return floats(NAN, NAN).section(' ', 0, 0); });
  feature("boolean", [&] {
    const auto echoed = [&](bool truth) { return numbers([&](auto &n) { n.setTruth(truth); }).truth() ? "true" : "false"; };
    return QString("%1 %2").arg(echoed(true), echoed(false));
  });

  const auto times = [&](const std::function<void(TNS__Times &)> &fill) {
    TNS__EchoTimes request;
    TNS__Times times;
    fill(times);
    request.setTimes(times);
    return done(service, service.echoTimes(request)).times();
  };
  feature("dateTime", [&] {
    return times([](auto &t) { t.setMoment(KDDateTime::fromDateString("2024-02-29T23:59:59.125+05:30")); }).moment().toDateString();
  });
  feature("date", [&] { return times([](auto &t) { t.setDay(QDate(2024, 2, 29)); }).day().toString(Qt::ISODate); });
  feature("time", [&] { return times([](auto &t) { t.setClock(QTime(23, 59, 58, 500)); }).clock().toString(Qt::ISODateWithMs); });
  feature("duration", [&] { return times([](auto &t) { t.setSpan("P1Y2M3DT4H5M6.5S"); }).span(); });
  feature("gYear", [&] { return times([](auto &t) { t.setYear("2024"); }).year(); });

  const auto texts = [&](const std::function<void(TNS__Texts &)> &fill) {
    TNS__EchoTexts request;
    TNS__Texts texts;
    fill(texts);
    request.setTexts(texts);
    return done(service, service.echoTexts(request)).texts();
  };
  const auto said = [&](const QString &text) { return texts([&](auto &t) { t.setText(text); }).text(); };
  feature("white space", [&] { return said("  two  blanks,\ta tab\nand a line "); });
  feature("markup characters", [&] { return said("<a href=\"x\">&amp; 'b' ]]></a>"); });
  feature("characters beyond the basic plane", [&] { return said(QString::fromUtf8("𝄞 grüß 日本")); });
  feature("token, language and anyURI", [&] {
    const auto came = texts([](auto &t) { t.setWord("a word"), t.setLanguage("de-AT"), t.setLink("urn:x:a%20b?c=d&e"); });
    return came.word() + " | " + came.language() + " | " + came.link();
  });
  feature("QName", [&] {
    const auto came = texts([](auto &t) { t.setQualified(KDQName("urn:example:interop", "Shape")); }).qualified();
    return "{" + came.nameSpace() + "}" + came.localName();
  });

  const auto bytes = [&](const QByteArray &base64, const QByteArray &hex) {
    TNS__EchoBytes request;
    request.setBase64(base64), request.setHex(hex);
    return done(service, service.echoBytes(request));
  };
  feature("base64Binary", [&] { return QString(bytes(allBytes(), "").base64().toHex()); });
  feature("hexBinary", [&] { return QString(bytes("", allBytes()).hex().toHex()); });

  const auto person = [&](const std::function<void(TNS__Person &)> &fill) {
    TNS__EchoPerson request;
    TNS__Person person;
    person.setName("Ann"), person.setId(7);
    fill(person);
    request.setPerson(person);
    return done(service, service.echoPerson(request)).person();
  };
  feature("attributes", [&] {
    const auto came = person([](auto &p) { p.setNickname("Annie"), p.setStatus("retired"); });
    return QString("%1 %2 %3").arg(came.id()).arg(came.nickname(), came.status());
  });
  feature("default of an attribute", [&] { return person([](auto &) {}).status(); });
  feature("optional members", [&] {
    const auto presence = [](const TNS__Person &came) { return QString(came.hasValueForPhone() ? "present" : "absent"); };
    return presence(person([](auto &p) { p.setPhone("123"); })) + "; " + presence(person([](auto &) {}));
  });
  feature("repeated members", [&] { return person([](auto &p) { p.setEmail({"a@x", "b@x", "c@x"}); }).email().join(" "); });
  feature("structures three deep", [&] {
    TNS__Position position;
    position.setLatitude(41.9), position.setLongitude(12.5);
    TNS__Address address;
    address.setStreet("Via 1"), address.setCity("Rome"), address.setPosition(position);
    const auto came = person([&](auto &p) { p.setAddress(address); }).address();
    return QString("%1 %2 %3").arg(came.city()).arg(came.position().latitude()).arg(came.position().longitude());
  });
  feature("choice", [&] {
    const auto paid = [&](const TNS__Payment &payment) {
      TNS__Pay request;
      request.setPayment(payment);
      return done(service, service.pay(request)).payment();
    };
    TNS__Payment card, account;
    card.setCard("1234"), account.setAccount("DE5");
    return "card " + paid(card).card() + "; account " + paid(account).account();
  });
  const auto reversed = [&](const QStringList &items) {
    TNS__Reverse request;
    request.setItem(items);
    return done(service, service.reverse(request)).item().join(" ");
  };
  feature("list of none", [&] { return reversed({}); });
  feature("list of one", [&] { return reversed({"alone"}); });
  feature("list of 1,000", [&] {
    QStringList items;
    for (int number = 0; number < 1000; number += 1) items << QString::number(number);
    return reversed(items);
  });
  feature("nil", [&] {
    TNS__EchoNil request;
    request.setAnswers(TNS__Answers());
    const auto came = done(service, service.echoNil(request)).answers();
    return QString("%1 %2").arg(came.count()).arg(came.label().isNull() ? "nil" : came.label());
  });
  feature("not nil", [&] {
    TNS__EchoNil request;
    TNS__Answers answers;
    answers.setCount(5), answers.setLabel("five");
    request.setAnswers(answers);
    const auto came = done(service, service.echoNil(request)).answers();
    return QString("%1 %2").arg(came.count()).arg(came.label());
  });
  const auto converted = [&] {
    TNS__Price price;
    price.setValue(10.5), price.setCurrency(TNS__Currency::EUR);
    TNS__Convert request;
    request.setPrice(price), request.setTo(TNS__Currency::USD);
    return done(service, service.convert(request));
  };
  feature("enumeration", [&] { return QString(CURRENCIES[converted().from().type()]); });
  feature("simple content with an attribute", [&] {
    const auto price = converted().price();
    return QString("%1 %2").arg(price.value()).arg(CURRENCIES[price.currency().type()]);
  });
  feature("base type sent and received", [&] {
    TNS__Shape shape;
    shape.setName("dot");
    TNS__Enclose request;
    request.setShape(shape);
    return "Shape " + done(service, service.enclose(request)).shape().name();
  });
  const auto reserved = [&](int seats) {
    TNS__Reserve request;
    request.setFlight(QString("AB123")), request.setSeats(seats), request.setGuest(QString("Ann"));
    return request;
  };
  feature("restricted types", [&] { return done(service, service.reserve(reserved(3))).ticket(); });
  feature("tree", [&] {
    TNS__Mirror request;
    request.setTree(tree("a", {tree("b"), tree("c", {tree("d"), tree("e")})}));
    return show(done(service, service.mirror(request)).tree());
  });
  feature("any content", [&] {
    KDSoapValue extra("extra", 42);
    extra.setNamespaceUri("urn:example:other");
    extra.setQualified(true);
    TNS__Extension extension;
    extension.setAny({extra});
    TNS__Annotate request;
    request.setExtension(extension);
    const auto came = done(service, service.annotate(request)).extension().any().value(0);
    return "{" + came.namespaceUri() + "}" + came.name() + " " + came.value().toString();
  });
  feature("empty request and answer", [&] {
    done(service, service.ping(TNS__Ping()));
    return QString();
  });

  /* Runs a job to its end; jobs give the detail of faults and the header blocks of answers. */
  const auto run = [](KDSoapJob &job) {
    QEventLoop loop;
    QObject::connect(&job, &KDSoapJob::finished, &loop, &QEventLoop::quit);
    job.setAutoDelete(false);
    job.start();
    loop.exec();
  };
  const bool older = version == "1.1";
  const auto failed = [&](TNS__Cause::Type cause) {
    FailJob job(&service);
    TNS__Fail request;
    request.setCause(cause);
    job.setParameters(request);
    run(job);
    return job.reply().childValues();
  };
  const auto reason = [&](const KDSoapValueList &fault) {
    return (older ? fault.child("faultstring") : fault.child("Reason").childValues().child("Text")).value().toString();
  };
  const auto detail = [&](const KDSoapValueList &fault) { return fault.child(older ? "detail" : "Detail").childValues(); };
  feature("declared fault", [&] {
    const auto fault = failed(TNS__Cause::Stock);
    const auto entry = detail(fault).child("OutOfStock").childValues();
    return reason(fault) + " | " + entry.child("item").value().toString() + " " + entry.child("left").value().toString();
  });
  feature("declared fault of another type", [&] {
    const auto fault = failed(TNS__Cause::Credit);
    TNS__Price limit;
    limit.deserialize(detail(fault).child("NoCredit").childValues().child("limit"));
    return reason(fault) + " | " + QString("%1 %2").arg(limit.value()).arg(CURRENCIES[limit.currency().type()]);
  });
  const auto code = [&](const KDSoapValueList &fault) {
    return (older ? fault.child("faultcode") : fault.child("Code").childValues().child("Value")).value().toString();
  };
  feature("value out of its type", [&] {
    ReserveJob job(&service);
    job.setParameters(reserved(10));
    run(job);
    return code(job.reply().childValues());
  });
  feature("undeclared fault", [&] {
    const auto fault = failed(TNS__Cause::Other);
    return code(fault) + " | " + reason(fault);
  });
  const auto greeted = [&](GreetJob &job) {
    TNS__Session session;
    session.setUser("Ann");
    service.setSessionHeader(session);
    TNS__Greet request;
    request.setGreeting("Hello");
    job.setParameters(request);
    run(job);
    service.clearSessionHeader();
    if (job.isFault()) throw std::runtime_error(job.faultAsString().toStdString());
  };
  feature("header block of a request", [&] {
    GreetJob job(&service);
    greeted(job);
    return job.resultParameters().text();
  });
  feature("header block of an answer", [&] {
    GreetJob job(&service);
    greeted(job);
    return job.visit().user() + " " + QString::number(job.visit().number());
  });
  feature("one-way", [&] {
    TNS__Remark request;
    request.setLine("KDSoap " + version);
    service.remark(request);
    return done(service, QString());
  });
  feature("members without namespace", [&] {
    TNS__Locate request;
    request.setPlace("Rome");
    const auto came = done(service, service.locate(request));
    return came.found() + " " + QString::number(came.height());
  });
  feature("bare simple type", [&] { return done(service, service.shout("hello")); });
  feature("answer of 1 MiB", [&] {
    TNS__Repeat request;
    request.setText("0123456789abcdef"), request.setTimes(65536);
    return QString::number(done(service, service.repeat(request)).text().size());
  });
}

template <class Rpc, class Encoded> static void parts() {
  feature("rpc/literal", [] {
    Rpc service;
    use(service, "rpc");
    return done(service, service.concat("one ", "& two"));
  });
  const auto runner = [](const QString &name, double time) {
    encoded::TNS__Runner made;
    made.setName(name), made.setTime(time);
    return made;
  };
  Encoded service;
  use(service, "encoded");
  feature("encoded array of structs", [&] {
    encoded::TNS__Runners runners;
    runners.setItems({runner("Ann", 10.25), runner("Bob", 11), runner("Cid", 9.5)});
    QStringList came;
    for (const auto &one : done(service, service.rank(runners)).items()) came << one.name() + " " + QString::number(one.time());
    return came.join(", ");
  });
  feature("multi-reference received", [&] {
    encoded::TNS__Team team;
    team.setCaptain(runner("Bob", 11)), team.setFastest(runner("Ann", 10.25));
    const auto came = done(service, service.lead(team));
    return came.captain().name() + " " + came.fastest().name();
  });
}

int main(int count, char **parameters) {
  QCoreApplication application(count, parameters);
  base = parameters[1], version = parameters[2];
  output.open(stdout, QIODevice::WriteOnly);
  if (version == "1.1") {
    documents<Documents::DocumentsSoap11, Documents::DocumentsSoap11Jobs::FailJob, Documents::DocumentsSoap11Jobs::GreetJob, Documents::DocumentsSoap11Jobs::ReserveJob>();
    parts<rpc::Rpc::RpcSoap11, encoded::Encoded::EncodedSoap11>();
  } else {
    documents<Documents::DocumentsSoap12, Documents::DocumentsSoap12Jobs::FailJob, Documents::DocumentsSoap12Jobs::GreetJob, Documents::DocumentsSoap12Jobs::ReserveJob>();
    parts<rpc::Rpc::RpcSoap12, encoded::Encoded::EncodedSoap12>();
  }
}
