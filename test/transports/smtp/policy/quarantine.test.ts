/** The quarantine: refused mails are kept with the reason, never more of them than allowed. */
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { HeldBinary } from '../../../../src/xml/binary.js'
import { type Cause, Quarantine } from '../../../../transports/smtp/policy/quarantine.js'
import { folderOf } from '../../../support/folder.js'

const BOUNDS = { mails: 3, bytes: 100_000, age: 60_000 }
const CAUSE: Cause = {
  reply: '554 5.6.0 not a SOAP message',
  peer: '192.0.2.7',
  returnPath: 'a@b.example',
  recipients: ['echo@bus.example', 'calculator@bus.example'],
  admitted: true,
}
const TEXT = 'Subject: x\r\n\r\nHello\r\n'
const MAIL = new HeldBinary(Buffer.from(TEXT))
const NOW = Date.UTC(2026, 10, 21, 7, 8, 9)

const kept = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()

test('a mail is kept as it came, below the reason', async (t) => {
  const folder = join(folderOf(t, {}), 'refused')
  const file = await new Quarantine(folder, BOUNDS).keep(MAIL, CAUSE, NOW)
  t.regex(file ?? '', /\/refused\/2026-11-21T07-08-09-000Z-[0-9a-f]{8}\.eml$/)
  t.is(
    readFileSync(file ?? '', 'latin1'),
    `X-Waybill-Refused: 554 5.6.0 not a SOAP message\r\n` +
      `X-Waybill-Refused-At: 2026-11-21T07:08:09.000Z\r\nX-Waybill-Peer: 192.0.2.7\r\n` +
      `X-Waybill-Recipients: echo@bus.example, calculator@bus.example\r\n` +
      `X-Waybill-Bytes: ${MAIL.size}\r\nReturn-Path: <a@b.example>\r\n${TEXT}`,
  )
  t.is(statSync(file ?? '').mode & 0o777, 0o600)
})

test('no text of a peer becomes a header field of its own above the mail', async (t) => {
  const folder = folderOf(t, {})
  const returnPath = 'a@b>\r\nX-Forged: yes\u2028\u001b[31m'
  const file = await new Quarantine(folder, BOUNDS).keep(MAIL, { ...CAUSE, returnPath })
  const text = readFileSync(file ?? '', 'latin1')
  t.notRegex(text, /^X-Forged/m)
  t.false(text.includes('\u001b'))
})

test('the oldest mails are removed when new ones come, also after a restart', async (t) => {
  const folder = folderOf(t, {})
  const first = new Quarantine(folder, BOUNDS)
  const files: (string | undefined)[] = []
  for (let at = 0; at < 4; at += 1) files.push(await first.keep(MAIL, CAUSE, NOW + at))
  const names = () => kept(folder).map((name) => join(folder, name))
  t.deepEqual(names(), files.slice(1))
  for (const [at, file] of files.entries()) {
    if (at > 0) utimesSync(file ?? '', (NOW + at) / 1000, (NOW + at) / 1000)
  }
  files.push(await new Quarantine(folder, BOUNDS).keep(MAIL, CAUSE, NOW + 4))
  t.deepEqual(names(), files.slice(2))
})

test('many mails at once, and large ones, stay within the bounds', async (t) => {
  const folder = folderOf(t, {})
  const quarantine = new Quarantine(folder, { ...BOUNDS, mails: 5 })
  await Promise.all(Array.from({ length: 40 }, () => quarantine.keep(MAIL, CAUSE)))
  t.is(kept(folder).length, 5)
  const large = new HeldBinary(Buffer.alloc(60_000, 'x'))
  for (let at = 0; at < 3; at += 1) await quarantine.keep(large, CAUSE)
  const sizes = kept(folder).map((name) => statSync(join(folder, name)).size)
  t.deepEqual(sizes.length, 1)
  const huge = await quarantine.keep(new HeldBinary(Buffer.alloc(10_000_000, 'x')), CAUSE)
  t.is(statSync(huge ?? '').size, 100_000)
  t.is(kept(folder).length, 1)
})

test('mails that are too old are removed when the next one comes', async (t) => {
  const folder = folderOf(t, {})
  const quarantine = new Quarantine(folder, BOUNDS)
  await quarantine.keep(MAIL, CAUSE, NOW)
  await quarantine.keep(MAIL, CAUSE, NOW + 60_001)
  t.is(kept(folder).length, 1)
})

test('mail of unknown senders pushes out no mail of known ones', async (t) => {
  const folder = folderOf(t, {})
  const quarantine = new Quarantine(folder, BOUNDS)
  await quarantine.keep(MAIL, CAUSE)
  for (let at = 0; at < 10; at += 1) await quarantine.keep(MAIL, { ...CAUSE, admitted: false })
  t.is(kept(folder).length, 1)
  t.is(kept(join(folder, 'unknown-senders')).length, 3)
})

test('with a limit of 0 mails none is kept', async (t) => {
  const folder = folderOf(t, {})
  t.is(await new Quarantine(folder, { ...BOUNDS, mails: 0 }).keep(MAIL, CAUSE), undefined)
  t.deepEqual(readdirSync(folder), [])
})
