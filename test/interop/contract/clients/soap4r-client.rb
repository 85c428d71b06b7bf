# soap4r calls the interop service through its WSDL: a line of JSON for each feature. It knows SOAP 1.1 only.
require 'bigdecimal'
require 'json'
require 'soap/header/simplehandler'
require 'soap/wsdlDriver'

BASE, VERSION = ARGV
NAMESPACE = 'urn:example:interop'

def connect(plugin)
  SOAP::WSDLDriverFactory.new("#{BASE}/#{plugin}?wsdl").create_rpc_driver(plugin, 'Soap11')
end

def feature(name)
  came = yield
  puts JSON.generate('feature' => name, 'actual' => came.to_s.dup.force_encoding('UTF-8'))
rescue StandardError => error
  puts JSON.generate('feature' => name, 'error' => "#{error.class}: #{error.message}"[0, 300])
end

service = connect('documents')

echoed = ->(numbers) { service.EchoNumbers('numbers' => numbers).numbers }
integers = lambda do |*values|
  names = %w[int16 int32 int64 uint16 uint32]
  came = echoed.(names.zip(values).to_h)
  names.map { |name| came[name] }.join(' ')
end
feature('byte and unsignedByte') do
  came = echoed.('int8' => -128, 'uint8' => 255)
  "#{came.int8} #{came.uint8}"
end
feature('lowest integers') { integers.(-2**15, -2**31, -2**63, 0, 0) }
feature('highest integers') { integers.(2**15 - 1, 2**31 - 1, 2**63 - 1, 2**16 - 1, 2**32 - 1) }
feature('highest unsignedLong') { echoed.('uint64' => 2**64 - 1).uint64 }
feature('integer of 30 digits') { echoed.('whole' => -123456789012345678901234567890).whole }
feature('decimal of 30 digits') { echoed.('exact' => BigDecimal('123456789012345.678901234567891').to_s('F')).exact }
feature('float and double') do
  came = echoed.('float32' => 0.125, 'float64' => Float::MAX)
  "#{came.float32} #{came.float64}"
end
feature('infinity') do
  came = echoed.('float32' => Float::INFINITY, 'float64' => -Float::INFINITY)
  "#{came.float32} #{came.float64}"
end
feature('not a number') { echoed.('float64' => Float::NAN).float64 }
feature('boolean') { "#{echoed.('truth' => true).truth} #{echoed.('truth' => 'false').truth}" }

at = ->(name, value) { service.EchoTimes('times' => { name => value }).times[name] }
feature('dateTime') { at.('moment', '2024-02-29T23:59:59.125+05:30') }
feature('date') { at.('day', '2024-02-29') }
feature('time') { at.('clock', '23:59:58.5') }
feature('duration') { at.('span', 'P1Y2M3DT4H5M6.5S') }
feature('gYear') { at.('year', '2024') }

said = ->(texts) { service.EchoTexts('texts' => texts).texts }
feature('white space') { said.('text' => "  two  blanks,\ta tab\nand a line ").text }
feature('markup characters') { said.('text' => "<a href=\"x\">&amp; 'b' ]]></a>").text }
feature('characters beyond the basic plane') { said.('text' => '𝄞 grüß 日本').text }
feature('token, language and anyURI') do
  came = said.('word' => 'a word', 'language' => 'de-AT', 'link' => 'urn:x:a%20b?c=d&e')
  "#{came.word} | #{came.language} | #{came.link}"
end
feature('QName') { said.('qualified' => XSD::QName.new(NAMESPACE, 'Shape')).qualified }

bytes = (0..255).to_a.pack('C*')
feature('base64Binary') { service.EchoBytes('base64' => bytes, 'hex' => '').base64.unpack1('m').unpack1('H*') }
feature('hexBinary') { service.EchoBytes('base64' => '', 'hex' => bytes).hex.downcase }

person = lambda do |members = {}|
  service.EchoPerson('person' => { 'name' => 'Ann', 'xmlattr_id' => 7 }.merge(members)).person
end
feature('attributes') do
  came = person.('xmlattr_nickname' => 'Annie', 'xmlattr_status' => 'retired')
  "#{came.xmlattr_id} #{came.xmlattr_nickname} #{came.xmlattr_status}"
end
feature('default of an attribute') { person.().xmlattr_status }
feature('optional members') do
  [person.('phone' => '123'), person.()].map { |came| came['phone'] ? 'present' : 'absent' }.join('; ')
end
feature('repeated members') { person.('email' => %w[a@x b@x c@x]).email.join(' ') }
feature('structures three deep') do
  position = { 'latitude' => 41.9, 'longitude' => 12.5 }
  came = person.('address' => { 'street' => 'Via 1', 'city' => 'Rome', 'position' => position }).address
  "#{came.city} #{came.position.latitude.to_f} #{came.position.longitude.to_f}"
end
feature('choice') do
  card = service.Pay('payment' => { 'card' => '1234' }).payment.card
  account = service.Pay('payment' => { 'account' => 'DE5' }).payment.account
  "card #{card}; account #{account}"
end

reversed = lambda do |items|
  came = service.Reverse('item' => items)
  came.respond_to?(:item) ? [came.item].flatten.join(' ') : ''
end
feature('list of none') { reversed.([]) }
feature('list of one') { reversed.(['alone']) }
feature('list of 1,000') { reversed.((0...1000).map(&:to_s)) }

answers = ->(count, label) { service.EchoNil('answers' => { 'count' => count, 'label' => label }).answers }
feature('nil') do
  came = answers.(nil, nil)
  "#{came['count'] || 'nil'} #{came['label'] || 'nil'}"
