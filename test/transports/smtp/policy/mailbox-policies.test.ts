/** Policies of mailboxes: all of them hold for a mail, in whatever order and form its recipients are named. */
import test, { type ExecutionContext } from 'ava'
import type { SmtpOptions } from '../../../../transports/smtp/options.js'
import { until } from '../../../support/jobs.js'
import { bodyOf } from '../../../support/mail/client.js'
import { mailNode } from '../../../support/mail/node.js'
import { mailSink } from '../../../support/mail/sink.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { mark, marking } from '../../../support/nodes/marking.js'
import { soap11, soap12 } from '../../../support/wire/envelopes.js'

const DOMAINS = ['bus.example', 'other.example', 'xn--bcher-kva.example']

/** The plugin `echo` is `orders` as well, where a policy asks for more than any mail here has. */
async function guarded(
  t: ExecutionContext,
  mailbox: string,
  addresses: SmtpOptions['addresses'] = { orders: { plugin: 'marking' } },
) {
  const { plugin, marks } = marking()
  const sink = await mailSink()
  const policy = { name: 'orders', mailbox, require: 'client-certificate' }
  const node = await mailNode({
    relay: sink.url,
    plugins: { marking: plugin },
    settings: { domains: DOMAINS, addresses },
    node: { settings: [`security.policies=${JSON.stringify([policy])}`] },
  })
  t.teardown(async () => {
    await node.close()
    await sink.close()
  })
  const deliver = async (to: readonly string[], envelope = soap11) => {
    const talk = await Talk.open(node.port)
    const type = envelope === soap12 ? 'application/soap+xml' : 'text/xml'
    const fields = { To: 'undisclosed', 'Content-Type': `${type}; charset=utf-8` }
    const reply = await talk.deliver(mailOf(envelope(mark('done')), fields), to)
    talk.close()
    await until(() => node.idle())
    return reply
  }
  return { deliver, marks, sink, received: node.received }
}

for (const [name, envelope] of [
  ['SOAP 1.1', soap11],
  ['SOAP 1.2', soap12],
] as const) {
  for (const to of [
    ['orders@bus.example'],
    ['marking@bus.example', 'orders@bus.example'],
    ['orders@bus.example', 'marking@bus.example'],
    // Of another plugin, and of another of the domains.
    ['echo@bus.example', 'marking@bus.example', 'orders@bus.example'],
    ['orders@other.example', 'orders@bus.example'],
    ['marking@bus.example', 'ORDERS@Bus.Example'],
    ['marking@bus.example', 'orders+later@bus.example'],
  ]) {
    test(`${name} to ${to.join(' and ')}: the policy of orders@bus.example holds`, async (t) => {
      const { deliver, marks, sink } = await guarded(t, 'orders@bus.example')
      t.regex(await deliver(to, envelope), /^250/)
      t.deepEqual([...marks], [])
      const { content } = await sink.mail(0)
      t.true(bodyOf({ content: content.toString() }).includes('security that is asked for'))
    })
  }

  for (const to of [['marking@bus.example'], ['orders@other.example']]) {
    test(`${name} to ${to} alone: the policy of orders@bus.example does not hold`, async (t) => {
      const { deliver, marks } = await guarded(t, 'orders@bus.example')
      t.regex(await deliver(to, envelope), /^250/)
      t.deepEqual([...marks], ['done'])
    })
  }
}

for (const to of ['second@bus.example', '"second"@bus.example', 'Second+x@BUS.example']) {
  test(`a policy of one of all other addresses holds, though ${to} is not the first of them`, async (t) => {
    const { deliver, marks } = await guarded(t, 'second@bus.example', {
      '*': { plugin: 'marking' },
    })
    t.regex(await deliver(['first@bus.example', to]), /^250/)
    t.deepEqual([...marks], [])
    t.regex(await deliver(['first@bus.example']), /^250/)
    t.deepEqual([...marks], ['done'])
  })
}

for (const policy of ['orders@bücher.example', 'orders@xn--bcher-kva.example']) {
  test(`RFC 5890 §2.3.2.1 ${policy}: a domain is one in Unicode and in ASCII, and mail for it is taken`, async (t) => {
    const { deliver, marks, received } = await guarded(t, policy)
    t.regex(await deliver(['orders@xn--bcher-kva.example']), /^250/)
    t.deepEqual([...marks], [])
    t.deepEqual(received[0]?.message.recipients, ['orders@xn--bcher-kva.example'])
  })
}

for (const address of ['orders@[127.0.0.1]', 'orders@[IPv6:::1]', 'orders@bus.example.']) {
  test(`${address}: is no address of this node`, async (t) => {
    const { port, messages } = await receiving(t, {
      settings: { domains: DOMAINS, addresses: { orders: { plugin: 'echo' }, '*': {} } },
    })
    const talk = await Talk.open(port)
    t.teardown(() => talk.close())
    t.regex(await talk.envelope(address), /^5\d\d/)
    t.deepEqual(messages, [])
  })
}

test('every message of a mail knows all recipients of this node, each once', async (t) => {
  const { deliver, received } = await guarded(t, 'nobody@bus.example')
  const all = [
    'echo+1@bus.example',
    'Marking@other.example',
    'echo+2@BUS.example',
    'orders@bus.example',
  ]
  t.regex(await deliver(all), /^250/)
  const expected = ['echo@bus.example', 'marking@other.example', 'orders@bus.example']
  t.deepEqual(
    received.map(({ message }) => message.recipients),
    [expected, expected, expected],
  )
})
