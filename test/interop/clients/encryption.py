"""XML Encryption by python3-cryptography: reads a task as JSON, writes what it encrypts or decrypts."""
import base64
import json
import os
import re
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from cryptography.hazmat.primitives.keywrap import aes_key_unwrap, aes_key_wrap
from cryptography.x509 import load_pem_x509_certificate

HASHES = {"sha1": hashes.SHA1, "sha256": hashes.SHA256, "sha384": hashes.SHA384, "sha512": hashes.SHA512}


def oaep(task):
    return padding.OAEP(
        mgf=padding.MGF1(algorithm=HASHES[task["mask"]]()),
        algorithm=HASHES[task["digest"]](),
        label=base64.b64decode(task["label"]) or None,
    )


def derive(secret, other):
    return ConcatKDFHash(algorithm=hashes.SHA256(), length=32, otherinfo=other).derive(secret)


def values(text, name):
    return [base64.b64decode(found) for found in re.findall(rf"<[a-z0-9]+:{name}>([^<]+)<", text)]


def decrypt(task):
    key = serialization.load_pem_private_key(task["key"].encode(), None)
    wrapped, *ciphertexts = values(task["text"], "CipherValue")
    if isinstance(key, ec.EllipticCurvePrivateKey):
        point = ec.EllipticCurvePublicKey.from_encoded_point(key.curve, values(task["text"], "PublicKey")[0])
        secret = aes_key_unwrap(derive(key.exchange(ec.ECDH(), point), bytes.fromhex(task["other"])), wrapped)
    else:
        secret = key.decrypt(wrapped, oaep(task))
    plain = [AESGCM(secret).decrypt(one[:12], one[12:], None).decode() for one in ciphertexts]
    return {"plain": plain}


def encrypt(task):
    public = load_pem_x509_certificate(task["certificate"].encode()).public_key()
    secret, iv = os.urandom(32), os.urandom(12)
    answer = {"data": base64.b64encode(iv + AESGCM(secret).encrypt(iv, task["plain"].encode(), None)).decode()}
    if isinstance(public, ec.EllipticCurvePublicKey):
        own = ec.generate_private_key(public.curve)
        point = own.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        wrapping = derive(own.exchange(ec.ECDH(), public), bytes.fromhex(task["other"]))
        answer["point"] = base64.b64encode(point).decode()
        answer["wrapped"] = base64.b64encode(aes_key_wrap(wrapping, secret)).decode()
    else:
        answer["wrapped"] = base64.b64encode(public.encrypt(secret, oaep(task))).decode()
    return answer


task = json.load(sys.stdin)
json.dump({"decrypt": decrypt, "encrypt": encrypt}[task["do"]](task), sys.stdout)
