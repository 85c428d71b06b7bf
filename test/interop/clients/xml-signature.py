"""Signs and verifies by python3-cryptography, with canonical forms by lxml: another XML Signature, in a few lines."""
import base64
import json
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, utils
from lxml import etree

DS = "{http://www.w3.org/2000/09/xmldsig#}"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
MORE = "http://www.w3.org/2001/04/xmldsig-more#"
MORE_2007 = "http://www.w3.org/2007/05/xmldsig-more#"
ED25519 = "http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519"
SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256"
DIGESTS = {
    SHA256: hashes.SHA256(),
    MORE + "sha384": hashes.SHA384(),
    "http://www.w3.org/2001/04/xmlenc#sha512": hashes.SHA512(),
}
HASHES = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}


def canonical(element, prefixes=()):
    return etree.tostring(
        element,
        method="c14n",
        exclusive=True,
        with_comments=False,
        inclusive_ns_prefixes=list(prefixes),
    )


def digest(algorithm, octets):
    running = hashes.Hash(DIGESTS[algorithm])
    running.update(octets)
    return running.finalize()


def hash_of(uri):
    return next(HASHES[size] for size in HASHES if "sha" + size in uri)


def pss(hash):
    return padding.PSS(padding.MGF1(hash), hash.digest_size)


def verify(key, uri, octets, value):
    if uri == ED25519:
        return key.verify(value, octets)
    hash = hash_of(uri)
    if uri == MORE_2007 + "sha" + str(hash.digest_size * 8) + "-rsa-MGF1":
        return key.verify(value, octets, pss(hash), hash)
    if "#rsa-" in uri:
        return key.verify(value, octets, padding.PKCS1v15(), hash)
    half = len(value) // 2
    r, s = int.from_bytes(value[:half], "big"), int.from_bytes(value[half:], "big")
    return key.verify(utils.encode_dss_signature(r, s), octets, ec.ECDSA(hash))


def sign(key, uri, octets):
    if uri == ED25519:
        return key.sign(octets)
    hash = hash_of(uri)
    if uri.endswith("-rsa-MGF1"):
        return key.sign(octets, pss(hash), hash)
    if "#rsa-" in uri:
        return key.sign(octets, padding.PKCS1v15(), hash)
    r, s = utils.decode_dss_signature(key.sign(octets, ec.ECDSA(hash)))
    size = (key.curve.key_size + 7) // 8
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def with_id(root, id):
    (found,) = [e for e in root.iter() if isinstance(e.tag, str) and id in e.attrib.values()]
    return found


def prefixes(reference):
    lists = reference.iter("{http://www.w3.org/2001/10/xml-exc-c14n#}InclusiveNamespaces")
    found = [prefix for one in lists for prefix in one.get("PrefixList").split()]
    # By this name libxml2 has the default namespace.
    return ["" if prefix == "#default" else prefix for prefix in found]


def check(call):
    key = serialization.load_pem_public_key(call["key"].encode())
    root = etree.fromstring(call["text"].encode())
    (signature,) = root.iter(DS + "Signature")
    info = signature.find(DS + "SignedInfo")
    uri = info.find(DS + "SignatureMethod").get("Algorithm")
    value = base64.b64decode(signature.findtext(DS + "SignatureValue"))
    verify(key, uri, canonical(info), value)
    for reference in info.findall(DS + "Reference"):
        octets = canonical(with_id(root, reference.get("URI")[1:]), prefixes(reference))
        found = digest(reference.find(DS + "DigestMethod").get("Algorithm"), octets)
        if base64.b64encode(found).decode() != reference.findtext(DS + "DigestValue"):
            raise ValueError("another digest: " + reference.get("URI"))
    return uri


def make(call):
    """Fills in a signature whose DigestValues and SignatureValue are empty."""
    key = serialization.load_pem_private_key(call["key"].encode(), None)
    root = etree.fromstring(call["text"].encode())
    (signature,) = root.iter(DS + "Signature")
    info = signature.find(DS + "SignedInfo")
    for reference in info.findall(DS + "Reference"):
        octets = canonical(with_id(root, reference.get("URI")[1:]), prefixes(reference))
        found = digest(reference.find(DS + "DigestMethod").get("Algorithm"), octets)
        reference.find(DS + "DigestValue").text = base64.b64encode(found).decode()
    value = sign(key, info.find(DS + "SignatureMethod").get("Algorithm"), canonical(info))
    signature.find(DS + "SignatureValue").text = base64.b64encode(value).decode()
    return etree.tostring(root).decode("ascii")


call = json.load(sys.stdin)
print(json.dumps(check(call) if call["do"] == "verify" else make(call)))
