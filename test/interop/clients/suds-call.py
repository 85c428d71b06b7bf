"""One call by suds with a WSDL, SOAP 1.1: the call as JSON in, its answer as JSON out."""
import json
import os
import sys

from suds import WebFault
from suds.client import Client
from suds.sax.attribute import Attribute
from suds.sax.element import Element

WSDL = "file://" + os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples.wsdl")
ENVELOPE = ("SOAP-ENV", "http://schemas.xmlsoap.org/soap/envelope/")
NEXT = "http://schemas.xmlsoap.org/soap/actor/next"


def block(header):
    element = Element(header["name"], ns=("h", header["namespace"])).setText(header["value"])
    if header["mustUnderstand"]:
        element.append(Attribute("SOAP-ENV:mustUnderstand", "1"))
    if header["next"]:
        element.append(Attribute("SOAP-ENV:actor", NEXT))
    return element


def main():
    call = json.load(sys.stdin)
    blocks = [block(call["header"])] if "header" in call else []
    client = Client(WSDL, location=call["url"], port="Soap11", timeout=20, soapheaders=blocks)
    answer = {"headers": {}}
    try:
        operation = getattr(client.service, call["operation"])
        answer["result"] = operation(**dict(call["parameters"]))
    except WebFault as error:
        detail = getattr(error.fault, "detail", None)
        names = [] if detail is None else list(dict(detail))
        answer["fault"] = {
            "code": error.fault.faultcode,
            "reason": error.fault.faultstring,
            "detail": names[0] if names else None,
        }
    received = client.last_received()
    header = call["operation"] != "Record" and received.getChild("Envelope", ENVELOPE).getChild("Header", ENVELOPE)
    for entry in header.getChildren() if header else []:
        answer["headers"][entry.name] = entry.getText()
    json.dump(answer, sys.stdout)


main()
