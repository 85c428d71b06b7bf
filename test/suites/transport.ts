/** The contract of transports, run on every one of them. */
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../src/log.js'
import {
  type OutboundMessage,
  type Outcome,
  type Receive,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { HttpTransport } from '../../transports/http/transport.js'
import { type MemoryExchange, MemoryTransport } from '../../transports/memory/index.js'
import { readConfig } from '../support/config.js'
import { type FlatMessage, flat } from '../support/nodes/messages.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

/** Makes transports of one kind that reach each other. */
interface Kind {
  readonly name: string
  readonly scheme: string
  make(): Transport
  /** Makes another one that wants the address which the given one listens on. */
  rival(listening: Transport): Transport
  /** A URL where nobody listens. */
  readonly nobody: URL
  /** Why no address is ever guarded. */
  readonly unguarded?: string
}

function memory(): Kind {
  const exchange: MemoryExchange = new Map()
  let count = 0
  return {
    name: 'memory',
    scheme: 'memory',
    make: () => {
      count += 1
      return new MemoryTransport(`node-${count}`, exchange)
    },
    rival: ({ listening: [url = ''] }) => new MemoryTransport(new URL(url).pathname, exchange),
    nobody: new URL('memory:nobody'),
    unguarded: 'it connects to no address',
  }
}

function http(): Kind {
  const on = (port: number) => {
    const settings = [`http.port=${port}`, 'http.maxBody=100000']
    return new HttpTransport(readConfig({ environment: {}, settings }).http, createLog('silent'))
  }
  return {
    name: 'http',
    scheme: 'http',
    make: () => on(0),
    rival: ({ listening: [url = ''] }) => on(Number(new URL(url).port)),
    nobody: new URL('http://127.0.0.1:1/soap'),
  }
}

const ENVELOPE: OutboundMessage = { body: soap11('<a xmlns="urn:x">\u00e4</a>'), soap: '1.1' }
const never = () => new AbortController().signal
const text = (message: FlatMessage | undefined) =>
  message && Buffer.from(message.body ?? []).toString('utf8')

/** A promise with its key outside. */
function gate<Value = void>(): { opened: Promise<Value>; open(value: Value): void } {
  let open: (value: Value) => void = () => undefined
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

for (const kind of [memory(), http()]) {
  const named = (sentence: string) => `${kind.name}: ${sentence}`

  /** A listening transport, one that sends, and the URL between them. */
  async function pair(
    t: ExecutionContext,
    receive: Receive,
  ): Promise<{ receiver: Transport; sender: Transport; to: URL }> {
    const receiver = kind.make()
    const sender = kind.make()
    t.teardown(() => receiver.close(AbortSignal.abort()))
    t.teardown(() => sender.close(AbortSignal.abort()))
    await receiver.listen(receive)
    return { receiver, sender, to: new URL(receiver.listening[0] ?? '') }
  }

  const answering =
    (outcome: Outcome): Receive =>
    async () =>
      outcome

  test(named('it has a name and the schemes it sends to'), (t) => {
    const transport = kind.make()
    t.is(transport.name, kind.name)
    t.true(transport.schemes.includes(kind.scheme))
  })

  test(named('it says what it listens on while it does, and nothing else'), async (t) => {
    const transport = kind.make()
    t.deepEqual(transport.listening, [])
    await transport.listen(answering({ kind: 'accepted' }))
    t.is(transport.listening.length, 1)
    t.is(new URL(transport.listening[0] ?? '').protocol, `${kind.scheme}:`)
    await transport.close(never())
    t.deepEqual(transport.listening, [])
  })

  test(named('a message arrives as it was sent'), async (t) => {
    const arrived: FlatMessage[] = []
    const { sender, to } = await pair(t, async (message) => {
      arrived.push(flat(message))
      return { kind: 'accepted' }
    })
    await sender.send({ ...ENVELOPE, action: 'urn:go' }, to, never())
    await sender.send({ body: soap12('<a/>'), soap: '1.2', action: 'urn:go' }, to, never())
    await sender.send(ENVELOPE, to, never())
    const [first, second, bare] = arrived
    t.is(text(first), ENVELOPE.body)
    t.is(first?.transport, kind.name)
    t.is(first?.mediaType, 'text/xml')
    t.is(first?.charset?.toLowerCase(), 'utf-8')
    t.is(first?.action, 'urn:go')
    t.deepEqual(first?.attachments, [])
    t.is(first?.kind, 'envelope')
    t.is(first?.replyTo, undefined)
    t.is(second?.mediaType, 'application/soap+xml')
    t.is(second?.action, 'urn:go')
    t.is(bare?.action || undefined, undefined)
  })

  test(named('a trace and those whom a message has passed arrive as they were sent'), async (t) => {
    const arrived: FlatMessage[] = []
    const { sender, to } = await pair(t, async (message) => {
      arrived.push(flat(message))
      return { kind: 'reply', message: { ...ENVELOPE, via: ['1.1 a', '1.1 there'] } }
    })
    const trace = { parent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    const via = ['1.0 proxy', '1.1 urn%3Aa']
    const heard = await sender.send({ ...ENVELOPE, via, trace }, to, never())
    await sender.send({ ...ENVELOPE, trace: { ...trace, state: 'a=b' } }, to, never())
    await sender.send(ENVELOPE, to, never())
    t.deepEqual(
      arrived.map(({ via, trace }) => [via, trace]),
      [
        [via, trace],
        [undefined, { ...trace, state: 'a=b' }],
        [undefined, undefined],
      ],
    )
    t.deepEqual(heard?.via, ['1.1 a', '1.1 there'])
  })

  test(named('a reply comes back with its version'), async (t) => {
    for (const [soap, body, mediaType] of [
      ['1.1', soap11('<b>\u{1F600}</b>'), 'text/xml'],
      ['1.2', soap12('<b>\u{1F600}</b>'), 'application/soap+xml'],
    ] as const) {
      const { sender, to } = await pair(t, answering({ kind: 'reply', message: { soap, body } }))
      const answer = await sender.send(ENVELOPE, to, never())
      t.is(text(answer), body)
      t.is(answer?.mediaType, mediaType)
      t.is(answer?.charset?.toLowerCase(), 'utf-8')
    }
  })

  test(named('a guard that lets everything pass changes nothing'), async (t) => {
    const reply = { soap: '1.1', body: soap11('<b/>') } as const
    const { sender, to } = await pair(t, answering({ kind: 'reply', message: reply }))
    t.is(text(await sender.send(ENVELOPE, to, never(), () => true)), reply.body)
  })

  test(named('a guard is asked for every address that is connected to'), async (t) => {
    const { sender, to } = await pair(t, answering({ kind: 'accepted' }))
    const asked: string[] = []
    const sent = sender.send(ENVELOPE, to, never(), (address) => asked.push(address) === 0)
    if (kind.unguarded) {
      t.log(kind.unguarded)
      t.is(await sent, undefined)
      t.deepEqual(asked, [])
      return
    }
    await t.throwsAsync(sent, { instanceOf: Undeliverable })
    t.deepEqual(asked, ['127.0.0.1'])
  })

  test(named('a fault comes back as a message, whatever its code'), async (t) => {
    for (const soap of ['1.1', '1.2'] as const) {
      for (const code of ['Client', 'Server', 'VersionMismatch', 'MustUnderstand'] as const) {
        const message = { soap, body: `<fault>${code}</fault>` }
        const { sender, to } = await pair(t, answering({ kind: 'fault', code, message }))
        t.is(text(await sender.send(ENVELOPE, to, never())), message.body)
      }
    }
  })

  test(named('an accepted message has no answer'), async (t) => {
    const { sender, to } = await pair(t, answering({ kind: 'accepted' }))
    t.is(await sender.send(ENVELOPE, to, never()), undefined)
  })

  test(named('a refused message is undeliverable to its sender'), async (t) => {
    for (const refusal of [
      'undecodable',
      'too-large',
      'unsupported',
      'unknown-destination',
      'not-retrievable',
    ] as const) {
      const { sender, to } = await pair(t, answering({ kind: 'refused', refusal }))
      await t.throwsAsync(
        sender.send(ENVELOPE, to, never()),
        { instanceOf: Undeliverable },
        refusal,
      )
    }
  })

  test(named('where nobody listens a message is undeliverable'), async (t) => {
    const sender = kind.make()
    await t.throwsAsync(sender.send(ENVELOPE, kind.nobody, never()), { instanceOf: Undeliverable })
    await sender.close(never())
  })

  test(named('exchanges run side by side'), async (t) => {
    const waiting: (() => void)[] = []
    const all = gate()
    const { sender, to } = await pair(t, async () => {
      const turn = gate()
      waiting.push(() => turn.open())
      if (waiting.length === 3) all.open()
      await turn.opened
      return { kind: 'reply', message: ENVELOPE }
    })
    const sent = [1, 2, 3].map(() => sender.send(ENVELOPE, to, never()))
    await all.opened
    for (const go of waiting.reverse()) go()
    t.deepEqual((await Promise.all(sent)).map(text), Array(3).fill(ENVELOPE.body))
  })

  test(named('the signal ends an attempt, before it and during it'), async (t) => {
    const entered = gate()
    const { sender, to } = await pair(t, () => {
      entered.open()
      return new Promise(() => undefined)
    })
    await t.throwsAsync(sender.send(ENVELOPE, to, AbortSignal.abort()), {
      instanceOf: Undeliverable,
    })
    const given = new AbortController()
    const sent = sender.send(ENVELOPE, to, given.signal)
    await entered.opened
    given.abort()
    await t.throwsAsync(sent, { instanceOf: Undeliverable })
  })

  test(named('an address that is taken is refused, and its owner listens on'), async (t) => {
    const { receiver, sender, to } = await pair(t, answering({ kind: 'reply', message: ENVELOPE }))
    const rival = kind.rival(receiver)
    const error = await t.throwsAsync(rival.listen(answering({ kind: 'accepted' })))
    t.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE')
    t.deepEqual(rival.listening, [])
    await rival.close(never())
    t.is(text(await sender.send(ENVELOPE, to, never())), ENVELOPE.body)
  })

  test(named('an address is free again after close'), async (t) => {
    const first = kind.make()
    await first.listen(answering({ kind: 'accepted' }))
    const next = kind.rival(first)
    await first.close(never())
    await next.listen(answering({ kind: 'reply', message: ENVELOPE }))
    t.teardown(() => next.close(AbortSignal.abort()))
    const sender = kind.make()
    t.teardown(() => sender.close(AbortSignal.abort()))
    t.is(
      text(await sender.send(ENVELOPE, new URL(next.listening[0] ?? ''), never())),
      ENVELOPE.body,
    )
  })

  test(named('close waits for what runs, which is answered, and takes nothing new'), async (t) => {
    const entered = gate()
    const released = gate()
    const { receiver, sender, to } = await pair(t, async () => {
      entered.open()
      await released.opened
      return { kind: 'reply', message: ENVELOPE }
    })
    const running = sender.send(ENVELOPE, to, never())
    await entered.opened
    let closed = false
    const closing = receiver.close(never()).then(() => {
      closed = true
    })
    const late = kind.make()
    t.teardown(() => late.close(AbortSignal.abort()))
    await t.throwsAsync(late.send(ENVELOPE, to, never()), { instanceOf: Undeliverable })
    t.false(closed)
    released.open()
    t.is(text(await running), ENVELOPE.body)
    await closing
    t.true(closed)
  })

  test(named('the deadline of close cuts off what runs'), async (t) => {
    for (const when of ['before', 'during'] as const) {
      const entered = gate()
      const { receiver, sender, to } = await pair(t, () => {
        entered.open()
        return new Promise(() => undefined)
      })
      const running = sender.send(ENVELOPE, to, never())
      await entered.opened
      const deadline = new AbortController()
      if (when === 'before') deadline.abort()
      const closing = receiver.close(deadline.signal)
      deadline.abort()
      await closing
      await t.throwsAsync(running, { instanceOf: Undeliverable }, when)
    }
  })

  test(named('close is harmless without listen, and a second time'), async (t) => {
    const transport = kind.make()
    await transport.close(never())
    await transport.close(never())
    const other = kind.make()
    await other.listen(answering({ kind: 'accepted' }))
    await other.close(never())
    await t.notThrowsAsync(other.close(never()))
  })

  test(named('a rival that could not listen takes nothing away when it closes'), async (t) => {
    const { receiver, sender, to } = await pair(t, answering({ kind: 'accepted' }))
    const rival = kind.rival(receiver)
    await t.throwsAsync(rival.listen(answering({ kind: 'accepted' })))
    await rival.close(never())
    await t.notThrowsAsync(sender.send(ENVELOPE, to, never()))
    t.is(receiver.listening.length, 1)
  })
}
