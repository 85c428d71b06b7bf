/** Where replies and faults go for each ReplyTo and FaultTo, however the message is processed: none is lost. */
import test, { type ExecutionContext } from 'ava'
import type { ForwardMode } from '../../src/path/parts/onward.js'
import { type Plugin, SoapFault } from '../../src/plugin.js'
import { SOAP_11, SOAP_12, type SoapVersion } from '../../src/soap/version.js'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { Outcome, Transport } from '../../src/transport.js'
import { isIdle, until } from '../support/jobs.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { ANONYMOUS, endpoint, NONE, wsa } from '../support/wire/addressing.js'
import { envelope } from '../support/wire/envelopes.js'

const PARTNER = 'http://partner.example/answers'
const AUDITOR = 'http://auditor.example/faults'
const MAILBOX = 'mailto:sender@example.com'

const plugin: Plugin = {
  operations: [
    { name: '{urn:q}Ask', safe: true, invoke: ({ n }) => obeyed(n) },
    { name: '{urn:q}Run', dispatch: 'queue', invoke: ({ n }) => obeyed(n) },
    { name: '{urn:q}Tell', exchange: 'one-way', invoke: ({ n }) => void obeyed(n) },
  ],
}

function obeyed(n: unknown) {
  if (n === 'fault') throw new SoapFault({ code: 'Client', reason: 'Not that.' })
  return { n: String(n) }
}

interface Sent {
  readonly to: string
  readonly body: string
}

/** Takes answers by HTTP and by mail; the next node at `next:` answers with a reply or a fault. */
function everywhere(sent: Sent[], version: SoapVersion): Transport {
  return {
    name: 'everywhere',
    schemes: ['next', 'http', 'mailto'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send({ body }, to) {
      if (to.protocol !== 'next:') {
        sent.push({ to: to.href, body })
        return undefined
      }
      return {
        kind: 'envelope',
        origin: { transport: 'next', peer: {} },
        body: Buffer.from(envelope(version.namespace, answerOf(body.includes('fault'), version))),
        mediaType: version.mediaType,
        attachments: [],
      }
    },
  }
}

function answerOf(faulty: boolean, version: SoapVersion): string {
  if (!faulty) return '<q:RunResponse xmlns:q="urn:q"/>'
  if (version.name === '1.1')
    return '<s:Fault><faultcode>s:Client</faultcode><faultstring>Not that.</faultstring></s:Fault>'
  const reason = '<s:Reason><s:Text xml:lang="en">Not that.</s:Text></s:Reason>'
  return `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>${reason}</s:Fault>`
}

const HOWS = ['inline', 'queued', 'one-way', 'relay', 'store', 'request-reply'] as const
/** The node of `abandoned` dies each time that it runs the operation. */
type How = (typeof HOWS)[number] | 'abandoned'

const ENTRIES: Readonly<Record<How, string>> = {
  inline: 'Ask',
  queued: 'Run',
  abandoned: 'Run',
  'one-way': 'Tell',
  relay: 'Run',
  store: 'Run',
  'request-reply': 'Run',
}

function modeOf(how: How): ForwardMode | undefined {
  return how === 'relay' || how === 'store' || how === 'request-reply' ? how : undefined
}

/** A queue whose invoke jobs have no attempt left. */
function abandoning(): MemoryQueue {
  const queue = new MemoryQueue({ node: 'urn:example:node' })
  const { work } = queue
  queue.work = (run, options) =>
    work.call(
      queue,
      async (job, attempt) => {
        if (job.kind !== 'invoke') return run(job, attempt)
        await options.abandoned(job, 'its node has died', attempt)
        throw new FinalFailure('its node has died')
      },
      options,
    )
  return queue
}

function nodeFor(how: How, version: SoapVersion) {
  const sent: Sent[] = []
  const mode = modeOf(how)
  const node = makeNode(
    { q: plugin },
    {
      transports: [everywhere(sent, version)],
      settings: [
        'replies.schemes=[http]',
        'replies.hosts=["*.example"]',
        'routing.hops=false',
        'queue.retry={attempts: 2, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}',
      ],
      ...(how === 'abandoned' && { queue: abandoning() }),
      ...(mode && { findRoute: onwardTo('next:node', mode) }),
    },
  )
  return { node, sent }
}

const ENDPOINTS = [undefined, ANONYMOUS, NONE, 'elsewhere'] as const
type Wish = (typeof ENDPOINTS)[number]

let count = 0

/** What the addressing blocks are for: this node as the ultimate receiver, or as the next on the way. */
function headerOf(reply: Wish, fault: Wish, how: How, version: SoapVersion): string {
  const { next, actorAttribute } = version
  const attributes = modeOf(how) ? `s:${actorAttribute}="${next}"` : ''
  const wish = (local: string, to: Wish, elsewhere: string) =>
    to === undefined ? '' : endpoint(local, to === 'elsewhere' ? elsewhere : to, '', attributes)
  count += 1
  return [
    wsa('Action', 'urn:example:act', attributes),
    wsa('MessageID', `urn:example:place:${count}`, attributes),
    wish('ReplyTo', reply, PARTNER),
    wish('FaultTo', fault, AUDITOR),
  ].join('')
}

type Destination = 'here' | 'nowhere' | typeof PARTNER | typeof AUDITOR | typeof MAILBOX

/** Core §3.4, in other words than the node's. */
function expected(what: 'reply' | 'fault', reply: Wish, fault: Wish, mail: boolean): Destination {
  const forFaults = what === 'fault' && fault !== undefined
  const wish = forFaults ? fault : reply
  if (wish === NONE) return 'nowhere'
  if (wish === 'elsewhere') return forFaults ? AUDITOR : PARTNER
  return mail ? MAILBOX : 'here'
}

const isOver = async ({ queue }: TestNode) => isIdle(await queue.admin.stats())

/** What the sender hears at once, or by coming back for it. */
async function heardBy(node: TestNode, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'pending') return outcome
  await until(() => isOver(node))
  return node.inject('', { pickUp: outcome.exchange })
}

