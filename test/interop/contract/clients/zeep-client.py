"""zeep calls the interop service through its WSDL: a line of JSON for each feature."""
import json
import sys
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

import zeep
from isodate import Duration
from lxml import etree
from zeep import xsd

NAMESPACE = "{urn:example:interop}"
base, version = sys.argv[1:]

ENCODING = b"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/soap/encoding/"
    targetNamespace="http://schemas.xmlsoap.org/soap/encoding/">
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:complexType name="Array">
    <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute ref="arrayType"/>
  </xs:complexType>
</xs:schema>"""


class Transport(zeep.Transport):
    """zeep fetches the schema of the SOAP encoding wherever it is named; here it has it at hand, as in a cache."""

    def load(self, url):
        return ENCODING if url == "http://schemas.xmlsoap.org/soap/encoding/" else super().load(url)


transport = Transport(timeout=20, operation_timeout=20)


def connect(name, **options):
    """The port whose binding is of the wanted version."""
    client = zeep.Client(f"{base}/{name}?wsdl", transport=transport, **options)
    wanted = "Soap12Binding" if version == "1.2" else "Soap11Binding"
    for service in client.wsdl.services.values():
        for port in service.ports.values():
            if type(port.binding).__name__ == wanted:
                return client, client.bind(service.name, port.name)
    raise LookupError(wanted)


def feature(name):
    def run(function):
        try:
            came = function()
            print(json.dumps({"feature": name, "actual": str(came)}))
        except Exception as error:
            print(json.dumps({"feature": name, "error": f"{type(error).__name__}: {error}"}))

    return run


client, service = connect("documents")


INTEGERS = ["int16", "int32", "int64", "uint16", "uint32"]


def integers(*values):
    came = service.EchoNumbers(numbers=dict(zip(INTEGERS, values)))
    return " ".join(str(came[name]) for name in INTEGERS)


@feature("byte and unsignedByte")
def _():
    came = service.EchoNumbers(numbers={"int8": -128, "uint8": 255})
    return f"{came['int8']} {came['uint8']}"


@feature("lowest integers")
def _():
    return integers(-(2**15), -(2**31), -(2**63), 0, 0)


@feature("highest integers")
def _():
    return integers(2**15 - 1, 2**31 - 1, 2**63 - 1, 2**16 - 1, 2**32 - 1)


@feature("highest unsignedLong")
def _():
    return service.EchoNumbers(numbers={"uint64": 2**64 - 1})["uint64"]


@feature("integer of 30 digits")
def _():
    return service.EchoNumbers(numbers={"whole": -123456789012345678901234567890})["whole"]


@feature("decimal of 30 digits")
def _():
    return service.EchoNumbers(numbers={"exact": Decimal("123456789012345.678901234567891")})["exact"]


@feature("float and double")
def _():
    came = service.EchoNumbers(numbers={"float32": 0.125, "float64": sys.float_info.max})
    return f"{came['float32']} {came['float64']}"


@feature("infinity")
def _():
    came = service.EchoNumbers(numbers={"float32": float("inf"), "float64": float("-inf")})
    return f"{came['float32']} {came['float64']}"


@feature("not a number")
def _():
    return service.EchoNumbers(numbers={"float64": float("nan")})["float64"]


@feature("boolean")
def _():
    both = [service.EchoNumbers(numbers={"truth": truth})["truth"] for truth in (True, False)]
    return " ".join(str(truth).lower() for truth in both)


@feature("dateTime")
def _():
    zone = timezone(timedelta(hours=5, minutes=30))
    moment = datetime(2024, 2, 29, 23, 59, 59, 125000, zone)
    return service.EchoTimes(times={"moment": moment})["moment"].isoformat()


@feature("date")
def _():
    return service.EchoTimes(times={"day": date(2024, 2, 29)})["day"].isoformat()


@feature("time")
def _():
    return service.EchoTimes(times={"clock": time(23, 59, 58, 500000)})["clock"].isoformat()


@feature("duration")
def _():
    span = Duration(years=1, months=2, days=3, hours=4, minutes=5, seconds=6.5)
    came = service.EchoTimes(times={"span": span})["span"]
    days, rest = came.tdelta.days, came.tdelta.seconds
    seconds = rest % 60 + came.tdelta.microseconds / 1e6
    return f"P{came.years}Y{came.months}M{days}DT{rest // 3600}H{rest // 60 % 60}M{seconds}S"


@feature("gYear")
def _():
    came = service.EchoTimes(times={"year": (2024, None)})["year"]
    return came[0]


def echoed(**texts):
    return service.EchoTexts(texts=texts)


@feature("white space")
def _():
    return echoed(text="  two  blanks,\ta tab\nand a line ")["text"]


@feature("markup characters")
def _():
    return echoed(text="<a href=\"x\">&amp; 'b' ]]></a>")["text"]


@feature("characters beyond the basic plane")
def _():
    return echoed(text="𝄞 grüß 日本")["text"]


@feature("token, language and anyURI")
def _():
    came = echoed(word="a word", language="de-AT", link="urn:x:a%20b?c=d&e")
    return f"{came['word']} | {came['language']} | {came['link']}"


@feature("QName")
def _():
    return echoed(qualified=etree.QName("urn:example:interop", "Shape"))["qualified"]


BYTES = bytes(range(256))


@feature("base64Binary")
def _():
    return service.EchoBytes(base64=BYTES, hex="00")["base64"].hex()


@feature("hexBinary")
def _():
    return service.EchoBytes(base64=b"", hex=BYTES.hex())["hex"].lower()


@feature("attributes")
def _():
    came = service.EchoPerson(person={"name": "Ann", "id": 7, "nickname": "Annie", "status": "retired"})
    return f"{came['id']} {came['nickname']} {came['status']}"


@feature("default of an attribute")
def _():
    return service.EchoPerson(person={"name": "Ann", "id": 7})["status"]


@feature("optional members")
def _():
    present = service.EchoPerson(person={"name": "Ann", "id": 7, "phone": "123"})
    absent = service.EchoPerson(person={"name": "Ann", "id": 7})
    return "; ".join("absent" if came["phone"] is None else "present" for came in (present, absent))


@feature("repeated members")
def _():
    came = service.EchoPerson(person={"name": "Ann", "id": 7, "email": ["a@x", "b@x", "c@x"]})
    return " ".join(came["email"])


@feature("structures three deep")
def _():
    address = {"street": "Via 1", "city": "Rome", "position": {"latitude": 41.9, "longitude": 12.5}}
    came = service.EchoPerson(person={"name": "Ann", "id": 7, "address": address})["address"]
    return f"{came['city']} {came['position']['latitude']} {came['position']['longitude']}"


@feature("choice")
def _():
    card = service.Pay(payment={"card": "1234"})
    account = service.Pay(payment={"account": "DE5"})
    return f"card {card['card']}; account {account['account']}"


@feature("list of none")
def _():
    return " ".join(service.Reverse(item=[]) or [])


@feature("list of one")
def _():
    return " ".join(service.Reverse(item=["alone"]))


@feature("list of 1,000")
def _():
    return " ".join(service.Reverse(item=[str(number) for number in range(1000)]))


def nil(value):
    return "nil" if value is None else value


@feature("nil")
def _():
    came = service.EchoNil(answers={"count": xsd.Nil, "label": xsd.Nil})
    return f"{nil(came['count'])} {nil(came['label'])}"


@feature("not nil")
def _():
    came = service.EchoNil(answers={"count": 5, "label": "five"})
    return f"{came['count']} {came['label']}"


def converted():
    return service.Convert(price={"_value_1": Decimal("10.5"), "currency": "EUR"}, to="USD")


@feature("enumeration")
def _():
    return converted()["from"]


@feature("simple content with an attribute")
def _():
    price = converted()["price"]
    return f"{price['_value_1']} {price['currency']}"


@feature("derived type sent and received")
def _():
    came = service.Enclose(shape=client.get_type(NAMESPACE + "Circle")(name="disc", radius=2))
    return f"{type(came).__name__} {came['name']} {came['side']}"


@feature("base type sent and received")
def _():
    # Of a structure with one member, zeep gives the member.
    return "Shape " + service.Enclose(shape=client.get_type(NAMESPACE + "Shape")(name="dot"))


@feature("restricted types")
def _():
    return service.Reserve(flight="AB123", seats=3, guest="Ann")


@feature("value out of its type")
def _():
    try:
        return service.Reserve(flight="AB123", seats=10, guest="Ann")
    except zeep.exceptions.Fault as fault:
        return fault.code


@feature("tree")
def _():
    def show(tree):
        branches = " ".join(show(branch) for branch in tree["branch"])
        return tree["label"] + (f"({branches})" if branches else "")

    c = {"label": "c", "branch": [{"label": "d"}, {"label": "e"}]}
    return show(service.Mirror(tree={"label": "a", "branch": [{"label": "b"}, c]}))


@feature("mixed content")
def _():
    return service.Annotate(prose=["one ", {"strong": "two"}, " three"])["prose"]


@feature("any content")
def _():
    extra = etree.Element("{urn:example:other}extra")
    extra.text = "42"
    came = service.Annotate(extension={"_value_1": [extra]})["extension"]["_value_1"][0]
    return f"{came.tag} {came.text}"


@feature("empty request and answer")
def _():
    service.Ping()
    return ""


def failure(cause):
    try:
        service.Fail(cause=cause)
    except zeep.exceptions.Fault as fault:
        return fault
    raise AssertionError("no fault came")


def detail(fault):
    return client.get_element(etree.QName(fault.detail[0]).text).parse(fault.detail[0], client.wsdl.types)


@feature("declared fault")
def _():
    fault = failure("stock")
    came = detail(fault)
    return f"{fault.message} | {came['item']} {came['left']}"


@feature("declared fault of another type")
def _():
    fault = failure("credit")
    limit = detail(fault)["limit"]
    return f"{fault.message} | {limit['_value_1']} {limit['currency']}"


@feature("undeclared fault")
def _():
    fault = failure("other")
    return f"{fault.code} | {fault.message}"


def greeted():
    session = client.get_element(NAMESPACE + "Session")(user="Ann")
    return service.Greet(greeting="Hello", _soapheaders={"Session": session})


@feature("header block of a request")
def _():
    return greeted()["body"]["text"]


@feature("header block of an answer")
def _():
    visit = greeted()["header"]["Visit"]
    return f"{visit['user']} {visit['number']}"


@feature("one-way")
def _():
    service.Remark(line=f"zeep {version}")
    return ""


@feature("members without namespace")
def _():
    came = service.Locate(place="Rome")
    return f"{came['found']} {came['height']}"


@feature("bare simple type")
def _():
    return service.Shout("hello")


@feature("answer of 1 MiB")
def _():
    return len(service.Repeat(text="0123456789abcdef", times=65536))


@feature("rpc/literal")
def _():
    return connect("rpc")[1].Concat(first="one ", second="& two")


def runner(types, name, time):
    return types.get_type("{urn:example:interop:encoded}Runner")(name=name, time=time)


@feature("encoded array of structs")
def _():
    types, encoded = connect("encoded")
    runners = [runner(types, name, time) for name, time in (("Ann", 10.25), ("Bob", 11), ("Cid", 9.5))]
    kind = types.get_type("{urn:example:interop:encoded}Runner")
    array = types.get_type("{urn:example:interop:encoded}Runners")
    came = encoded.Rank(runners=array([xsd.AnyObject(xsd.Element("item", kind), one) for one in runners]))
    return ", ".join(f"{one['name']} {one['time']}" for one in came)


@feature("multi-reference sent")
def _():
    types, encoded = connect("encoded")
    ann = runner(types, "Ann", 10.25)
    return str(encoded.Lead(team={"captain": ann, "fastest": ann})["same"]).lower()


@feature("multi-reference received")
def _():
    types, encoded = connect("encoded")
    ann, bob = runner(types, "Ann", 10.25), runner(types, "Bob", 11)
    team = encoded.Lead(team={"captain": bob, "fastest": ann})
    return f"{team['captain']['name']} {team['fastest']['name']}"
