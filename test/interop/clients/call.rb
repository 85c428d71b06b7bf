# One call by soap4r: the call as JSON in, its answer as JSON out.
require 'json'
require 'soap/header/simplehandler'
require 'soap/rpc/driver'

# A header block that goes out, and is collected where it comes in.
class Block < SOAP::Header::SimpleHandler
  attr_reader :received

  def initialize(namespace, name, value: nil, mandatory: false, actor: nil)
    super(XSD::QName.new(namespace, name))
    @value = value
    self.mustunderstand = mandatory
    @target_actor = actor
  end

  def on_simple_outbound
    @value
  end

  def on_simple_inbound(value, _mandatory)
    @received = value
  end
end

NEXT = 'http://schemas.xmlsoap.org/soap/actor/next'.freeze

call = JSON.parse($stdin.read)
client = SOAP::RPC::Driver.new(call['url'], call['namespace'])
names = call['parameters'].map(&:first)
client.add_method(call['operation'], *names)

traced = Block.new('urn:example:trace', 'Traced')
client.headerhandler << traced
if (header = call['header'])
  client.headerhandler << Block.new(header['namespace'], header['name'],
                                    value: header['value'],
                                    mandatory: header['mustUnderstand'],
                                    actor: header['next'] ? NEXT : nil)
end

answer = { headers: {} }
begin
  answer[:result] = client.call(call['operation'], *call['parameters'].map(&:last))
rescue SOAP::EmptyResponseError
  # One-way: what it raises for 202.
rescue SOAP::FaultError => e
  entries = e.detail.respond_to?(:__xmlele) ? e.detail.__xmlele : []
  answer[:fault] = {
    code: e.faultcode.data.to_s,
    reason: e.faultstring.data,
    detail: entries.empty? ? nil : entries.first.first.name
  }
end
answer[:headers][:Traced] = traced.received if traced.received
puts JSON.generate(answer)
