"""suds calls the interop service through its WSDL: a line of JSON for each feature. It knows SOAP 1.1 only."""
import base64
import json
import sys
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

from suds import WebFault, null
from suds.client import Client
from suds.sax.attribute import Attribute
from suds.sax.element import Element

base, version = sys.argv[1:]


def connect(name):
    client = Client(f"{base}/{name}?wsdl", timeout=20, cache=None)
    ports = client.wsdl.services[0].ports
    return client, client.service[next(port.name for port in ports if port.name.startswith("Soap11"))]


def feature(name):
    def run(function):
        try:
            print(json.dumps({"feature": name, "actual": str(function())}))
        except Exception as error:
            print(json.dumps({"feature": name, "error": f"{type(error).__name__}: {error}"}))

    return run


client, service = connect("documents")


def made(kind, **members):
    thing = client.factory.create(f"{{urn:example:interop}}{kind}")
    for name, value in members.items():
        setattr(thing, name, value)
    return thing


INTEGERS = ["int16", "int32", "int64", "uint16", "uint32"]


def echoed(**numbers):
    return service.EchoNumbers(made("Numbers", **numbers))


def integers(*values):
    came = echoed(**dict(zip(INTEGERS, values)))
    return " ".join(str(came[name]) for name in INTEGERS)


@feature("byte and unsignedByte")
def _():
    came = echoed(int8=-128, uint8=255)
    return f"{came['int8']} {came['uint8']}"


@feature("lowest integers")
def _():
    return integers(-(2**15), -(2**31), -(2**63), 0, 0)


@feature("highest integers")
def _():
    return integers(2**15 - 1, 2**31 - 1, 2**63 - 1, 2**16 - 1, 2**32 - 1)


@feature("highest unsignedLong")
def _():
    return echoed(uint64=2**64 - 1).uint64


@feature("integer of 30 digits")
def _():
    return echoed(whole=-123456789012345678901234567890).whole


@feature("decimal of 30 digits")
def _():
    return echoed(exact=Decimal("123456789012345.678901234567891")).exact


@feature("float and double")
def _():
    came = echoed(float32=0.125, float64=sys.float_info.max)
    return f"{came.float32} {came.float64}"


@feature("infinity")
def _():
    came = echoed(float32=float("inf"), float64=float("-inf"))
    return f"{came.float32} {came.float64}"


@feature("not a number")
def _():
    return echoed(float64=float("nan")).float64


@feature("boolean")
def _():
    return " ".join(str(echoed(truth=truth).truth).lower() for truth in (True, False))


def at(name, value):
    return service.EchoTimes(made("Times", **{name: value}))[name]


@feature("dateTime")
def _():
    zone = timezone(timedelta(hours=5, minutes=30))
    return at("moment", datetime(2024, 2, 29, 23, 59, 59, 125000, zone)).isoformat()


@feature("date")
def _():
    return at("day", date(2024, 2, 29)).isoformat()


@feature("time")
def _():
    return at("clock", time(23, 59, 58, 500000)).isoformat()


@feature("duration")
def _():
    return at("span", "P1Y2M3DT4H5M6.5S")


@feature("gYear")
def _():
    return at("year", "2024")


def said(**texts):
    return service.EchoTexts(made("Texts", **texts))


@feature("white space")
def _():
    return said(text="  two  blanks,\ta tab\nand a line ").text


@feature("markup characters")
def _():
    return said(text="<a href=\"x\">&amp; 'b' ]]></a>").text


@feature("characters beyond the basic plane")
def _():
    return said(text="𝄞 grüß 日本").text


@feature("token, language and anyURI")
def _():
    came = said(word="a word", language="de-AT", link="urn:x:a%20b?c=d&e")
    return f"{came.word} | {came.language} | {came.link}"


BYTES = bytes(range(256))


def text(value):
    return base64.b64encode(value).decode("ascii")


@feature("base64Binary")
def _():
    return base64.b64decode(service.EchoBytes(text(BYTES), "00").base64).hex()


@feature("hexBinary")
def _():
    return service.EchoBytes("", BYTES.hex()).hex.lower()


def person(**members):
    return service.EchoPerson(made("Person", name="Ann", _id=7, **members))


@feature("attributes")
def _():
    came = person(_nickname="Annie", _status="retired")
    return f"{came._id} {came._nickname} {came._status}"


@feature("default of an attribute")
def _():
    return person()._status


@feature("optional members")
def _():
    return "; ".join("present" if "phone" in came else "absent" for came in (person(phone="123"), person()))


@feature("repeated members")
def _():
    return " ".join(person(email=["a@x", "b@x", "c@x"]).email)


