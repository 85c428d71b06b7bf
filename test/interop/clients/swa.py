"""The SwA profile of WS-Security with python3-cryptography: opens what was sealed, and seals by itself."""
import base64
import hashlib
import json
import os
import re
import sys
from urllib.parse import quote, unquote

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from xml.etree.ElementTree import canonicalize

SWA = 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#'
DS = 'http://www.w3.org/2000/09/xmldsig#'
XENC = 'http://www.w3.org/2001/04/xmlenc#'
XENC11 = 'http://www.w3.org/2009/xmlenc11#'
WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
X509V3 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3'
BASE64 = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'
EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
OAEP = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA256(), None)


def canonical(name, value):
    """Of some parameters the values have no case."""
    name, value = name.strip().lower(), value.strip().strip('"')
    return (name, value.lower() if name in ('charset', 'filename', 'type', 'size', 'padding') else value)


def octets(part, complete):
    """The canonical form: fields that have no parameters but plain ones."""
    fields = {name.lower(): value for name, value in part['fields']}
    head = ''
    for name in ['Content-Description', 'Content-Disposition', 'Content-ID', 'Content-Location', 'Content-Type']:
        value = fields.get(name.lower())
        if value is None:
            continue
        if name in ('Content-Disposition', 'Content-Type'):
            kind, *parameters = [one.strip() for one in value.split(';')]
            pairs = sorted(canonical(*one.split('=', 1)) for one in parameters)
            value = kind.lower() + ''.join(';%s="%s"' % pair for pair in pairs)
        head += '%s:%s\r\n' % (name, value)
    content = base64.b64decode(part['content'])
    if fields['content-type'].startswith('text/'):
        content = re.sub(rb'\r\n|\r|\n', b'\r\n', content)
    return (head.encode() if complete else b'') + content


def byid(parts, uri):
    wanted = unquote(uri[len('cid:'):])
    return next(one for one in parts if dict((n.lower(), v) for n, v in one['fields'])['content-id'] == '<%s>' % wanted)


def opened(asked):
    body, parts = asked['body'], asked['attachments']
    key = serialization.load_pem_private_key(asked['key'].encode(), None)
    wrapped = re.search(r'<xenc:EncryptedKey .*?<xenc:CipherValue>(.*?)</xenc:CipherValue>', body, re.S)
    if wrapped:
        secret = key.decrypt(base64.b64decode(wrapped[1]), OAEP)
        for data in re.findall(r'<xenc:EncryptedData [^>]*Attachment-Content-Only.*?</xenc:EncryptedData>', body, re.S):
            part = byid(parts, re.search(r'CipherReference URI="(.*?)"', data)[1])
            sealed = base64.b64decode(part['content'])
            part['content'] = base64.b64encode(AESGCM(secret).decrypt(sealed[:12], sealed[12:], None)).decode()
            mime = re.search(r'MimeType="(.*?)"', data)[1].replace('&quot;', '"')
            part['fields'] = [[n, mime if n.lower() == 'content-type' else v] for n, v in part['fields']]
    signature = re.search(r'<ds:Signature .*?</ds:Signature>', body, re.S)[0]
    info = re.search(r'<ds:SignedInfo>.*</ds:SignedInfo>', signature, re.S)[0]
    info = canonicalize(info.replace('<ds:SignedInfo', '<ds:SignedInfo xmlns:ds="%s"' % DS, 1))
    value = base64.b64decode(re.search(r'<ds:SignatureValue>(.*?)<', signature)[1])
    certificate = x509.load_pem_x509_certificate(asked['certificate'].encode())
    certificate.public_key().verify(value, info.encode(), padding.PKCS1v15(), hashes.SHA256())
    for uri, transform, digest in re.findall(
            r'<ds:Reference URI="(cid:.*?)">.*?<ds:Transform Algorithm="(.*?)">.*?<ds:DigestValue>(.*?)<', info, re.S):
        found = hashlib.sha256(octets(byid(parts, uri), transform == SWA + 'Attachment-Complete-Signature-Transform')).digest()
        assert base64.b64encode(found).decode() == digest, uri
    return {'attachments': parts, 'signed': re.findall(r'URI="(cid:.*?)"', info)}


def digest(data):
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def reference(uri, transform, value):
    return ('<ds:Reference URI="%s"><ds:Transforms><ds:Transform Algorithm="%s"></ds:Transform></ds:Transforms>'
            '<ds:DigestMethod Algorithm="%ssha256"></ds:DigestMethod><ds:DigestValue>%s</ds:DigestValue></ds:Reference>'
            % (uri, transform, XENC, value))


