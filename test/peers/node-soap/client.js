/** A client by node-soap, which reads the WSDL when it starts. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { createClientAsync } from 'soap'
import { dialogue } from './dialogue.js'
import { securityOf } from './secured.js'

const NAMESPACE = 'urn:partner:warehouse'
const ADDRESSING = 'http://www.w3.org/2005/08/addressing'

/** Texts of numbers and moments that those of JavaScript cannot hold. */
const text = (value) => value
const OPTIONS = {
  preserveWhitespace: true,
  customDeserializer: { decimal: text, dateTime: text },
  parseReponseAttachments: true,
}

const OPERATIONS = {
  async Reserve({ item, count }, ask) {
    const { result } = await ask({ line: { item, count } })
    return { result: result.reservation }
  },
  async Ship({ reservation }, ask) {
    const { result } = await ask({ reservation })
    return { result: result.parcel }
  },
  async Note({ text: noted }, ask) {
    await ask({ text: noted })
    return { result: 'sent' }
  },
  async Echo({ text, count, amount, at, open, items }, ask) {
    const values = { text: text, count, amount, at, open, item: items.split('|') }
    const { echoed } = (await ask({ values })).result
    return { ...echoed, items: [echoed.item].flat().join('|') }
  },
  async Mark({ text: marked, caller }, ask, client) {
    client.addSoapHeader({ Caller: { name: caller } }, '', 'w', NAMESPACE)
    const { result, header } = await ask({ text: marked })
    return { result: result.text, receipt: header?.Receipt?.number }
  },
  async Store({ content, mtom }, ask, client) {
    if (mtom === undefined) return { content: (await ask({ content })).result.stored }
    const contentId = `${randomUUID()}@peer`
    const include = `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${contentId}"/>`
    const body = Buffer.from(content, 'base64')
    const file = { mimetype: 'application/octet-stream', contentId, name: 'content', body }
    await ask({ content: { $xml: include } }, { forceMTOM: true, attachments: [file] })
    const [part] = client.lastResponseAttachments?.parts ?? []
    return { content: Buffer.from(part?.body ?? '').toString('base64') }
  },
}

/** A fault of either version. */
function answerOf(fault) {
  const stock = (fault.detail ?? fault.Detail)?.OutOfStock
  if (stock !== undefined) return { declared: 'OutOfStock', item: stock.item, left: stock.left }
  const code = fault.faultcode ?? fault.Code?.Value ?? ''
  const reason = fault.faultstring ?? fault.Reason?.Text
  return {
    fault: String(code.$value ?? code).replace(/^.*:/, ''),
    reason: reason?.$value ?? reason,
  }
}

await dialogue(async (call) => {
  const { operation, wsdl, soap, address, id, authority } = call
  // With TLS, for the WSDL as for calls.
  const trust =
    authority === undefined ? {} : { httpsAgent: new Agent({ ca: readFileSync(authority) }) }
  const forceSoap12Headers = soap === '1.2'
  const client = await createClientAsync(wsdl, {
    ...OPTIONS,
    forceSoap12Headers,
    wsdl_options: trust,
  })
  if (address !== undefined) client.setEndpoint(address)
  const security = securityOf(call)
  if (security !== undefined) client.setSecurity(security)
  const port = soap === '1.2' ? 'WarehousePort12' : 'WarehousePort'
  if (id !== undefined) {
    const action = `${NAMESPACE}/${operation}`
    client.addSoapHeader(
      `<wsa:Action xmlns:wsa="${ADDRESSING}">${action}</wsa:Action>` +
        `<wsa:MessageID xmlns:wsa="${ADDRESSING}">${id}</wsa:MessageID>`,
    )
  }
  const ask = (parameters, options) =>
    new Promise((resolve, reject) => {
      const done = (error, result, _raw, header) =>
        error ? reject(error) : resolve({ result, header })
      client.WarehouseService[port][operation](parameters, done, {
        timeout: 20_000,
        ...trust,
        ...options,
      })
    })
  try {
    return await OPERATIONS[operation](call, ask, client)
  } catch (error) {
    const fault = error.root?.Envelope?.Body?.Fault
    if (fault === undefined) throw error
    return answerOf(fault)
  }
})
