/** What every foreign client must be able to do with the shipped plugins, in both SOAP versions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestFn } from 'ava'
import type { VersionName } from '../../src/transport.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import type { Answer, Call, ForeignClient } from './foreign-client.js'

export const VERSIONS: readonly VersionName[] = ['1.1', '1.2']

type Wanted = Omit<Call, 'url' | 'soap' | 'namespace'> & { readonly namespace?: string }

export const ADD: Wanted = {
  operation: 'Add',
  parameters: [
    ['a', 1.5],
    ['b', 2],
  ],
}

/** A client, and the node that it calls. */
export interface CallNode {
  /** Calls an operation, of the calculator unless `wanted` says another namespace. */
  (soap: VersionName, wanted: Wanted): Promise<Answer>
  /** Waits until one more record than before is in the ledger. */
  recorded(): Promise<void>
}

/** What the calls below ask of a client, and it cannot do. */
export type Unable =
  | 'SOAP 1.2'
  | 'detail of SOAP 1.2'
  | 'blocks that are not mandatory'
  | 'blocks of the answer'
  | 'characters beyond the basic plane'

/** Starts the daemon for a test file, and ends it after the last test. */
export function callsTo(
  test: TestFn,
  client: ForeignClient,
  settings: readonly string[] = [],
): CallNode {
  let daemon: RunningDaemon
  let folder: string
  test.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-interop-'))
    const file = join(folder, 'waybill.yaml')
    const ledger = { use: 'ledger', options: { file: join(folder, 'ledger.jsonl') } }
    const plugins = ['calculator', 'echo', 'trace', ledger]
    await writeFile(file, JSON.stringify({ plugins }))
    daemon = await startDaemon(settings, ['--config', file])
  })
  test.after.always(async () => {
    await daemon?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const seen = new Set<unknown>()
  const call = (soap: VersionName, wanted: Wanted) =>
    client({ url: daemon.url, soap, namespace: 'urn:example:calculator', ...wanted })
  return Object.assign(call, {
    async recorded() {
      const { job } = await daemon.logged(
        (line) => line.event === 'job' && line.outcome === 'done' && !seen.has(line.job),
      )
      seen.add(job)
    },
  })
}

/** Registers the tests that are the same for every client, but for what it is unable to do. */
export function testCalls(test: TestFn, call: CallNode, unable: readonly Unable[] = []): void {
  const able = (what: Unable) => !unable.includes(what)
  for (const soap of VERSIONS.filter((version) => version === '1.1' || able('SOAP 1.2'))) {
    const sender = soap === '1.1' ? 'Client' : 'Sender'

    test(`SOAP ${soap}: Add gives the sum`, async (t) => {
      const { result, fault } = await call(soap, ADD)
      t.is(fault, undefined)
      t.is(Number(result), 3.5)
    })

    test(`SOAP ${soap}: parameters go by their names, not by their order`, async (t) => {
      const { result } = await call(soap, {
        operation: 'Subtract',
        parameters: [
          ['b', 2],
          ['a', 10.25],
        ],
      })
      t.is(Number(result), 8.25)
    })

    test(`SOAP ${soap}: Echo gives back markup and characters beyond ASCII`, async (t) => {
      const beyond = able('characters beyond the basic plane') ? ' 𝄞' : ''
      const text = `grüß dich, <€> & "日本"${beyond}`
      const { result } = await call(soap, {
        namespace: 'urn:example:echo',
        operation: 'Echo',
        parameters: [['text', text]],
      })
      t.is(result, text)
    })

    test(`SOAP ${soap}: a text of 300,000 characters`, async (t) => {
      const text = 'größer '.repeat(300_000 / 7)
      const { result } = await call(soap, {
        namespace: 'urn:example:echo',
        operation: 'Echo',
        parameters: [['text', text]],
      })
      t.true(result === text)
    })

    // No envelope comes back: the status is 202.
    test(`SOAP ${soap}: a one-way message`, async (t) => {
      const { result, fault } = await call(soap, {
        namespace: 'urn:example:ledger',
        operation: 'Record',
        parameters: [
          ['id', `interop-${soap}`],
          ['text', 'one-way'],
        ],
      })
      t.falsy(result)
      t.is(fault, undefined)
      await call.recorded()
    })

    test(`SOAP ${soap}: Divide by zero is the operation's own fault`, async (t) => {
      const { result, fault } = await call(soap, {
        operation: 'Divide',
        parameters: [
          ['a', 1],
          ['b', 0],
        ],
      })
      t.is(result, undefined)
      t.is(localName(fault?.code), sender)
      t.is(fault?.reason, 'The divisor is zero.')
      const detail = soap === '1.1' || able('detail of SOAP 1.2') ? 'DivisionByZero' : null
      t.is(fault?.detail, detail)
    })

    test(`SOAP ${soap}: an unknown operation is the sender's fault`, async (t) => {
      const { fault } = await call(soap, { ...ADD, operation: 'Multiply' })
      t.is(localName(fault?.code), sender)
      t.regex(
        fault?.reason ?? '',
        /^There is no such operation here, and no route for the message: \{\S+\}Multiply\.$/,
      )
    })

    test(`SOAP ${soap}: a mandatory header block that nobody understands`, async (t) => {
      const header = {
        namespace: 'urn:example:ticket',
        name: 'Ticket',
        value: '42',
        mustUnderstand: true,
        next: false,
      }
      const { result, fault } = await call(soap, { ...ADD, header })
      t.is(result, undefined)
      t.is(localName(fault?.code), 'MustUnderstand')
      t.is(fault?.detail, null)
    })

    if (able('blocks that are not mandatory')) {
      test(`SOAP ${soap}: the same block is ignored where it is not mandatory`, async (t) => {
        const header = {
          namespace: 'urn:example:ticket',
          name: 'Ticket',
          value: '42',
          mustUnderstand: false,
          next: false,
        }
        const { result } = await call(soap, { ...ADD, header })
        t.is(Number(result), 3.5)
      })
    }

    test(`SOAP ${soap}: a Trace block for next is answered by a block`, async (t) => {
      const header = {
        namespace: 'urn:example:trace',
        name: 'Trace',
        value: 'interop-1',
        mustUnderstand: true,
        next: true,
      }
      const { result, fault, headers } = await call(soap, { ...ADD, header })
      t.is(fault, undefined)
      t.is(Number(result), 3.5)
      t.deepEqual(headers, able('blocks of the answer') ? { Traced: 'interop-1' } : {})
    })
  }
}

/** The part of a fault code that no client changes: prefixes come from the wire, or are its own. */
function localName(code: string | undefined): string | undefined {
  return code?.slice(code.lastIndexOf(':') + 1)
}
