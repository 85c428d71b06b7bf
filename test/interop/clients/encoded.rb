# Calls the service of SOAPBuilders by soap4r, without a WSDL: {url} as JSON in, the results by name out.
require 'json'
require 'base64'
require 'soap/rpc/driver'
require 'soap/mapping'

asked = JSON.parse($stdin.read)
NS = 'http://soapinterop.org/'.freeze
TYPES = 'http://soapinterop.org/xsd'.freeze

class SOAPStruct
  attr_accessor :varString, :varInt, :varFloat

  def self.of(text, int, float)
    new.tap { |s| s.varString, s.varInt, s.varFloat = text, int, SOAP::SOAPFloat.new(float) }
  end
end

class List
  attr_accessor :varInt, :varString, :child

  def self.of(int, text, child)
    new.tap { |l| l.varInt, l.varString, l.child = int, text, child }
  end
end

registry = SOAP::Mapping::Registry.new
{ 'SOAPStruct' => SOAPStruct, 'List' => List }.each do |name, type|
  registry.add(type, SOAP::SOAPStruct, SOAP::Mapping::Registry::TypedStructFactory,
               { type: XSD::QName.new(TYPES, name) })
end

client = SOAP::RPC::Driver.new(asked['url'], NS)
client.mapping_registry = registry
call = lambda do |name, parameter = nil, value = nil|
  client.add_method(name, *[parameter].compact) unless client.respond_to?(name)
  parameter ? client.call(name, value) : client.call(name)
end

def plain(value)
  case value
  when SOAPStruct then { varString: value.varString, varInt: value.varInt, varFloat: value.varFloat }
  when List then { varInt: value.varInt, varString: value.varString, child: plain(value.child) }
  when Array then value.map { |one| plain(one) }
  else value
  end
end

struct = -> { SOAPStruct.of('arg', 34, 1.5) }
list = List.of(1, 'a', List.of(2, 'b', nil))
cycle = List.of(1, 'a', nil)
cycle.child = List.of(2, 'b', cycle)
calls = {
  echoString: [:inputString, 'grüß <&> dich'],
  echoStringArray: [:inputStringArray, ['a', '', 'c']],
  echoInteger: [:inputInteger, -42],
  echoIntegerArray: [:inputIntegerArray, [1, 2, 3]],
  echoFloat: [:inputFloat, SOAP::SOAPFloat.new(1.5)],
  echoStruct: [:inputStruct, struct.call],
  echoStructArray: [:inputStructArray, [struct.call, struct.call]],
  echoBoolean: [:inputBoolean, true],
  echoLinkedList: [:param0, list],
  echoVoid: []
}
results = calls.to_h { |name, given| [name, plain(call.call(name.to_s, *given))] }
results[:echoBase64] = Base64.strict_encode64(
  call.call('echoBase64', :inputBase64, SOAP::SOAPBase64.new("tea\0"))
)
back = call.call('echoLinkedList', :param0, cycle)
results[:cycle] = back.child.child.equal?(back)
one = struct.call
two = call.call('echoStructArray', :inputStructArray, [one, one])
results[:shared] = two[0].equal?(two[1])
results[:nothing] = call.call('echoString', :inputString, nil)
puts JSON.generate(results)