@feature("structures three deep")
def _():
    position = made("Position", latitude=41.9, longitude=12.5)
    came = person(address=made("Address", street="Via 1", city="Rome", position=position)).address
    return f"{came.city} {came.position.latitude} {came.position.longitude}"


@feature("choice")
def _():
    card, account = service.Pay(made("Payment", card="1234")), service.Pay(made("Payment", account="DE5"))
    return f"card {card.card}; account {account.account}"


@feature("list of none")
def _():
    return " ".join(service.Reverse([]))


@feature("list of one")
def _():
    return " ".join(service.Reverse(["alone"]))


@feature("list of 1,000")
def _():
    return " ".join(service.Reverse([str(number) for number in range(1000)]))


@feature("nil")
def _():
    came = service.EchoNil(made("Answers", count=null(), label=null()))
    return " ".join("nil" if value is None else str(value) for value in (came.count, came.label))


@feature("not nil")
def _():
    came = service.EchoNil(made("Answers", count=5, label="five"))
    return f"{came.count} {came.label}"


def converted():
    return service.Convert(made("Price", value="10.5", _currency="EUR"), "USD")


@feature("enumeration")
def _():
    return converted()["from"]


@feature("simple content with an attribute")
def _():
    price = converted().price
    return f"{price.value} {price._currency}"


@feature("derived type sent and received")
def _():
    came = service.Enclose(made("Circle", name="disc", radius=2))
    return f"{type(came).__name__} {came.name} {came.side}"


@feature("base type sent and received")
def _():
    came = service.Enclose(made("Shape", name="dot"))
    return f"{type(came).__name__} {came.name}"


@feature("restricted types")
def _():
    return service.Reserve("AB123", 3, "Ann")


def fault(call):
    try:
        call()
    except WebFault as error:
        return error.fault
    raise AssertionError("no fault came")


@feature("value out of its type")
def _():
    return fault(lambda: service.Reserve("AB123", 10, "Ann")).faultcode


@feature("tree")
def _():
    def show(tree):
        branches = " ".join(show(branch) for branch in getattr(tree, "branch", []))
        return tree.label + (f"({branches})" if branches else "")

    d, e, b = (made("Tree", label=label) for label in "deb")
    c = made("Tree", label="c", branch=[d, e])
    return show(service.Mirror(made("Tree", label="a", branch=[b, c])))


@feature("any content")
def _():
    extra = Element("extra", ns=("x", "urn:example:other")).setText("42")
    extension = made("Extension")
    extension.any = extra
    came = service.Annotate(None, extension).extension
    return came


@feature("empty request and answer")
def _():
    service.Ping()
    return ""


@feature("declared fault")
def _():
    came = fault(lambda: service.Fail("stock"))
    detail = came.detail.OutOfStock
    return f"{came.faultstring} | {detail.item} {detail.left}"


@feature("declared fault of another type")
def _():
    came = fault(lambda: service.Fail("credit"))
    limit = came.detail.NoCredit.limit
    return f"{came.faultstring} | {limit.value} {limit._currency}"


@feature("undeclared fault")
def _():
    came = fault(lambda: service.Fail("other"))
    return f"{came.faultcode} | {came.faultstring}"


@feature("header block of a request")
def _():
    client.set_options(soapheaders={"Session": made("Session", user="Ann")})
    try:
        return service.Greet("Hello")
    finally:
        client.set_options(soapheaders=())


@feature("one-way")
def _():
    service.Remark(f"suds {version}")
    return ""


@feature("members without namespace")
def _():
    came = service.Locate("Rome")
    return f"{came.found} {came.height}"


@feature("bare simple type")
def _():
    return service.Shout("hello")


@feature("answer of 1 MiB")
def _():
    return len(service.Repeat("0123456789abcdef", 65536))


@feature("rpc/literal")
def _():
    return connect("rpc")[1].Concat("one ", "& two")


types, encoded = connect("encoded")


def runner(name, time):
    made = types.factory.create("{urn:example:interop:encoded}Runner")
    made.name, made.time = name, time
    return made


@feature("encoded array of structs")
def _():
    runners = types.factory.create("{urn:example:interop:encoded}Runners")
    runners.item = [runner("Ann", 10.25), runner("Bob", 11), runner("Cid", 9.5)]
    return ", ".join(f"{one.name} {one.time}" for one in encoded.Rank(runners))


@feature("multi-reference received")
def _():
    team = types.factory.create("{urn:example:interop:encoded}Team")
    team.captain, team.fastest = runner("Bob", 11), runner("Ann", 10.25)
    came = encoded.Lead(team)
    return f"{came.captain.name} {came.fastest.name}"
