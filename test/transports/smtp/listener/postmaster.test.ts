/** Mail for the postmaster: taken from anybody, brought to people, and never to a plugin. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../../../src/errors.js'
import { createLog } from '../../../../src/log.js'
import { HeldBinary, Undeliverable } from '../../../../src/transport.js'
import { SMTP_BOUNDS } from '../../../../transports/smtp/bounds.js'
import type { Mail } from '../../../../transports/smtp/encode.js'
import { Postmaster } from '../../../../transports/smtp/listener/postmaster.js'
import { smtp } from '../../../../transports/smtp/section.js'
import { smtpOptions } from '../../../../transports/smtp/settings.js'
import { SmtpRefusal } from '../../../../transports/smtp/status.js'
import { SmtpTransport } from '../../../../transports/smtp/transport.js'
import { folderOf } from '../../../support/folder.js'
import { optionsOf } from '../../../support/mail/options.js'
import { mailOf, Talk } from '../../../support/mail/smtp.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

interface Settings {
  readonly [key: string]: unknown
}

/** A listener of bus.example and bus.test that admits nobody, with a relay that does as it is told. */
async function listener(
  t: ExecutionContext,
  settings: Settings = {},
  relay: () => Promise<unknown> = async () => undefined,
) {
  const passed: Mail[] = []
  const messages: (string | undefined)[] = []
  const folder = folderOf(t, {})
  const parsed = optionsOf({
    port: 0,
    domains: ['bus.example', 'bus.test'],
    senders: [],
    ...settings,
  })
  const options = { ...parsed, plugins: ['echo'], quarantineFolder: folder }
  const sender = {
    send: async () => undefined,
    explain: async () => undefined,
    report: async () => undefined,
    pass: async (mail: Mail) => {
      passed.push(mail)
      return relay()
    },
    close: async () => undefined,
  }
  const transport = new SmtpTransport(options, createLog('silent'), sender)
  await transport.listen(async ({ origin }) => {
    messages.push(origin.destination)
    return { kind: 'accepted' }
  })
  t.teardown(() => transport.close(AbortSignal.abort()))
  const kept = () => {
    const inside = join(folder, 'postmaster')
    return readdirSync(inside).map((name) => readFileSync(join(inside, name), 'latin1'))
  }
  const talk = await Talk.open(Number(new URL(transport.listening[0] ?? '').port))
  t.teardown(() => talk.close())
  return { talk, passed, messages, kept }
}

const LETTER = mailOf('Your node sends us mail.', { 'Content-Type': 'text/plain' })

for (const address of [
  'postmaster@bus.example',
  'Postmaster@bus.example',
  'POSTMASTER@BUS.TEST',
  'postmaster',
  'PostMaster',
]) {
  test(`RFC 5321 §4.5.1: mail for <${address}> is taken from anybody, and kept`, async (t) => {
    const { talk, kept, messages } = await listener(t)
    t.regex(await talk.deliver(LETTER, address), /^250/)
    const [file = '', ...more] = kept()
    t.deepEqual(more, [])
    t.regex(file, /^X-Waybill-Taken-At: .*Your node sends us mail\./s)
    t.deepEqual(messages, [])
  })
}