def made(asked):
    parts = asked['attachments']
    own = x509.load_pem_x509_certificate(asked['certificate'].encode())
    key = serialization.load_pem_private_key(asked['key'].encode(), None)
    receiver = x509.load_pem_x509_certificate(asked['receiver'].encode())
    soap = 'http://schemas.xmlsoap.org/soap/envelope/'
    # In its canonical form as it stands.
    body = '<s:Body xmlns:s="%s" xmlns:wsu="%s" wsu:Id="body">%s</s:Body>' % (soap, WSU, asked['entry'])
    references = reference('#body', EXCLUSIVE, digest(body.encode()))
    for index, part in enumerate(parts):
        name = ['Content', 'Complete'][index % 2]
        cid = dict((n.lower(), v) for n, v in part['fields'])['content-id'][1:-1]
        part['cid'] = 'cid:' + quote(cid, safe='@')
        references += reference(part['cid'], '%sAttachment-%s-Signature-Transform' % (SWA, name), digest(octets(part, index % 2 == 1)))
    info = ('<ds:SignedInfo xmlns:ds="%s"><ds:CanonicalizationMethod Algorithm="%s"></ds:CanonicalizationMethod>'
            '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>%s</ds:SignedInfo>'
            % (DS, EXCLUSIVE, references))
    value = base64.b64encode(key.sign(info.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
    secret = os.urandom(32)
    datas = listed = ''
    for index, part in enumerate(parts):
        fields = dict((n.lower(), v) for n, v in part['fields'])
        iv = os.urandom(12)
        part['content'] = base64.b64encode(iv + AESGCM(secret).encrypt(iv, base64.b64decode(part['content']), None)).decode()
        part['fields'] = [[n, 'application/octet-stream' if n.lower() == 'content-type' else v] for n, v in part['fields']]
        listed += '<xenc:DataReference URI="#ED%d"/>' % index
        datas += ('<xenc:EncryptedData xmlns:xenc="%s" Id="ED%d" Type="%sAttachment-Content-Only" MimeType="%s">'
                  '<xenc:EncryptionMethod Algorithm="%saes256-gcm"/><xenc:CipherData><xenc:CipherReference URI="%s"><xenc:Transforms>'
                  '<ds:Transform xmlns:ds="%s" Algorithm="%sAttachment-Ciphertext-Transform"/></xenc:Transforms></xenc:CipherReference>'
                  '</xenc:CipherData></xenc:EncryptedData>'
                  % (XENC, index, SWA, fields['content-type'].replace('"', '&quot;'), XENC11, part.pop('cid'), DS, SWA))
    wrapped = base64.b64encode(receiver.public_key().encrypt(secret, OAEP)).decode()
    der = base64.b64encode(receiver.public_bytes(serialization.Encoding.DER)).decode()
    token = base64.b64encode(own.public_bytes(serialization.Encoding.DER)).decode()
    security = ('<wsse:Security xmlns:wsse="%s" xmlns:wsu="%s" s:mustUnderstand="1">'
                '<xenc:EncryptedKey xmlns:xenc="%s"><xenc:EncryptionMethod Algorithm="%srsa-oaep-mgf1p"><ds:DigestMethod xmlns:ds="%s" Algorithm="%ssha256"/></xenc:EncryptionMethod>'
                '<ds:KeyInfo xmlns:ds="%s"><ds:X509Data><ds:X509Certificate>%s</ds:X509Certificate></ds:X509Data></ds:KeyInfo>'
                '<xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList>%s</xenc:ReferenceList></xenc:EncryptedKey>%s'
                '<wsse:BinarySecurityToken wsu:Id="token" ValueType="%s" EncodingType="%s">%s</wsse:BinarySecurityToken>'
                '<ds:Signature xmlns:ds="%s">%s<ds:SignatureValue>%s</ds:SignatureValue><ds:KeyInfo><wsse:SecurityTokenReference>'
                '<wsse:Reference URI="#token" ValueType="%s"/></wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature></wsse:Security>'
                % (WSSE, WSU, XENC, XENC, DS, XENC, DS, der, wrapped, listed, datas, X509V3, BASE64, token, DS, info, value, X509V3))
    return {'body': '<s:Envelope xmlns:s="%s"><s:Header>%s</s:Header>%s</s:Envelope>' % (soap, security, body), 'attachments': parts}


asked = json.load(sys.stdin)
json.dump(opened(asked) if asked['do'] == 'open' else made(asked), sys.stdout)
