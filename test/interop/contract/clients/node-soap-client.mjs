// node-soap calls the interop service through its WSDL: a line of JSON for each feature.
import { createRequire } from 'node:module'
import { runFeatures } from './node-features.mjs'

const [, , packages, base, version] = process.argv
const soap = createRequire(packages)('soap')
/** Texts of numbers that a number of JavaScript cannot hold. */
const text = (value) => value

runFeatures({
  client: 'node-soap',
  version,
  attributesKey: 'attributes',
  typed: (type) => ({
    attributes: { xsi_type: { prefix: 'tns', type, xmlns: 'urn:example:interop' } },
  }),
  typeOf: ({ attributes }) => attributes?.['xsi:type']?.replace(/.*:/, '') ?? 'Shape',
  remark: (input) => input,
  async connect(plugin) {
    const client = await soap.createClientAsync(`${base}/${plugin}?wsdl`, {
      forceSoap12Headers: version === '1.2',
      preserveWhitespace: true,
      handleNilAsNull: true,
      parseReponseAttachments: true,
      customDeserializer: { long: text, integer: text, decimal: text, float: text, double: text },
    })
    const [[name, service]] = Object.entries(client.wsdl.definitions.services)
    const [port] = Object.keys(service.ports).filter((one) =>
      one.startsWith(`Soap${version.replace('.', '')}`),
    )
    const operations = client[name][port]
    const call = (operation, input, options) =>
      new Promise((resolve, reject) => {
        const done = (error, result, _raw, header) =>
          error ? reject(error) : resolve({ result, header })
        operations[operation](input, done, options)
      })
    const greet = async (block, input) => {
      client.addSoapHeader(block, '', 'i', 'urn:example:interop')
      try {
        return await call('Greet', input)
      } finally {
        client.clearSoapHeaders()
      }
    }
    const withFile = async (operation, input, body) => {
      const file = { mimetype: 'application/octet-stream', contentId: 'file', name: 'file', body }
      const { result } = await call(operation, input, { forceMTOM: true, attachments: [file] })
      return { result, parts: client.lastResponseAttachments?.parts.map((part) => part.body) }
    }
    return { call, greet, withFile }
  },
})
