"""One call by PySimpleSOAP without a WSDL: the call as JSON in, its answer as JSON out."""
import json
import sys
from xml.parsers.expat import ExpatError

from pysimplesoap.client import SoapClient
from pysimplesoap.simplexml import SimpleXMLElement

# Its prefix for a version, the version's namespace, its attribute for an actor, what says `next`.
VERSIONS = {
    "1.1": ("soapenv", "http://schemas.xmlsoap.org/soap/envelope/",
            "actor", "http://schemas.xmlsoap.org/soap/actor/next"),
    "1.2": ("soap12env", "http://www.w3.org/2003/05/soap-envelope",
            "role", "http://www.w3.org/2003/05/soap-envelope/role/next"),
}


def block(header, prefix, actor, uri):
    element = SimpleXMLElement("<Headers/>").add_child(header["name"], header["value"], ns=False)
    element["xmlns"] = header["namespace"]
    if header["mustUnderstand"]:
        element[prefix + ":mustUnderstand"] = "1"
    if header["next"]:
        element[prefix + ":" + actor] = uri
    return element


def fault(response, namespace):
    """What it raises itself knows only the fault of SOAP 1.1."""
    own = {"detail": None}
    if namespace == VERSIONS["1.1"][1]:
        own.update(code=str(response("faultcode")), reason=str(response("faultstring")))
        detail = response("detail", error=False)
    else:
        own.update(code=str(response("Value", ns=[namespace])),
                   reason=str(response("Text", ns=[namespace])))
        detail = response("Detail", ns=[namespace], error=False)
    entries = detail.children() if detail else None
    if entries:
        own["detail"] = entries[0].get_local_name()
    return own


def main():
    call = json.load(sys.stdin)
    prefix, namespace, actor, uri = VERSIONS[call["soap"]]
    client = SoapClient(location=call["url"], action="", namespace=call["namespace"], ns="c",
                        soap_ns=prefix, exceptions=False, timeout=20)
    if "header" in call:
        client[call["header"]["name"]] = block(call["header"], prefix, actor, uri)
    given = dict(call["parameters"])
    answer = {"headers": {}}
    try:
        response = getattr(client, call["operation"])(**given)
    except ExpatError:
        # One-way: it reads the empty body of 202 as XML.
        if client.response.status != 202:
            raise
        return answer
    if response("Fault", ns=[namespace], error=False):
        answer["fault"] = fault(response, namespace)
    else:
        answer["result"] = str(response("text" if "text" in given else "result"))
    header = response("Header", ns=[namespace], error=False)
    for entry in (header.children() if header else None) or []:
        answer["headers"][entry.get_local_name()] = str(entry)
    return answer


json.dump(main(), sys.stdout)
