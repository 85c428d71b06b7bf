"""One call by zeep with a WSDL: the call as JSON in, its answer as JSON out."""
import json
import os
import sys

import zeep
from lxml import etree
from zeep.plugins import HistoryPlugin

ENVELOPE = {
    "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
    "1.2": "http://www.w3.org/2003/05/soap-envelope",
}
NEXT = {
    "1.1": ("actor", "http://schemas.xmlsoap.org/soap/actor/next"),
    "1.2": ("role", "http://www.w3.org/2003/05/soap-envelope/role/next"),
}
WSDL = os.path.join(os.path.dirname(__file__), "examples.wsdl")


def block(header, soap):
    element = etree.Element(etree.QName(header["namespace"], header["name"]))
    element.text = header["value"]
    if header["mustUnderstand"]:
        element.set(etree.QName(ENVELOPE[soap], "mustUnderstand"), "1")
    if header["next"]:
        name, uri = NEXT[soap]
        element.set(etree.QName(ENVELOPE[soap], name), uri)
    return element


def first_name(detail):
    return None if detail is None or len(detail) == 0 else etree.QName(detail[0]).localname


def main():
    call = json.load(sys.stdin)
    soap = call["soap"]
    history = HistoryPlugin()
    transport = zeep.Transport(timeout=20, operation_timeout=20)
    client = zeep.Client(WSDL, transport=transport, plugins=[history])
    binding = "{urn:example:interop}Soap" + soap.replace(".", "")
    service = client.create_service(binding, call["url"])
    blocks = [block(call["header"], soap)] if "header" in call else []
    answer = {}
    try:
        operation = getattr(service, call["operation"])
        answer["result"] = operation(**dict(call["parameters"]), _soapheaders=blocks)
    except zeep.exceptions.Fault as fault:
        answer["fault"] = {
            "code": fault.code,
            "subcodes": [name.text for name in fault.subcodes or []],
            "reason": fault.message,
            "detail": first_name(fault.detail),
        }
    answer["headers"] = {}
    if call["operation"] != "Record":
        header = history.last_received["envelope"].find("{%s}Header" % ENVELOPE[soap])
        sent = [] if header is None else header
        answer["headers"] = {etree.QName(entry).localname: entry.text for entry in sent}
    json.dump(answer, sys.stdout)


main()
