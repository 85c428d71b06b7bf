/** Mails go to the spool as they come: nothing is left of those that end badly, and what does not fit comes again. */
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Spools } from '../../../../src/message/spool/index.js'
import { folderOf } from '../../../support/folder.js'
import { until } from '../../../support/jobs.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const SIZE = 3_000_000
const BYTES = Buffer.from(Uint8Array.from({ length: SIZE }, (_, at) => (at * 89) % 251))
const lines = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

/** A mail with a file of 3 MB, which fits into no exchange's memory. */
const mailWith = (base64: string) =>
  mailOf(
    `--b\r\nContent-Type: text/xml\r\n\r\n${soap11(ADD)}\r\n--b\r\nContent-Type: image/png\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${base64}\r\n--b--\r\n`,
    { 'Content-Type': 'multipart/related; boundary=b' },
  )
const LARGE = mailWith(lines(BYTES))

/** Open files of this process that once were in a folder. */
const filesOf = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  })

test('what comes with a message is on disk while it is worked on, and gone then', async (t) => {
  const folder = folderOf(t, {})
  const spools = new Spools({ folder })
  const seen: { onDisk: number; files: number; same: boolean }[] = []
  const { port } = await receiving(t, {
    spools,
    receive: async (message) => {
      const [one] = message.kind === 'envelope' ? message.attachments : []
      const same = Buffer.from((await one?.content.bytes()) ?? []).equals(BYTES)
      seen.push({ onDisk: spools.onDisk, files: filesOf(folder).length, same })
      return { kind: 'accepted' }
    },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(LARGE, ['echo@localhost', 'calculator@localhost']), /^250/)
  // The mail as it came, and its file, once for both recipients.
  const onDisk = Buffer.byteLength(LARGE) + 2 + SIZE
  t.true(seen.length === 2 && seen.every((one) => one.same && one.files === 1))
  for (const one of seen) t.true(Math.abs(one.onDisk - onDisk) < 10, `${one.onDisk} of ${onDisk}`)
  await until(async () => spools.onDisk === 0 && filesOf(folder).length === 0)
  t.deepEqual(readdirSync(folder), [])
})

for (const [how, cut] of [
  ['a reset', (talk: Talk) => talk.reset()],
  ['an end', (talk: Talk) => talk.end()],
] as const) {
  test(`a connection that is cut in the middle by ${how} leaves no file`, async (t) => {
    const folder = folderOf(t, {})
    const spools = new Spools({ folder })
    const { port, messages } = await receiving(t, { spools, settings: { maxReceiving: 5_000_000 } })
    const talk = await Talk.open(port)
    await talk.envelope('echo@localhost')
    await talk.say('DATA')
    talk.write(LARGE.slice(0, 3_000_000))
    await until(async () => spools.onDisk > 0)
    t.is(filesOf(folder).length, 1)
    cut(talk)
    await until(async () => spools.onDisk === 0 && filesOf(folder).length === 0)
    // It counts no longer for what may be received.
    const next = await Talk.open(port)
    t.teardown(() => next.close())
    t.regex(await next.deliver(LARGE), /^250/)
    t.is(messages.length, 1)
  })
}

test('a full spool has a mail come again, and takes it once there is room', async (t) => {
  const folder = folderOf(t, {})
  const spools = new Spools({ folder, maxOnDisk: 8_000_000 })
  const { port, messages } = await receiving(t, { spools })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const other = spools.open()
  other.reserve(6_000_000)
  t.regex(await talk.deliver(LARGE), /^451 4\.3\.0 not now, try again later/)
  // There is room for it as it comes, and none for what is in it.
  other.reserve(0)
  await other.close()
  const more = spools.open()
  more.reserve(3_000_000)
  t.regex(await talk.deliver(LARGE), /^451 4\.3\.0/)
  await more.close()
  t.is(spools.onDisk, 0)
  t.regex(await talk.deliver(LARGE), /^250/)
  t.is(messages.length, 1)
})

test('a folder that cannot be written to has a mail come again, and the log says why', async (t) => {
  const spools = new Spools({ folder: join(folderOf(t, {}), 'missing') })
  const { port, log, messages } = await receiving(t, { spools })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(LARGE), /^451 4\.3\.0/)
  t.true(log.some(({ msg, level }) => msg === 'a mail cannot be kept' && level === 'error'))
  // Small ones need no file.
  t.regex(await talk.deliver(mailOf(soap11(ADD))), /^250/)
  t.is(messages.length, 1)
})

test('a file that is not in its encoding is refused for good, and leaves nothing in the spool', async (t) => {
  const folder = folderOf(t, {})
  const spools = new Spools({ folder })
  const quarantineFolder = folderOf(t, {})
  const quarantine = { mails: 10, bytes: 1_000_000, age: 60_000 }
  const { port, messages } = await receiving(t, {
    spools,
    settings: { quarantineFolder, quarantine },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const wrong = mailWith(`${lines(BYTES)}\r\n*AAA`)
  t.regex(await talk.deliver(wrong), /^554 5\.6\.0 not in the transfer encoding it names/)
  t.is(readdirSync(quarantineFolder).filter((name) => name.endsWith('.eml')).length, 1)
  t.deepEqual(messages, [])
  await until(async () => spools.onDisk === 0 && filesOf(folder).length === 0)
})
