/* One call by Qt's KDSoap without a WSDL: the call as JSON in, its answer as JSON out. */
#include <KDSoapClient/KDSoapClientInterface.h>
#include <KDSoapClient/KDSoapMessage.h>
#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

static const QString ENVELOPE_11 = "http://schemas.xmlsoap.org/soap/envelope/";
static const QString ENVELOPE_12 = "http://www.w3.org/2003/05/soap-envelope";

static KDSoapHeaders blocks(const QJsonObject &header, bool older) {
  KDSoapHeaders blocks;
  if (header.isEmpty()) return blocks;
  const QString envelope = older ? ENVELOPE_11 : ENVELOPE_12;
  KDSoapValue block(header["name"].toString(), header["value"].toString());
  block.setNamespaceUri(header["namespace"].toString());
  const auto attribute = [&](const QString &name, const QString &value) {
    KDSoapValue attribute(name, value);
    attribute.setNamespaceUri(envelope);
    attribute.setQualified(true);
    block.childValues().attributes().append(attribute);
  };
  if (header["mustUnderstand"].toBool()) attribute("mustUnderstand", "1");
  if (header["next"].toBool()) {
    if (older) attribute("actor", "http://schemas.xmlsoap.org/soap/actor/next");
    else attribute("role", ENVELOPE_12 + "/role/next");
  }
  block.setQualified(true);
  KDSoapMessage message;
  message.childValues().append(block);
  blocks.append(message);
  return blocks;
}

static QJsonObject fault(const KDSoapValueList &fault, bool older) {
  const KDSoapValueList detail = fault.child(older ? "detail" : "Detail").childValues();
  const auto code = older ? fault.child("faultcode") : fault.child("Code").childValues().child("Value");
  const auto reason = older ? fault.child("faultstring") : fault.child("Reason").childValues().child("Text");
  return {{"code", code.value().toString()},
          {"reason", reason.value().toString()},
          {"detail", detail.isEmpty() ? QJsonValue() : QJsonValue(detail.first().name())}};
}

int main(int count, char **parameters) {
  QCoreApplication application(count, parameters);
  QFile input, output;
  if (!input.open(stdin, QIODevice::ReadOnly) || !output.open(stdout, QIODevice::WriteOnly)) return 1;
  const QJsonObject call = QJsonDocument::fromJson(input.readAll()).object();
  const bool older = call["soap"].toString() == "1.1";

  KDSoapClientInterface client(call["url"].toString(), call["namespace"].toString());
  client.setSoapVersion(older ? KDSoapClientInterface::SOAP1_1 : KDSoapClientInterface::SOAP1_2);
  KDSoapMessage request;
  for (const QJsonValue &parameter : call["parameters"].toArray()) {
    request.addArgument(parameter[0].toString(), parameter[1].toVariant());
  }
  const auto sent = blocks(call["header"].toObject(), older);
  const KDSoapMessage response = client.call(call["operation"].toString(), request, QString(), sent);

  QJsonObject answer, headers;
  if (response.isFault()) answer["fault"] = fault(response.childValues(), older);
  else if (!response.childValues().isEmpty()) {
    answer["result"] = response.childValues().first().value().toString();
  }
  for (const KDSoapMessage &block : client.lastResponseHeaders()) {
    headers[block.name()] = block.value().toString();
  }
  answer["headers"] = headers;
  output.write(QJsonDocument(answer).toJson(QJsonDocument::Compact));
  return 0;
}
