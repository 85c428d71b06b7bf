"""Calls the service of SOAPBuilders by suds and its WSDL: the URL of the WSDL as argument, the results by name as JSON out."""
import json
import sys

from suds.client import Client
from suds.sudsobject import asdict

client = Client(sys.argv[1], cache=None)


def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    if hasattr(value, "__keylist__"):
        return {key: plain(one) for key, one in asdict(value).items()}
    return str(value) if value.__class__.__name__ == "Text" else value


def struct():
    made = client.factory.create("{http://soapinterop.org/xsd}SOAPStruct")
    made.varString, made.varInt, made.varFloat = "arg", 34, 1.5
    return made


def array(name, item, items):
    made = client.factory.create("{http://soapinterop.org/xsd}" + name)
    made.item = items
    made._arrayType = "%s[%d]" % (item, len(items))
    return made


calls = {
    "echoString": "grüß <&> dich",
    "echoInteger": -42,
    "echoFloat": 1.5,
    "echoBoolean": True,
    "echoStruct": struct(),
    "echoStringArray": array("ArrayOfstring", "xsd:string", ["a", "b"]),
}
results = {name: plain(getattr(client.service, name)(value)) for name, value in calls.items()}
results["echoVoid"] = plain(client.service.echoVoid())
print(json.dumps(results, default=str))
