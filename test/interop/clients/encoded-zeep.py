"""Calls the service of SOAPBuilders by zeep and its WSDL: the URL of the WSDL as argument, the results by name as JSON out."""
import json
import sys

import zeep
from zeep.helpers import serialize_object

ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
# zeep fetches the schema of the encoding from where it is named after: a machine without network has this one.
SCHEMA = f"""<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:enc="{ENCODING}" targetNamespace="{ENCODING}">
  <attribute name="arrayType" type="string"/>
  <complexType name="Array">
    <sequence><any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></sequence>
    <attribute ref="enc:arrayType"/>
  </complexType>
</schema>""".encode()


class Local(zeep.Transport):
    def load(self, url):
        return SCHEMA if url == ENCODING else super().load(url)


client = zeep.Client(sys.argv[1], transport=Local(timeout=20))
struct = {"varString": "arg", "varInt": 34, "varFloat": 1.5}
calls = {
    "echoString": "grüß <&> dich",
    "echoInteger": -42,
    "echoFloat": 1.5,
    "echoBoolean": True,
    "echoDecimal": "123.456",
    "echoStruct": struct,
    "echoNestedStruct": {**struct, "varStruct": struct},
    "echoLinkedList": {"varInt": 1, "varString": "a", "child": {"varInt": 2, "varString": "b", "child": None}},
}
results = {}
for name, value in calls.items():
    results[name] = serialize_object(getattr(client.service, name)(value), dict)
results["echoVoid"] = serialize_object(client.service.echoVoid(), dict)
print(json.dumps(results, default=str))
