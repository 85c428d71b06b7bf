"""A client by zeep: each line of standard input is a call, and gets a line in answer, both written as HTML forms are."""
import sys
import time
from urllib.parse import parse_qsl, urlencode

import zeep

ADDRESSING = "http://www.w3.org/2005/08/addressing"


class Addressed(zeep.Plugin):
    """Whether what was sent has the blocks of WS-Addressing, which zeep adds where the WSDL names an action."""

    def __init__(self):
        self.found = False

    def egress(self, envelope, http_headers, operation, binding_options):
        self.found = envelope.find(".//{%s}MessageID" % ADDRESSING) is not None
        return envelope, http_headers


class FixedId(zeep.Plugin):
    """Gives a message the id of the message that it repeats."""

    def __init__(self, message_id):
        self.message_id = message_id

    def egress(self, envelope, http_headers, operation, binding_options):
        for element in envelope.iter("{%s}MessageID" % ADDRESSING):
            element.text = self.message_id
        return envelope, http_headers


def detail_of(fault, client):
    """The entry of a fault's detail that the contract declares."""
    if fault.detail is None or len(fault.detail) == 0:
        return None
    try:
        declared = client.get_element(fault.detail[0].tag)
    except (zeep.exceptions.LookupError, zeep.exceptions.NamespaceError):
        return None
    return declared.parse(fault.detail[0], client.wsdl.types)


def answer_of(call):
    addressed = Addressed()
    plugins = [addressed] + ([FixedId(call["id"])] if "id" in call else [])
    transport = zeep.Transport(timeout=20, operation_timeout=20)
    client = zeep.Client(call["wsdl"], transport=transport, plugins=plugins)
    service = client.bind(call["service"], call["port"])
    if "address" in call:
        service = client.create_service(service._binding.name.text, call["address"])
    reserved = ("turn", "operation", "wsdl", "service", "port", "address", "id")
    values = {name: value for name, value in call.items() if name not in reserved}
    if call["operation"] == "Reserve":
        values = {"line": values}
    try:
        result = getattr(service, call["operation"])(**values)
    except zeep.exceptions.Fault as fault:
        detail = detail_of(fault, client)
        if detail is not None:
            return {"declared": type(detail).__name__, "item": detail.item, "left": detail.left}
        return {"fault": fault.code.split(":")[-1], "reason": fault.message}
    return {
        "result": "sent" if call["operation"] == "Note" else result,
        "addressed": "yes" if addressed.found else "no",
    }


for line in sys.stdin:
    began = time.monotonic()
    call = dict(parse_qsl(line.rstrip("\n")))
    try:
        answer = answer_of(call)
    except Exception as error:
        answer = {"error": repr(error)}
    answer["turn"] = call["turn"]
    answer["ms"] = int((time.monotonic() - began) * 1000)
    print(urlencode(answer), flush=True)
