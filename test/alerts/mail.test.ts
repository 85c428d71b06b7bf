/** Alerts by mail: what one mailbox refuses the others get, and it is told once. */
import test from 'ava'
import { mailChannel } from '../../src/operate/alerts/mail.js'
import type { Transport } from '../../src/transport.js'

const NOTICE = { subject: 's', text: 't', json: {} }

function mail(refuses: Set<string>) {
  const [sent, warnings]: [string[], object[]] = [[], []]
  const transport: Pick<Transport, 'notify'> = {
    notify: async ({ to }) => {
      if (refuses.has(to)) throw new Error('550 no such mailbox')
      sent.push(to)
    },
  }
  const log = { warn: (fields: object) => warnings.push(fields) }
  const channel = mailChannel(['a@x', 'b@x'], [transport as Transport], log)
  return { sent, warnings, send: () => channel.send(NOTICE, new AbortController().signal) }
}

test('what one mailbox refuses the others get, and the log tells it once, until it is taken again', async (t) => {
  const refuses = new Set(['a@x'])
  const { sent, warnings, send } = mail(refuses)
  await send()
  await send()
  t.deepEqual(sent, ['b@x', 'b@x'])
  t.like(warnings, { length: 1, 0: { mailbox: 'a@x' } })
  refuses.clear()
  await send()
  refuses.add('a@x')
  await send()
  t.is(warnings.length, 2)
})

test('what every mailbox refuses did not get through', async (t) => {
  const { send, warnings } = mail(new Set(['a@x', 'b@x']))
  await t.throwsAsync(send, { message: '550 no such mailbox' })
  t.is(warnings.length, 0)
})
