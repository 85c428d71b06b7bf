"""A client by zeep: each line of standard input is a call, and gets a line in answer, both written as HTML forms are."""
import base64
import sys
import time
from datetime import datetime, timezone
from decimal import Decimal
from urllib.parse import parse_qsl, urlencode

import zeep

from secured import security_of

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


def plain(service, call):
    """An operation whose parameters are those of the call."""
    reserved = ("turn", "operation", "wsdl", "service", "port", "address", "id", "soap", "mtom")
    values = {name: value for name, value in call.items() if name not in reserved}
    return {"result": getattr(service, call["operation"])(**values)}


def reserve(service, call):
    return {"result": service.Reserve(line={"item": call["item"], "count": call["count"]})}


def note(service, call):
    service.Note(text=call["text"])
    return {"result": "sent"}


def echo(service, call):
    values = {
        "text": call["text"],
        "count": int(call["count"]),
        "amount": Decimal(call["amount"]),
        "at": datetime.fromisoformat(call["at"].replace("Z", "+00:00")),
        "open": call["open"] == "true",
        "item": call["items"].split("|"),
    }
    echoed = service.Echo(values=values)
    return {
        "text": echoed.text,
        "count": echoed.count,
        "amount": echoed.amount,
        "at": echoed.at.astimezone(timezone.utc).isoformat(),
        "open": str(echoed.open).lower(),
        "items": "|".join(item or "" for item in echoed.item),
    }


def mark(service, call):
    answer = service.Mark(text=call["text"], _soapheaders={"caller": {"name": call["caller"]}})
    return {"result": answer.body.text, "receipt": answer.header.receipt.number}


def store(service, call):
    stored = service.Store(content=base64.b64decode(call["content"]))
    return {"content": base64.b64encode(stored).decode()}


OPERATIONS = {"Reserve": reserve, "Note": note, "Echo": echo, "Mark": mark, "Store": store}


def answer_of(call):
    addressed = Addressed()
    plugins = [addressed] + ([FixedId(call["id"])] if "id" in call else [])
    transport = zeep.Transport(timeout=20, operation_timeout=20)
    if "authority" in call:
        # Else REQUESTS_CA_BUNDLE of the environment would count for more.
        transport.session.trust_env = False
        transport.session.verify = call["authority"]
    client = zeep.Client(call["wsdl"], transport=transport, plugins=plugins, wsse=security_of(call))
    port = "WarehousePort12" if call.get("soap") == "1.2" else "WarehousePort"
    service = client.bind(call["service"], call.get("port", port))
    if "address" in call:
        service = client.create_service(service._binding.name.text, call["address"])
    try:
        answer = OPERATIONS.get(call["operation"], plain)(service, call)
    except zeep.exceptions.Fault as fault:
        detail = detail_of(fault, client)
        if detail is not None:
            return {"declared": type(detail).__name__, "item": detail.item, "left": detail.left}
        return {"fault": fault.code.split(":")[-1], "reason": fault.message}
    return {**answer, "addressed": "yes" if addressed.found else "no"}


for line in sys.stdin:
    began = time.monotonic()
    call = dict(parse_qsl(line.rstrip("\n"), keep_blank_values=True))
    try:
        answer = answer_of(call)
    except Exception as error:
        answer = {"error": repr(error)}
    answer["turn"] = call["turn"]
    answer["ms"] = int((time.monotonic() - began) * 1000)
    print(urlencode(answer), flush=True)