async function mailText(mail: Mail | undefined): Promise<string> {
  const pieces: Uint8Array[] = mail ? [mail.content] : []
  for await (const piece of mail?.rest?.stream() ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

test('it goes to the configured mailbox, as it is, below what this node adds', async (t) => {
  const settings = { postmaster: 'ops@people.example', addresses: { '*': { plugin: 'echo' } } }
  const { talk, passed, messages } = await listener(t, settings)
  const envelope = mailOf(soap11(ADD))
  t.regex(await talk.deliver(envelope, 'postmaster@bus.example'), /^250/)
  t.is(passed.length, 1)
  t.is(passed[0]?.to, 'ops@people.example')
  t.is(passed[0]?.returnPath, '')
  const content = await mailText(passed[0])
  t.regex(
    content,
    /^Delivered-To: postmaster@bus\.example\r\nReceived: from partner\.example \(\[127\.0\.0\.1\]\) by bus\.example with ESMTP; /,
  )
  t.true(content.trimEnd().endsWith(envelope.trimEnd()))
  // An envelope is no message there, and nothing answers it.
  t.deepEqual(messages, [])
  t.regex(await talk.deliver(content, 'postmaster@bus.example'), /^554 5\.4\.6/)
})

test('what the relay does not take now comes again, and what it never takes is kept', async (t) => {
  const settings = { postmaster: 'ops@people.example' }
  const later = await listener(t, settings, () => Promise.reject(new Undeliverable('busy')))
  t.regex(await later.talk.deliver(LETTER, 'postmaster@bus.example'), /^451/)
  const never = await listener(t, settings, () =>
    Promise.reject(new Undeliverable('no such user', { permanent: true })),
  )
  t.regex(await never.talk.deliver(LETTER, 'postmaster@bus.example'), /^250/)
  t.is(never.kept().length, 1)
})

test('an address of that name in the configuration is an address like any other', async (t) => {
  const settings = { addresses: { postmaster: { plugin: 'echo', senders: [{}] } } }
  const { talk, messages } = await listener(t, settings)
  t.regex(await talk.deliver(mailOf(soap11(ADD)), 'postmaster@bus.example'), /^250/)
  t.regex(await talk.deliver(mailOf(soap11(ADD)), 'postmaster'), /^250/)
  t.deepEqual(messages, ['echo', 'echo'])
})

test('a mail for a plugin and the postmaster goes to both', async (t) => {
  const { talk, messages, kept } = await listener(t, { senders: [{}] })
  const to = ['echo@bus.example', 'postmaster@bus.example']
  t.regex(await talk.deliver(mailOf(soap11(ADD)), to), /^250/)
  t.deepEqual(messages, ['echo'])
  t.is(kept().length, 1)
  t.regex(await talk.deliver(LETTER, to), /^554 5\.6\.0/)
  t.is(kept().length, 1)
})

test('nobody can read it where none is kept and no mailbox is named: then it is refused', async (t) => {
  const { talk } = await listener(t, { quarantine: { mails: 0 } })
  t.regex(await talk.deliver(LETTER, 'postmaster@bus.example'), /^550 5\.1\.1/)
})

test('nobody floods it: a hundred mails an hour from one network address', async (t) => {
  const passed: Mail[] = []
  const options = { ...optionsOf({ postmaster: 'ops@people.example' }), plugins: [] }
  const postmaster = new Postmaster(options, async (mail) => passed.push(mail), undefined)
  const from = (address: string) => ({
    connection: { address },
    greeting: 'peer.example',
    returnPath: 'a@b.example',
    recipients: ['postmaster'],
  })
  const letter = new HeldBinary(Buffer.from(LETTER))
  for (let count = 0; count < 100; count += 1) await postmaster.take(from('192.0.2.1'), letter)
  await t.throwsAsync(postmaster.take(from('192.0.2.1'), letter), {
    instanceOf: SmtpRefusal,
    message: /too many mails/,
  })
  await postmaster.take(from('192.0.2.2'), letter)
  t.is(passed.length, 101)
})

test('its mailbox needs a relay, and is none of the node itself', (t) => {
  const made = (settings: Settings) => () =>
    smtpOptions(
      {
        section: smtp.parse({ domains: ['bus.example'], ...settings }),
        stateDir: '/nowhere',
        plugins: [],
        paths: [],
      },
      SMTP_BOUNDS,
    )
  const relay = { url: 'smtp://relay.example', from: 'echo@bus.example' }
  t.throws(made({ postmaster: 'ops@people.example' }), {
    instanceOf: WaybillError,
    message: /smtp\.postmaster: expected smtp\.relay/,
  })
  t.throws(made({ postmaster: 'ops@bus.example', relay }), {
    instanceOf: WaybillError,
    message: /smtp\.postmaster: expected a mailbox beyond smtp\.domains/,
  })
  t.notThrows(made({ postmaster: 'ops@people.example', relay }))
})
