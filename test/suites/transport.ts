/** The contract of transports: what each promises the node, whatever its protocol. */
import test, { type ExecutionContext } from 'ava'
import {
  type OutboundMessage,
  type Outcome,
  type Receive,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { type FlatMessage, flat } from '../support/nodes/messages.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

/** Makes transports of one kind that reach each other. */
export interface Kind {
  readonly name: string
  readonly scheme: string
  /** How answers come, as its module says. */
  readonly answers: 'connection' | 'message'
  /** What a message has there beside its envelope. */
  readonly carries: readonly ('action' | 'trace' | 'via')[]
  /** Makes one to listen with. */
  make(): Transport | Promise<Transport>
  /** Makes one that sends; by default as those that listen. */
  sender?(receiver: Transport): Transport | Promise<Transport>
  /** Where messages for a listening one go; by default what it listens on. */
  to?(receiver: Transport): URL
  /** Makes another one that wants the address which the given one listens on. */
  rival?(listening: Transport): Transport | Promise<Transport>
  /** A URL where nothing can be sent to. */
  readonly nobody: URL
  /** True if what is sent is kept for whoever comes to take it. */
  readonly keeps?: boolean
  /** Why no address is ever guarded. */
  readonly unguarded?: string
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

/** Declares the tests of one kind of transport. */
export function transportSuite(kind: Kind): void {
  const named = (sentence: string) => `${kind.name}: ${sentence}`
  const answers = kind.answers === 'connection'
  const senderTo = (receiver: Transport) => kind.sender?.(receiver) ?? kind.make()
  const urlOf = (receiver: Transport) => kind.to?.(receiver) ?? new URL(receiver.listening[0] ?? '')
  /** What ends an exchange well there, and what its sender hears of it. */
  const ending: Outcome = answers ? { kind: 'reply', message: ENVELOPE } : { kind: 'accepted' }
  const heard = answers ? ENVELOPE.body : undefined

  /** A listening transport, one that sends, and the URL between them. */
  async function pair(
    t: ExecutionContext,
    receive: Receive,
  ): Promise<{ receiver: Transport; sender: Transport; to: URL }> {
    const receiver = await kind.make()
    t.teardown(() => receiver.close(AbortSignal.abort()))
    await receiver.listen(receive)
    const sender = await senderTo(receiver)
    t.teardown(() => sender.close(AbortSignal.abort()))
    return { receiver, sender, to: urlOf(receiver) }
  }

  const answering =
    (outcome: Outcome): Receive =>
    async () =>
      outcome

  test(named('it has a name and the schemes it sends to'), async (t) => {
    const transport = await kind.make()
    t.is(transport.name, kind.name)
    t.true(transport.schemes.includes(kind.scheme))
  })

  test(named('it says what it listens on while it does, and nothing else'), async (t) => {
    const transport = await kind.make()
    t.deepEqual(transport.listening, [])
    await transport.listen(answering({ kind: 'accepted' }))
    t.is(transport.listening.length, 1)
    t.is(urlOf(transport).protocol, `${kind.scheme}:`)
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
    t.is(first?.charset?.toLowerCase() ?? 'utf-8', 'utf-8')
    t.deepEqual(first?.attachments, [])
    t.is(first?.kind, 'envelope')
    t.is(first?.replyTo === undefined, answers)
    t.is(second?.mediaType, 'application/soap+xml')
    const action = kind.carries.includes('action') ? 'urn:go' : undefined
    t.is(first?.action, action)
    t.is(second?.action, action)
    t.is(bare?.action || undefined, undefined)
  })

  test(named('a trace and those whom a message has passed arrive as they were sent'), async (t) => {
    const arrived: FlatMessage[] = []
    const passed = ['1.1 a', '1.1 there']
    const { sender, to } = await pair(t, async (message) => {
      arrived.push(flat(message))
      return answers ? { kind: 'reply', message: { ...ENVELOPE, via: passed } } : ending
    })
    const trace = { parent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    const via = ['1.0 proxy', '1.1 urn%3Aa']
    const heard = await sender.send({ ...ENVELOPE, via, trace }, to, never())
    await sender.send({ ...ENVELOPE, trace: { ...trace, state: 'a=b' } }, to, never())
    await sender.send(ENVELOPE, to, never())
    const carried = <Value>(what: 'trace' | 'via', value: Value) =>
      kind.carries.includes(what) ? value : undefined
    t.deepEqual(
      arrived.map(({ via, trace }) => [via, trace]),
      [
        [carried('via', via), carried('trace', trace)],
        [undefined, carried('trace', { ...trace, state: 'a=b' })],
        [undefined, undefined],
      ],
    )
    t.deepEqual(heard?.via, answers ? carried('via', passed) : undefined)
  })

  test(named('a guard that lets everything pass changes nothing'), async (t) => {
    const { sender, to } = await pair(t, answering(ending))
    t.is(text(await sender.send(ENVELOPE, to, never(), () => true)), heard)
  })

  test(named('a guard is asked for every address that is connected to'), async (t) => {
    const { sender, to } = await pair(t, answering({ kind: 'accepted' }))
    const requests: string[] = []
    const sent = sender.send(ENVELOPE, to, never(), (address) => requests.push(address) === 0)
    if (kind.unguarded) {
      t.log(kind.unguarded)
      t.is(await sent, undefined)
      t.deepEqual(requests, [])
      return
    }
    await t.throwsAsync(sent, { instanceOf: Undeliverable })
    t.deepEqual(requests, ['127.0.0.1'])
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
    const receiver = await kind.make()
    const sender = await senderTo(receiver)
    const error = await t.throwsAsync(sender.send(ENVELOPE, kind.nobody, never()), {
      instanceOf: Undeliverable,
    })
    // Another address of the same destination may be tried; one that keeps mail for others cannot know.
    t.true(error?.notTaken || kind.keeps)
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
      return ending
    })
    const sent = [1, 2, 3].map(() => sender.send(ENVELOPE, to, never()))
    await all.opened
    for (const go of waiting.reverse()) go()
    t.deepEqual((await Promise.all(sent)).map(text), Array(3).fill(heard))
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
    const controller = new AbortController()
    const sent = sender.send(ENVELOPE, to, controller.signal)
    await entered.opened
    controller.abort()
    const error = await t.throwsAsync(sent, { instanceOf: Undeliverable })
    // It has arrived: sent to another address too, it would arrive twice.
    t.false(error?.notTaken)
  })

  test(named('close waits for what runs, which is answered, and takes nothing new'), async (t) => {
    const entered = gate()
    const released = gate()
    const { receiver, sender, to } = await pair(t, async () => {
      entered.open()
      await released.opened
      return ending
    })
    const late = await senderTo(receiver)
    t.teardown(() => late.close(AbortSignal.abort()))
    const running = sender.send(ENVELOPE, to, never())
    await entered.opened
    let closed = false
    const closing = receiver.close(never()).then(() => {
      closed = true
    })
    if (!kind.keeps) {
      await t.throwsAsync(late.send(ENVELOPE, to, never()), { instanceOf: Undeliverable })
    }
    t.false(closed)
    released.open()
    t.is(text(await running), heard)
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
      const enough = new AbortController()
      const running = sender.send(ENVELOPE, to, enough.signal)
      await entered.opened
      const deadline = new AbortController()
      if (when === 'before') deadline.abort()
      const closing = receiver.close(deadline.signal)
      deadline.abort()
      await closing
      // Its sender does not hear of it where the message waits for the next one to take it.
      if (kind.keeps) enough.abort()
      await t.throwsAsync(running, { instanceOf: Undeliverable }, when)
    }
  })

  test(named('close is harmless without listen, and a second time'), async (t) => {
    const transport = await kind.make()
    await transport.close(never())
    await transport.close(never())
    const other = await kind.make()
    await other.listen(answering({ kind: 'accepted' }))
    await other.close(never())
    await t.notThrowsAsync(other.close(never()))
  })

  if (answers) {
    test(named('a reply comes back with its version'), async (t) => {
      for (const [soap, body, mediaType] of [
        ['1.1', soap11('<b>\u{1F600}</b>'), 'text/xml'],
        ['1.2', soap12('<b>\u{1F600}</b>'), 'application/soap+xml'],
      ] as const) {
        const { sender, to } = await pair(t, answering({ kind: 'reply', message: { soap, body } }))
        const answer = await sender.send(ENVELOPE, to, never())
        t.is(text(answer), body)
        t.is(answer?.mediaType, mediaType)
        t.is(answer?.charset?.toLowerCase() ?? 'utf-8', 'utf-8')
      }
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
  }

  const { rival } = kind
  if (rival) {
    test(named('an address that is taken is refused, and its owner listens on'), async (t) => {
      const { receiver, sender, to } = await pair(t, answering(ending))
      const other = await rival(receiver)
      const error = await t.throwsAsync(other.listen(answering({ kind: 'accepted' })))
      t.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE')
      t.deepEqual(other.listening, [])
      await other.close(never())
      t.is(text(await sender.send(ENVELOPE, to, never())), heard)
    })

    test(named('an address is free again after close'), async (t) => {
      const first = await kind.make()
      await first.listen(answering({ kind: 'accepted' }))
      const next = await rival(first)
      await first.close(never())
      await next.listen(answering(ending))
      t.teardown(() => next.close(AbortSignal.abort()))
      const sender = await senderTo(next)
      t.teardown(() => sender.close(AbortSignal.abort()))
      t.is(text(await sender.send(ENVELOPE, urlOf(next), never())), heard)
    })

    test(named('a rival that could not listen takes nothing away when it closes'), async (t) => {
      const { receiver, sender, to } = await pair(t, answering({ kind: 'accepted' }))
      const other = await rival(receiver)
      await t.throwsAsync(other.listen(answering({ kind: 'accepted' })))
      await other.close(never())
      await t.notThrowsAsync(sender.send(ENVELOPE, to, never()))
      t.is(receiver.listening.length, 1)
    })
  }
}
