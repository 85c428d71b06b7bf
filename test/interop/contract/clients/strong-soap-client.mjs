// strong-soap calls the interop service through its WSDL: a line of JSON for each feature.
import { createRequire } from 'node:module'
import { runFeatures } from './node-features.mjs'

const [, , packages, base, version] = process.argv
const { soap, QName } = createRequire(packages)('strong-soap')

runFeatures({
  client: 'strong-soap',
  version,
  attributesKey: '$attributes',
  typed: (type) => ({ $attributes: { $xsiType: { type, xmlns: 'urn:example:interop' } } }),
  typeOf: ({ $attributes }) => $attributes?.$xsiType?.type?.replace(/.*:/, '') ?? 'Shape',
  // Of an operation without an answer it does not know that the entry is a wrapper.
  remark: (Remark) => ({ Remark }),
  async connect(plugin) {
    const options = { forceSoapVersion: version }
    const client = await new Promise((resolve, reject) => {
      const done = (error, made) => (error ? reject(error) : resolve(made))
      soap.createClient(`${base}/${plugin}?wsdl`, options, done)
    })
    const [[name, service]] = Object.entries(client.wsdl.services)
    const [port] = Object.keys(service.ports).filter((one) =>
      one.startsWith(`Soap${version.replace('.', '')}`),
    )
    const operations = client[name][port]
    const call = (operation, input) =>
      new Promise((resolve, reject) => {
        operations[operation](input, (error, result, _envelope, header) =>
          error ? reject(error) : resolve({ result, header }),
        )
      })
    const greet = async (_, input) => {
      client.addSoapHeader({ user: 'Ann' }, new QName('urn:example:interop', 'Session', 'i'))
      try {
        return await call('Greet', input)
      } finally {
        client.clearSoapHeaders()
      }
    }
    return { call, greet }
  },
})
