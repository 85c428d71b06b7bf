"""Calls operations by the WSDLs that a node publishes, in one process: JSON in, and what came of each call as JSON out."""
import datetime
import decimal
import json
import logging
import sys

import zeep
from lxml import etree
from zeep.helpers import serialize_object

logging.disable(logging.CRITICAL)


def value_of(json_value, client):
    if isinstance(json_value, list):
        return [value_of(one, client) for one in json_value]
    if not isinstance(json_value, dict):
        return json_value
    if "$xml" in json_value:
        return etree.fromstring(json_value["$xml"])
    if "$bytes" in json_value:
        return json_value["$bytes"].encode()
    if "$nil" in json_value:
        return zeep.xsd.Nil
    values = {key: value_of(one, client) for key, one in json_value.items() if key != "$type"}
    if "$type" in json_value:
        return client.get_type(json_value["$type"])(**values)
    return values


def plain(value):
    """What is compared: texts, with nothing where nothing was said."""
    if isinstance(value, etree._Element):
        return etree.canonicalize(etree.tostring(value, with_tail=False, encoding="unicode"), rewrite_prefixes=True)
    if isinstance(value, dict):
        shown = {key: plain(one) for key, one in value.items()}
        return {key: one for key, one in shown.items() if one not in (None, [], {})}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if value is zeep.xsd.Nil or value is None:
        return None
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float, decimal.Decimal)):
        return str(decimal.Decimal(str(value)).normalize() + 0)
    if isinstance(value, datetime.timedelta):
        return str(value.total_seconds())
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return number_or_text(str(value))


def number_or_text(text):
    try:
        return str(decimal.Decimal(text).normalize() + 0)
    except decimal.InvalidOperation:
        return text


def answered(client, service, port, call):
    proxy = client.bind(service, port)
    values = {name: value_of(one, client) for name, one in call["values"].items()}
    given = plain(serialize_object(values, dict))
    if "headers" in call:
        values["_soapheaders"] = {name: value_of(one, client) for name, one in call["headers"].items()}
    try:
        answer = getattr(proxy, call["operation"])(**values)
    except zeep.exceptions.Fault as fault:
        detail = fault.detail
        entry = detail[0] if detail is not None and len(detail) > 0 else None
        local = None if entry is None else etree.QName(entry).localname
        return {"fault": local, "reason": fault.message}
    back = plain(serialize_object(answer, dict))
    given = plain(call["answer"]) if "answer" in call else given
    # An answer of one element is that element's value.
    same = back == given or (given and len(given) == 1 and [back] == list(given.values())) or (not given and not back)
    return {"same": same, "given": given, "back": back}


def main():
    settings = zeep.Settings(strict=True)
    lines = []
    for asked in json.load(sys.stdin):
        told = {key: asked["call"][key] for key in ("operation",)}
        try:
            client = clients.get(asked["wsdl"]) or zeep.Client(asked["wsdl"], settings=settings)
            clients[asked["wsdl"]] = client
            for name, service in client.wsdl.services.items():
                for port in service.ports:
                    if asked["call"]["operation"] in service.ports[port].binding._operations:
                        told[port] = answered(client, name, port, asked["call"])
        except Exception as error:  # Whatever zeep cannot do is told.
            told["error"] = f"{type(error).__name__}: {error}"
        lines.append(told)
    json.dump(lines, sys.stdout)


clients = {}
main()
