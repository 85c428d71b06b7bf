/** Signed messages through three nodes by mail, HTTP and queues: valid at the end, and refused where a policy is not met. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { MailClient } from '../support/mail/client.js'
import {
  actorAt,
  type ChainOfDaemons,
  chainOfDaemons,
  domainOf,
  type NodeAddresses,
  type NodeOfChain,
} from '../support/nodes/chain-of-daemons.js'
import { attempt, trustOf } from '../support/security/attempt.js'
import { type Kit, type People, people } from '../support/security/forge/letter.js'
import { ask, type Heard, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'
import { CALCULATOR, LEDGER, onItsWay } from './signed-line.js'

const PLUGIN = fileURLToPath(new URL('way-plugin.js', import.meta.url))
const LAST = 2
const WAYS = ['http', 'mail'] as const
const SOAPS = ['1.1', '1.2'] as const
type Way = (typeof WAYS)[number]

const call = (name: string, a: number, b: number) =>
  `<c:${name} xmlns:c="${CALCULATOR}"><c:a>${a}</c:a><c:b>${b}</c:b></c:${name}>`
const record = (id: string) =>
  `<l:Record xmlns:l="${LEDGER}"><l:id>${id}</l:id><l:text>t</l:text></l:Record>`

/** Which node asks for a signature depends on the operation; all do for Record. */
const LOCATIONS = [
  { index: 0, entry: call('Add', 1, 2), name: `{${CALCULATOR}}Add` },
  { index: 1, entry: call('Subtract', 5, 2), name: `{${CALCULATOR}}Subtract` },
  { index: 2, entry: call('Divide', 6, 2), name: `{${CALCULATOR}}Divide` },
] as const
const RECORD = `{${LEDGER}}Record`

function describe(folder: string, addresses: NodeAddresses): readonly NodeOfChain[] {
  const stored = (to: string) => [{ operation: RECORD, to, mode: 'store' }, { to }]
  const routes = [stored(addresses.mail(1)), stored(addresses.http(2)), undefined]
  return routes.map((onward, index) => {
    const ledger = { use: 'ledger', options: { file: join(addresses.folder, 'ledger.jsonl') } }
    const options = {
      actor: actorAt(index),
      ...(index === LAST && { back: [actorAt(0), actorAt(1)] }),
    }
    const policy = { require: 'signature', peers: ['alice'], signed: ['Body', 'Timestamp'] }
    const operation = LOCATIONS[index]?.name
    const sends = index === LAST && { sends: { sign: ['Body', 'Timestamp'] } }
    return {
      // Clients send to the first node by mail, too.
      mail: index < LAST,
      config: {
        plugins: [{ use: PLUGIN, options }, ...(index === LAST ? ['calculator', ledger] : [])],
        ...(onward && { routes: onward }),
        security: {
          certificate: join(folder, 'node.pem'),
          key: join(folder, 'node.key'),
          peers: { alice: { signs: { certificates: [join(folder, 'alice.pem')] } } },
          policies: [
            { ...policy, operation, ...sends },
            { ...policy, operation: RECORD },
          ],
        },
      },
    }
  })
}

interface Line {
  readonly chain: ChainOfDaemons
  readonly client: MailClient
  readonly all: People
}

const ends: (() => void | Promise<void>)[] = []
let line: Line

test.before(async () => {
  const t = { teardown: (end: () => void | Promise<void>) => ends.unshift(end) }
  const all = await people()
  const { alice, node } = all
  const files = { 'alice.pem': alice.pem, 'node.pem': node.pem, 'node.key': node.keyPem }
  const folder = folderOf(t, files)
  const client = new MailClient()
  const domains = { 'client.example': client.destination }
  const chain = await chainOfDaemons(
    t,
    LAST + 1,
    (addresses) => describe(folder, addresses),
    domains,
  )
  line = { chain, client, all }
})
test.after.always(async () => {
  for (const end of ends) await end()
})

const kitOf = (soap: Kit['soap']): Kit => ({ ...line.all, soap, form: 'wss', at: Date.now() })

/** @returns the answer, and the id by which every node logs the message */
function send(way: Way, text: string, { soap }: Kit) {
  const trace = randomBytes(16).toString('hex')
  const headers = { traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01` }
  const type = soap === '1.1' ? TEXT_XML : SOAP_XML
  if (way === 'http') {
    return { trace, answer: ask(line.chain.nodes[0]?.url ?? '', text, { type, headers }) }
  }
  const fields = { 'Content-Type': type, ...headers }
  const id = line.client.post(line.chain.office, `bus@${domainOf(0)}`, text, fields)
  return { trace, answer: line.client.answerTo(id) }
}

/** Waits until a message has come to a node and is done there, whose log says whether its part is. */
async function arrival(index: number, trace: string): Promise<boolean> {
  const node = line.chain.nodes[index]
  await node?.logged((one) => one.traceId === trace && one.msg === 'exchange')
  return node?.log.some((one) => one.traceId === trace && one.msg === 'did its part') ?? false
}

const hasCome = (index: number, trace: string) =>
  line.chain.nodes[index]?.log.some(({ traceId }) => traceId === trace) ?? false

/** The answer is the sum, signed by the last node, after two nodes have passed it back. */
function holds(t: ExecutionContext, heard: Heard, by: 'node' | 'nobody') {
  t.regex(heard.text, /<\w+:result>3<\/\w+:result>/)
  const { executed } = attempt(
    heard.text,
    trustOf({ ...line.all, alice: line.all.node }),
    Date.now(),
  )
  t.is(executed !== undefined, by === 'node', heard.text)
}

for (const way of WAYS) {
  for (const soap of SOAPS) {
    for (const { index, entry } of LOCATIONS) {
      const title = `SOAP ${soap} by ${way}, node ${index} asks for a signature`

      test.serial(`${title}: it holds there, whatever was done before`, async (t) => {
        const kit = kitOf(soap)
        const text = onItsWay({ kit, last: LAST, entry, signedFor: [index] })
        const { answer, trace } = send(way, text, kit)
        holds(t, await answer, index === LAST ? 'node' : 'nobody')
        for (const each of [0, 1, 2]) t.true(await arrival(each, trace))
      })

      const itsPart = new RegExp(`("Part-${index}"[^>]*>)do<`)
      for (const [name, from, to] of [
        ['altered in Body', '<c:b>2<', '<c:b>3<'],
        ['altered in a block', itsPart, '$1did<'],
        ['without its signature', /<wsse:Security .*<\/wsse:Security>/s, ''],
      ] as const) {
        test.serial(`${title}: a message ${name} ends there`, async (t) => {
          const kit = kitOf(soap)
          const text = onItsWay({ kit, last: LAST, entry, signedFor: [index] })
          const { answer, trace } = send(way, text.replace(from, to), kit)
          const { fault } = await answer
          t.is(fault.reason, 'The message does not have the security that is asked for.')
          t.false(await arrival(index, trace))
          t.false(hasCome(index + 1, trace))
        })
      }
    }

    test.serial(
      `SOAP ${soap} by ${way}: from queue to queue, every node asks for a signature`,
      async (t) => {
        const kit = kitOf(soap)
        const entry = record(`${way}-${soap}`)
        const text = onItsWay({ kit, last: LAST, entry, signedFor: [0, 1, 2] })
        const { trace } = send(way, text, kit)
        const done = await line.chain.nodes[LAST]?.logged(
          (one) => one.traceId === trace && one.msg === 'exchange' && one.attempt === 1,
        )
        t.is(done?.outcome, 'accepted')
      },
    )
  }
}