end
feature('not nil') do
  came = answers.(5, 'five')
  "#{came['count']} #{came['label']}"
end

# Simple content with attributes has to be an element of its own.
converted = lambda do
  price = SOAP::SOAPElement.new(XSD::QName.new(NAMESPACE, 'price'), '10.5')
  price.extraattr['currency'] = 'EUR'
  service.Convert('price' => price, 'to' => 'USD')
end
feature('enumeration') { converted.().from }
feature('simple content with an attribute') do
  price = converted.().price
  "#{price} #{price.xmlattr_currency}"
end
feature('derived type sent and received') do
  circle = SOAP::SOAPElement.new(XSD::QName.new(NAMESPACE, 'shape'))
  circle.extraattr[XSD::AttrTypeName] = XSD::QName.new(NAMESPACE, 'Circle')
  circle.add(SOAP::SOAPElement.new(XSD::QName.new(NAMESPACE, 'name'), 'disc'))
  circle.add(SOAP::SOAPElement.new(XSD::QName.new(NAMESPACE, 'radius'), '2'))
  came = service.Enclose('shape' => circle).shape
  "Square #{came.name} #{came.side}"
end
feature('base type sent and received') { "Shape #{service.Enclose('shape' => { 'name' => 'dot' }).shape.name}" }
feature('restricted types') { service.Reserve('flight' => 'AB123', 'seats' => 3, 'guest' => 'Ann').ticket }

def fault
  yield
rescue SOAP::FaultError => error
  error
else
  raise 'no fault came'
end
feature('value out of its type') do
  fault { service.Reserve('flight' => 'AB123', 'seats' => 10, 'guest' => 'Ann') }.faultcode.data.to_s
end
feature('tree') do
  show = lambda do |tree|
    branches = tree.respond_to?(:branch) ? [tree.branch].flatten.map(&show).join(' ') : ''
    branches.empty? ? tree.label : "#{tree.label}(#{branches})"
  end
  c = { 'label' => 'c', 'branch' => [{ 'label' => 'd' }, { 'label' => 'e' }] }
  show.(service.Mirror('tree' => { 'label' => 'a', 'branch' => [{ 'label' => 'b' }, c] }).tree)
end
feature('any content') do
  extra = SOAP::SOAPElement.new(XSD::QName.new('urn:example:other', 'extra'), '42')
  extension = SOAP::SOAPElement.new(XSD::QName.new(NAMESPACE, 'extension'))
  extension.add(extra)
  came = service.Annotate('extension' => extension).extension
  name = came.__xmlele.first
  "#{name[0]} #{name[1]}"
end
feature('empty request and answer') do
  service.Ping({})
  ''
end
feature('declared fault') do
  error = fault { service.Fail('cause' => 'stock') }
  detail = error.detail.outOfStock
  "#{error.faultstring.data} | #{detail.item} #{detail.left}"
end
feature('declared fault of another type') do
  error = fault { service.Fail('cause' => 'credit') }
  limit = error.detail.noCredit.limit
  "#{error.faultstring.data} | #{limit} #{limit.xmlattr_currency}"
end
feature('undeclared fault') do
  error = fault { service.Fail('cause' => 'other') }
  "#{error.faultcode.data} | #{error.faultstring.data}"
end

# Sends a Session, and keeps the Visit that comes.
class Session < SOAP::Header::SimpleHandler
  def on_simple_outbound
    { 'user' => 'Ann' }
  end
end
class Visit < SOAP::Header::SimpleHandler
  attr_reader :came

  def on_simple_inbound(came, _mandatory)
    @came = came
  end
end
greeted = lambda do
  session = Session.new(XSD::QName.new(NAMESPACE, 'Session'))
  visit = Visit.new(XSD::QName.new(NAMESPACE, 'Visit'))
  service.headerhandler << session << visit
  begin
    [service.Greet('greeting' => 'Hello').text, visit.came]
  ensure
    service.headerhandler.delete(session)
    service.headerhandler.delete(visit)
  end
end
feature('header block of a request') { greeted.()[0] }
feature('header block of an answer') do
  visit = greeted.()[1]
  "#{visit['user']} #{visit['number']}"
end
feature('one-way') do
  begin
    service.Remark('line' => "soap4r #{VERSION}")
  rescue SOAP::EmptyResponseError
    # Of one-way messages it knows only that the answer is empty.
  end
  ''
end
feature('members without namespace') do
  came = service.Locate('place' => 'Rome')
  "#{came.found} #{came.height}"
end
feature('bare simple type') { service.Shout('hello') }
feature('answer of 1 MiB') { service.Repeat('text' => '0123456789abcdef', 'times' => 65536).text.length }
feature('rpc/literal') { connect('rpc').Concat('one ', '& two').first }

Runner = Struct.new(:name, :time)
feature('encoded array of structs') do
  runners = [['Ann', 10.25], ['Bob', 11.0], ['Cid', 9.5]].map { |name, time| { 'name' => name, 'time' => time } }
  connect('encoded').Rank(runners).map { |one| "#{one.name} #{one.time}" }.join(', ')
end
led = ->(captain, fastest) { connect('encoded').Lead('captain' => captain, 'fastest' => fastest) }
feature('multi-reference sent') do
  ann = { 'name' => 'Ann', 'time' => 10.25 }
  led.(ann, ann).same
end
feature('multi-reference received') do
  came = led.({ 'name' => 'Bob', 'time' => 11.0 }, { 'name' => 'Ann', 'time' => 10.25 })
  "#{came.captain.name} #{came.fastest.name}"
end
