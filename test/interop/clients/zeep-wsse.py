"""One call by zeep with its WS-Security plugins: the order as JSON in, what it understood as JSON out."""
import json
import os
import sys

import xmlsec
import zeep
from lxml import etree
from zeep.plugins import HistoryPlugin
from zeep.wsse.compose import Compose
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.username import UsernameToken

WSDL = os.path.join(os.path.dirname(__file__), "examples.wsdl")
METHODS = {
    "rsa-sha256": (xmlsec.Transform.RSA_SHA256, xmlsec.Transform.SHA256),
    "rsa-sha512": (xmlsec.Transform.RSA_SHA512, xmlsec.Transform.SHA512),
    "ecdsa-sha256": (xmlsec.Transform.ECDSA_SHA256, xmlsec.Transform.SHA256),
    # What it takes by itself: SHA-1.
    "default": (None, None),
}


class SignAndCheck:
    """Signs with its own pair, and verifies an answer with the node's certificate: zeep's class has one pair."""

    def __init__(self, kind, files, algorithm, peer):
        self.own = kind(*files, None, *METHODS[algorithm])
        self.peer = peer and Signature(files[0], peer)

    def apply(self, envelope, headers):
        return self.own.apply(envelope, headers)

    def verify(self, envelope):
        return self.peer.verify(envelope) if self.peer else envelope


def parts(order):
    if "user" in order:
        zulu = order.get("zulu", True)
        digest = order.get("digest", True)
        yield UsernameToken(order["user"], order["password"], use_digest=digest, zulu_timestamp=zulu)
    if "reference" in order:
        kind = BinarySignature if order["reference"] == "token" else Signature
        files = (order["key"], order["certificate"])
        yield SignAndCheck(kind, files, order["algorithm"], order.get("peer"))


def main():
    order = json.load(sys.stdin)
    history = HistoryPlugin()
    transport = zeep.Transport(timeout=20, operation_timeout=20)
    client = zeep.Client(WSDL, transport=transport, plugins=[history], wsse=Compose(list(parts(order))))
    binding = "{urn:example:interop}Soap" + order["soap"].replace(".", "")
    service = client.create_service(binding, order["url"])
    answer = {}
    try:
        operation = getattr(service, order.get("operation", "Add"))
        answer["result"] = operation(a=1, b=2)
    except zeep.exceptions.Fault as fault:
        answer["fault"] = {"code": fault.code, "reason": fault.message}
        answer["subcodes"] = [name.text for name in fault.subcodes or []]
    except zeep.exceptions.SignatureVerificationFailed:
        answer["refused"] = True
    for way in ("sent", "received"):
        try:
            envelope = getattr(history, "last_" + way)["envelope"]
        except (IndexError, TypeError):
            continue
        answer[way] = etree.tostring(envelope).decode("ascii")
    json.dump(answer, sys.stdout)


main()
