"""What zeep puts into the security block of a call: a UsernameToken, or a signature, whose answer it verifies."""
import xmlsec
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.username import UsernameToken


class Signed:
    """Verifies with the certificate of the node: zeep's class takes its own for that of the other side, too."""

    def __init__(self, call):
        methods = (xmlsec.Transform.RSA_SHA256, xmlsec.Transform.SHA256)
        self.own = BinarySignature(call["key"], call["certificate"], None, *methods)
        self.other = Signature(call["key"], call["node"])

    def apply(self, envelope, headers):
        return self.own.apply(envelope, headers)

    def verify(self, envelope):
        return self.other.verify(envelope)


def security_of(call):
    """None for a call that has none."""
    if "user" in call:
        digest = call["wsse"] == "PasswordDigest"
        return UsernameToken(call["user"], call["password"], use_digest=digest, zulu_timestamp=True)
    return Signed(call) if call.get("wsse") == "signature" else None
