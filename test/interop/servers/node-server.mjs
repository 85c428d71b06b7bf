// node-soap or strong-soap as a server of a WSDL document, on a free port, which it prints: it ends with its standard input.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [, , name, packages, file] = process.argv
const required = createRequire(packages)(name)
const soap = name === 'soap' ? required : required.soap

/** Texts stay as they come: numbers and dates of JavaScript hold less. */
const text = (value) => value
const types = ['int', 'long', 'double', 'decimal', 'dateTime', 'date', 'boolean']
const options = {
  preserveWhitespace: true,
  customDeserializer: Object.fromEntries(types.map((type) => [type, text])),
}

const detail = (code) =>
  name === 'soap'
    ? {
        's:Refused': {
          attributes: { 'xmlns:s': 'urn:example:shop' },
          's:code': code,
          's:why': 'It is refused.',
        },
      }
    : { Refused: { code, why: 'It is refused.' } }

const operations = {
  EchoTypes: ({ all }) => ({ all }),
  EchoList: ({ list }) => ({ list: list ?? {} }),
  EchoOrder: ({ order }) => ({ order }),
  Refuse: ({ code }) => {
    if (Number(code) === 0) return { done: true }
    const faultcode = 'soap:Client'
    throw { Fault: { faultcode, faultstring: 'Refused.', detail: detail(code) } }
  },
  Who: (_none, _callback, headers) => ({ user: headers?.Session?.user ?? 'nobody' }),
}

const server = createServer((_request, response) => response.writeHead(404).end())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  const address = `location="http://127.0.0.1:${port}/shop"`
  const xml = readFileSync(file, 'utf8').replace('location="http://127.0.0.1/"', address)
  const services = { Shop: { Shop: operations } }
  const listening =
    name === 'soap'
      ? soap.listen(server, { path: '/shop', services, xml, ...options })
      : soap.listen(server, '/shop', services, xml)
  listening.addSoapHeader('<s:Stamp xmlns:s="urn:example:shop"><s:number>7</s:number></s:Stamp>')
  console.log(`http://127.0.0.1:${port}/shop`)
})
process.stdin.on('end', () => process.exit()).resume()