async function destinations(
  t: ExecutionContext,
  what: 'reply' | 'fault',
  how: How,
  version: SoapVersion,
  mail: boolean,
) {
  const { node, sent } = nodeFor(how, version)
  for (const reply of ENDPOINTS) {
    for (const fault of ENDPOINTS) {
      sent.length = 0
      const title = `${what} of ${how}, ReplyTo ${reply}, FaultTo ${fault}`
      const entry = `<q:${ENTRIES[how]} xmlns:q="urn:q"><q:n>${what}</q:n></q:${ENTRIES[how]}>`
      const outcome = await heardBy(
        node,
        await node.inject(
          envelope(version.namespace, entry, headerOf(reply, fault, how, version)),
          { mediaType: version.mediaType, ...(mail && { replyTo: MAILBOX }) },
        ),
      )
      await until(() => isOver(node))
      const destination = expected(what, reply, fault, mail)
      // BP 1.1 R2714: a one-way message has no envelope in the answer, and it has no reply at all.
      const silent = how === 'one-way' && (what === 'reply' || destination === 'here')
      t.is(outcome.kind, destination === 'here' && !silent ? what : 'accepted', title)
      const away = destination !== 'here' && destination !== 'nowhere' && !silent
      t.deepEqual(
        sent.map(({ to }) => to),
        away ? [destination] : [],
        title,
      )
    }
  }
  await node.queue.close()
}

for (const version of [SOAP_11, SOAP_12]) {
  for (const mail of [false, true]) {
    test(`Core §3.4 SOAP ${version.name}: a node that dies each time, ${mail ? 'by mail' : 'on a connection'}, the fault goes to FaultTo, else to ReplyTo`, (t) =>
      destinations(t, 'fault', 'abandoned', version, mail))
  }
  for (const how of HOWS) {
    for (const mail of [false, true]) {
      const from = mail ? 'by mail' : 'on a connection'
      test(`Core §3.4 SOAP ${version.name}: ${how}, ${from}, replies go to ReplyTo`, (t) =>
        destinations(t, 'reply', how, version, mail))
      test(`Core §3.4 SOAP ${version.name}: ${how}, ${from}, faults go to FaultTo, else to ReplyTo`, (t) =>
        destinations(t, 'fault', how, version, mail))
    }
  }
}
