/** Large attachments by mail, to and from daemons, whose memory does not grow with them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { LONG } from '../support/long.js'
import { imapServer } from '../support/mail/imap-server.js'
import { digestingSink, largeMail, sendLarge } from '../support/mail/large.js'
import { mailPortOf } from '../support/nodes/chain-of-daemons.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { soap11 } from '../support/wire/envelopes.js'
import { attachedAs, madeBytes, sha256 } from '../support/wire/upload.js'

const MIB = 1024 ** 2
/** In the long form what is promised: 200 MB. */
const SIZE = LONG ? 200_000_000 : 40 * MIB
/** Of the process, with Node.js and all that it has compiled. */
const MAX_PROCESS_BYTES = 300 * MIB
const PLUGIN = fileURLToPath(new URL('../fixtures/files', import.meta.url))

const CONTENT = madeBytes(SIZE)
const body = (name: string) => soap11(`<f:${name} xmlns:f="urn:example:files"/>`)
const mailTo = (to: string, name: string, id = 1, content = CONTENT) =>
  largeMail(
    {
      body: body(name),
      soap: '1.1',
      packaging: 'attachments',
      attachments: [attachedAs('large@test', content)],
    },
    { To: to, 'Message-ID': `<${id}@partner.example>` },
  )

/** The most that it ever had, in bytes. */
function peakOf({ process: { pid } }: RunningDaemon): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

function checkPeak(t: ExecutionContext, daemon: RunningDaemon, most = MAX_PROCESS_BYTES): void {
  const peak = peakOf(daemon)
  t.log(`at most ${Math.round(peak / MIB)} MiB`)
  t.true(peak < most, `${Math.round(peak / MIB)} MiB`)
}

/** With the embedded queue, which keeps attachments on disk. */
async function nodeOf(t: ExecutionContext, settings: readonly string[] = []) {
  const sink = await digestingSink()
  const daemon = await startDaemon([
    `stateDir=${join(folderOf(t, {}), 'state')}`,
    'node.uri=urn:example:mails',
    `plugins=["${PLUGIN}"]`,
    'smtp.domains=["bus.example"]',
    'smtp.senders=[{}]',
    `smtp.maxMessage=${2 * SIZE}B`,
    `smtp.maxReceiving=${2 * SIZE}B`,
    'smtp.dataTimeout=10m',
    `smtp.relay=${JSON.stringify({ url: sink.url, from: 'node@bus.example' })}`,
    'limits.operationTime=10m',
    ...settings,
  ])
  t.teardown(async () => {
    await daemon.stop()
    await sink.close()
  })
  return { sink, daemon }
}

test.serial(`an operation gets ${SIZE} bytes by SMTP`, async (t) => {
  const { sink, daemon } = await nodeOf(t)
  const to = 'files@bus.example'
  t.regex(await sendLarge(await mailPortOf(daemon), to, mailTo(to, 'Put')), /^250/)
  const { text } = await sink.mail(0)
  t.true(text.includes(await sha256(CONTENT.stream())), text)
  checkPeak(t, daemon)
})

test.serial(`${SIZE} bytes go back by mail`, async (t) => {
  const { sink, daemon } = await nodeOf(t)
  const to = 'files@bus.example'
  t.regex(await sendLarge(await mailPortOf(daemon), to, mailTo(to, 'Give')), /^250/)
  const { digests } = await sink.mail(0)
  t.deepEqual(digests, [await sha256(CONTENT.stream())])
  checkPeak(t, daemon)
})

test.serial(`${SIZE} bytes are sent on by mail`, async (t) => {
  const routes = JSON.stringify([
    { path: 'onward', to: 'mailto:other@next.example', mode: 'store' },
  ])
  const { sink, daemon } = await nodeOf(t, [`routes=${routes}`])
  const to = 'onward@bus.example'
  t.regex(await sendLarge(await mailPortOf(daemon), to, mailTo(to, 'Put')), /^250/)
  const mail = await sink.mail(0)
  t.deepEqual(mail.to, ['other@next.example'])
  t.deepEqual(mail.digests, [await sha256(CONTENT.stream())])
  checkPeak(t, daemon)
})

// In the long form only: these take their time.
if (LONG) {
  test.serial(`an operation gets ${SIZE} bytes of a mailbox`, async (t) => {
    const server = await imapServer()
    const pieces: Uint8Array[] = []
    for await (const piece of mailTo('files@bus.example', 'Put')) pieces.push(piece)
    server.put(Buffer.concat(pieces))
    const mailbox = { url: server.url, user: 'me', password: 'secret', startTls: false }
    const { sink, daemon } = await nodeOf(t, [`smtp.mailbox=${JSON.stringify(mailbox)}`])
    t.teardown(() => server.close())
    const { text } = await sink.mail(0)
    t.true(text.includes(await sha256(CONTENT.stream())), text)
    checkPeak(t, daemon)
  })

  test.serial('24 mails of 10 MB each at once', async (t) => {
    const content = madeBytes(10_000_000)
    const { sink, daemon } = await nodeOf(t, ['smtp.maxReceiving=390625KiB'])
    const port = await mailPortOf(daemon)
    const to = 'files@bus.example'
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, id) => sendLarge(port, to, mailTo(to, 'Put', id, content))),
    )
    for (const reply of replies) t.regex(reply, /^250/)
    const digest = await sha256(content.stream())
    for (let index = 0; index < 24; index += 1) {
      t.true((await sink.mail(index)).text.includes(digest))
    }
    // Each has its share in memory.
    checkPeak(t, daemon, 400 * MIB)
  })
}
