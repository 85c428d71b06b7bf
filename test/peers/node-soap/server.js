/** A server by node-soap on a free port, which writes its addresses, and a line for each run of an operation. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listen } from 'soap'

const NAMESPACE = 'urn:partner:warehouse'
const xml = readFileSync(new URL('../contracts/warehouse.wsdl', import.meta.url), 'utf8')

/** Texts of numbers and moments that those of JavaScript cannot hold. */
const text = (value) => value

const operations = (version) => ({
  Reserve({ line: { item } }) {
    console.log(`Reserve ${item}`)
    if (item.startsWith('broken')) throw new Error('the database is away')
    if (item.startsWith('nothing')) throw { Fault: outOfStock(version, item) }
    return { reservation: `R-${item}` }
  },
  Ship({ reservation }) {
    console.log(`Ship ${reservation}`)
    return { parcel: `P-${reservation}` }
  },
  Note({ text: noted }) {
    console.log(`Note ${noted}`)
  },
  Echo: ({ values }) => ({ echoed: values }),
  Mark: ({ text: marked }, _callback, headers) => ({
    text: `${marked}, by ${headers?.Caller?.name}`,
  }),
  Store: ({ content }) => ({ stored: content }),
})

function outOfStock(version, item) {
  const attributes = { 'xmlns:w': NAMESPACE }
  const detail = { 'w:OutOfStock': { attributes, 'w:item': item, 'w:left': 0 } }
  if (version === '1.1') {
    return { faultcode: 'soap:Client', faultstring: 'There is none.', detail, statusCode: 500 }
  }
  const reason = { attributes: { 'xml:lang': 'en' }, $value: 'There is none.' }
  return {
    Code: { Value: 'soap:Sender' },
    Reason: { Text: reason },
    Detail: detail,
    statusCode: 400,
  }
}

const server = createServer((_request, response) => response.writeHead(404).end())
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/stock`
  for (const version of ['1.1', '1.2']) {
    const services = {
      WarehouseService: {
        WarehousePort: operations(version),
        WarehousePort12: operations(version),
      },
    }
    const listening = listen(server, {
      path: version === '1.1' ? '/stock' : '/stock12',
      services,
      xml,
      forceSoap12Headers: version === '1.2',
      preserveWhitespace: true,
      customDeserializer: { decimal: text, dateTime: text, int: text, boolean: text },
      oneWay: { responseCode: 202 },
    })
    listening.addSoapHeader(
      (method, parameters) =>
        method === 'Mark' ? { Receipt: { number: `of ${parameters.text}` } } : '',
      '',
      'w',
      NAMESPACE,
    )
  }
  console.log(`${address} ${address}12`)
})
process.stdin.on('end', () => process.exit()).resume()
