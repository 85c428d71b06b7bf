/** An answer that comes as a message of its own takes the steps of every message before who waits gets it. */
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../src/plugin.js'
import { SOAP_11 } from '../../src/soap/version.js'
import type { OutboundMessage, Outcome, Transport } from '../../src/transport.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { soap11 } from '../support/wire/envelopes.js'
import { envelopeOf, Heard } from '../support/wire/wire.js'

const RUN = '<q:Run xmlns:q="urn:q"/>'
const DONE = '<q:RunResponse xmlns:q="urn:q"/>'
const next = `s:actor="${SOAP_11.next}"`

/** A node on the way, whose request has been sent, and which waits for the answer to it. */
async function waiting(t: ExecutionContext, plugin: Plugin, settings: readonly string[] = []) {
  let resolveSent: (message: OutboundMessage) => void = () => undefined
  const sent = new Promise<OutboundMessage>((resolve) => {
    resolveSent = resolve
  })
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message) {
      resolveSent(message)
      return undefined
    },
  }
  const node = makeNode(
    { t: plugin },
    {
      transports: [transport],
      findRoute: onwardTo('next:node', 'request-reply', 60_000),
      settings: ['node.uri=urn:example:between', 'routing.hops=false', ...settings],
    },
  )
  t.teardown(() => node.queue.close())
  const answered = node.inject(soap11(RUN))
  const { id } = await sent
  const answer = (header: string): Promise<Outcome> =>
    node.inject(soap11(DONE, header), {
      inReplyTo: [String(id)],
      replyTo: 'mailto:next@b.example',
    })
  return { answered, answer, log: node.log }
}

function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : ''
}

test('SOAP 1.2 Part 1 §2.6: a header block for this node is processed once, and ends here', async (t) => {
  const seen: string[] = []
  const plugin: Plugin = {
    headers: [{ name: '{urn:h}H', process: (block) => void seen.push(block.local) }],
  }
  const { answered, answer } = await waiting(t, plugin)
  const kept = '<k:K xmlns:k="urn:k" s:actor="urn:other"/>'
  t.deepEqual(await answer(`<h:H xmlns:h="urn:h" ${next}/>${kept}`), { kind: 'accepted' })
  t.is(outcomeText(await answered), soap11(DONE, kept))
  t.deepEqual(seen, ['H'])
})

test('SOAP 1.2 Part 1 §2.6: who waits gets a fault for a mandatory block that is not understood', async (t) => {
  const { answered, answer } = await waiting(t, {})
  const outcome = await answer(`<x:X xmlns:x="urn:x" ${next} s:mustUnderstand="1"/>`)
  t.deepEqual(outcome, { kind: 'accepted' }, 'an answer is not answered')
  const { fault } = new Heard(0, new Headers(), outcomeText(await answered))
  t.is(fault.code, 'MustUnderstand')
  t.is(fault.actor, 'urn:example:between')
})

test('a handler that fails on an answer is a fault to who waits', async (t) => {
  const plugin: Plugin = {
    headers: [
      {
        name: '{urn:h}H',
        process() {
          throw new Error('broken')
        },
      },
    ],
  }
  const settings = ['queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}']
  const { answered, answer } = await waiting(t, plugin, settings)
  t.deepEqual(await answer(`<h:H xmlns:h="urn:h" ${next}/>`), { kind: 'accepted' })
  const envelope = envelopeOf(outcomeText(await answered))
  t.is(envelope.entries[0]?.local, 'Fault')
})
