/** What every foreign client must be able to do with the shipped plugins, in both SOAP versions. */
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

/** Calls an operation, of the calculator unless `wanted` says another namespace. */
export type CallNode = (soap: VersionName, wanted: Wanted) => Promise<Answer>

/** Starts the daemon for a test file, and ends it after the last test. */
export function callsTo(test: TestFn, client: ForeignClient): CallNode {
  let daemon: RunningDaemon
  test.before(async () => {
    daemon = await startDaemon()
  })
  test.after.always(async () => {
    await daemon?.stop()
  })
  return (soap, wanted) =>
    client({ url: daemon.url, soap, namespace: 'urn:example:calculator', ...wanted })
}

/** Registers the tests that are the same for every client. */
export function testCalls(test: TestFn, call: CallNode): void {
  for (const soap of VERSIONS) {
    const sender = soap === '1.1' ? 'soap:Client' : 'env:Sender'
    const mandatory = soap === '1.1' ? 'soap:MustUnderstand' : 'env:MustUnderstand'

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
      const text = 'grüß dich, <€> & "日本" 𝄞'
      const { result } = await call(soap, {
        namespace: 'urn:example:echo',
        operation: 'Echo',
        parameters: [['text', text]],
      })
      t.is(result, text)
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
      t.is(fault?.code, sender)
      t.is(fault?.reason, 'The divisor is zero.')
      t.is(fault?.detail, 'DivisionByZero')
    })

    test(`SOAP ${soap}: an unknown operation is the sender's fault`, async (t) => {
      const { fault } = await call(soap, { ...ADD, operation: 'Multiply' })
      t.is(fault?.code, sender)
      t.is(fault?.reason, 'There is no such operation here, and no route for the message.')
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
      t.is(fault?.code, mandatory)
      t.is(fault?.detail, null)
    })

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
      t.deepEqual(headers, { Traced: 'interop-1' })
    })
  }
}
