"""A spyne server on a free port, which it prints: it ends with its standard input."""
import logging
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import (
    Application, Array, Boolean, ByteArray, ComplexModel, Date, DateTime, Decimal, Double,
    Enum, Fault, Integer32, Integer64, ServiceBase, Unicode, rpc,
)
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

NS = 'urn:example:spyne'
logging.disable(logging.CRITICAL)
Color = Enum('red', 'green', type_name='Color')


class All(ComplexModel):
    __namespace__ = NS
    text = Unicode(min_occurs=1)
    number = Integer32(min_occurs=1)
    big = Integer64(min_occurs=1)
    real = Double(min_occurs=1)
    exact = Decimal(min_occurs=1)
    flag = Boolean(min_occurs=1)
    at = DateTime(min_occurs=1)
    day = Date(min_occurs=1)
    bytes = ByteArray(min_occurs=1)
    color = Color(min_occurs=1)


class Line(ComplexModel):
    __namespace__ = NS
    item = Unicode(min_occurs=1)
    count = Integer32(min_occurs=1)


class Customer(ComplexModel):
    __namespace__ = NS
    name = Unicode(min_occurs=1)
    city = Unicode(nillable=True, min_occurs=1)


class Order(ComplexModel):
    __namespace__ = NS
    customer = Customer.customize(min_occurs=1)
    line = Line.customize(max_occurs='unbounded')
    note = Unicode


class Session(ComplexModel):
    __namespace__ = NS
    user = Unicode(min_occurs=1)


class Stamp(ComplexModel):
    __namespace__ = NS
    number = Integer32(min_occurs=1)


class Refused(Fault):
    __namespace__ = NS
    code = Integer32(min_occurs=1)

    def __init__(self, code):
        # It writes its members beside detail; what its WSDL document says stands in there.
        detail = {'{%s}Refused' % NS: {'{%s}code' % NS: str(code)}}
        super().__init__('Client.Refused', 'Refused.', detail=detail)
        self.code = code


class Shop(ServiceBase):
    __in_header__ = Session
    __out_header__ = Stamp

    @rpc(All, _returns=All)
    def EchoAll(ctx, all):
        return all

    @rpc(Array(Unicode), _returns=Array(Unicode))
    def EchoList(ctx, list):
        return list

    @rpc(Order, _returns=Order)
    def EchoOrder(ctx, order):
        return order

    @rpc(Integer32, _returns=Boolean, _throws=Refused)
    def Refuse(ctx, code):
        if code == 0:
            return True
        raise Refused(code)

    @rpc(_returns=Unicode)
    def Who(ctx):
        ctx.out_header = Stamp(number=7)
        return ctx.in_header.user if ctx.in_header else 'nobody'


class Quiet(WSGIRequestHandler):
    def log_message(self, *rest):
        pass


protocol = Soap12 if '1.2' in sys.argv else Soap11
application = Application([Shop], NS, in_protocol=protocol(validator='lxml'), out_protocol=protocol())
server = make_server('127.0.0.1', 0, WsgiApplication(application), handler_class=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
print('http://127.0.0.1:%d/' % server.server_port, flush=True)
sys.stdin.read()
