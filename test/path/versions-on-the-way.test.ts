/** Envelopes of one version in the clothes of the other, and of configured namespaces, on their way. */
import test from 'ava'
import { type Landed, overHttp, overMail, overMemory, type Sent } from '../support/nodes/passage.js'
import { CELLS, cellHandlers } from '../support/wire/cells.js'
import { envelope, NS11, NS12 } from '../support/wire/envelopes.js'

const OWN_11 = 'urn:example:envelope:one'
const OWN_12 = 'urn:example:envelope:two'
const NEXT = {
  '1.1': 's:actor="http://schemas.xmlsoap.org/soap/actor/next"',
  '1.2': `s:role="${NS12}/role/next"`,
}
const SETTINGS = [
  'routing.hops=false',
  `soap.namespaces={"${OWN_11}":"1.1","${OWN_12}":"1.2"}`,
  'node.uri=urn:a',
]

const body = (key: string) => `<q:n xmlns:q="urn:q">${key}</q:n>`
const block = (local: string, key: string, attributes: string) =>
  `<t:${local} xmlns:t="${CELLS}" ${attributes}>${key}</t:${local}>`

/** What a version says of itself on a transport that knows only the other's words for it. */
const TYPES = { '1.1': 'text/xml', '1.2': 'application/soap+xml' } as const
const VERSIONS = [
  ['1.1', NS11],
  ['1.1', OWN_11],
  ['1.2', NS12],
  ['1.2', OWN_12],
] as const

const contentOf = ({ onward }: Landed) =>
  onward.map((one) => Buffer.from(one.body ?? []).toString('utf8'))

for (const [over, open] of Object.entries({ memory: overMemory, HTTP: overHttp, mail: overMail })) {
  for (const [index, [soap, namespace]] of VERSIONS.entries()) {
    for (const type of Object.values(TYPES)) {
      test(`over ${over}: an envelope of ${namespace} as ${type} goes on as SOAP ${soap}`, async (t) => {
        const { plugin, processed } = cellHandlers()
        const { send } = await open(t, plugin, SETTINGS)
        const pass = (key: string, header: string, action: Partial<Sent> = {}) =>
          send({ key, body: envelope(namespace, body(key), header), type, ...action })
        const key = `v${index}`
        const ours = block('Taken', key, NEXT[soap])
        // Roles, and attributes, of the other version: nobody's here.
        const [other, theirs] = soap === '1.1' ? ['1.2', NS12] : ['1.1', NS11]
        const foreign =
          block('Taken', 'no', NEXT[other as '1.1' | '1.2']) +
          `<t:Taken xmlns:t="${CELLS}" xmlns:f="${theirs}" ${NEXT[soap].replace('s:', 'f:')}>no</t:Taken>`
        const landed = await pass(key, ours + foreign, { soapAction: 'urn:act' })
        t.deepEqual(contentOf(landed), [envelope(namespace, body(key), foreign)])
        t.deepEqual(processed, [key])
        t.is(landed.onward[0]?.mediaType, TYPES[soap])
        t.is(landed.onward[0]?.action, 'urn:act')
        const must = block('Unheard', 'm', `${NEXT[soap]} s:mustUnderstand="1"`)
        const { onward, heard } = await pass(`${key}-must`, must)
        t.deepEqual(onward, [])
        // In the version, and in the namespace, that the message came in.
        t.regex(heard?.text ?? '', new RegExp(`<\\w+:Envelope xmlns:\\w+="${namespace}"`))
        t.regex(heard?.text ?? '', /:MustUnderstand</)
        const relayed = block('Unheard', 'r', `${NEXT[soap]} s:relay="true"`)
        const went = await pass(`${key}-relay`, relayed + foreign)
        const kept = soap === '1.2' ? relayed : ''
        t.deepEqual(contentOf(went), [envelope(namespace, body(`${key}-relay`), kept + foreign)])
      })
    }
  }
}

for (const [over, open] of Object.entries({ memory: overMemory, HTTP: overHttp, mail: overMail })) {
  test(`over ${over}: a node's own block has the namespace of a configured envelope`, async (t) => {
    const settings = SETTINGS.map((one) => one.replace('hops=false', 'hops=true'))
    const { send } = await open(t, {}, settings)
    for (const [index, [soap, namespace]] of VERSIONS.entries()) {
      const key = `own-${index}`
      const empty = envelope(namespace, body(key))
      const hop = `<r:Hops xmlns:r="urn:waybill:route" ${NEXT[soap]}${soap === '1.2' ? ' s:relay="true"' : ''}><r:Hop node="urn:a"/></r:Hops>`
      t.deepEqual(contentOf(await send({ key, body: empty })), [
        envelope(namespace, body(key), hop),
      ])
    }
  })
}
