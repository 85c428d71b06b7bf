/** Refused mails that are kept: each with its cause, never more of them than allowed. */
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type Cause, ParkedMails } from '../../../../transports/smtp/policy/quarantine.js'
import { folderOf } from '../../../support/folder.js'

const BOUNDS = { mails: 3, bytes: 100_000, age: 60_000 }
const CAUSE: Cause = {
  reply: '554 5.6.0 not a SOAP message',
  peer: '192.0.2.7',
  returnPath: 'a@b.example',
  recipients: ['echo@bus.example', 'calculator@bus.example'],
  known: true,
}
const MAIL = Buffer.from('Subject: x\r\n\r\nHello\r\n')
const NOW = Date.UTC(2026, 10, 21, 7, 8, 9)

const kept = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()

test('the mail is there as it came, below its cause', async (t) => {
  const folder = join(folderOf(t, {}), 'refused')
  const file = await new ParkedMails(folder, BOUNDS).keep(MAIL, CAUSE, NOW)
  t.regex(file ?? '', /\/refused\/2026-11-21T07-08-09-000Z-[0-9a-f]{8}\.eml$/)
  t.is(
    readFileSync(file ?? '', 'latin1'),
    `X-Waybill-Refused: 554 5.6.0 not a SOAP message\r\n` +
      `X-Waybill-Refused-At: 2026-11-21T07:08:09.000Z\r\nX-Waybill-Peer: 192.0.2.7\r\n` +
      `X-Waybill-Recipients: echo@bus.example, calculator@bus.example\r\n` +
      `X-Waybill-Bytes: ${MAIL.length}\r\nReturn-Path: <a@b.example>\r\n${MAIL}`,
  )
  t.is(statSync(file ?? '').mode & 0o777, 0o600)
})

test('nothing of a peer makes a line of its own above the mail', async (t) => {
  const folder = folderOf(t, {})
  const returnPath = 'a@b>\r\nX-Forged: yes\u2028\u001b[31m'
  const file = await new ParkedMails(folder, BOUNDS).keep(MAIL, { ...CAUSE, returnPath })
  const text = readFileSync(file ?? '', 'latin1')
  t.notRegex(text, /^X-Forged/m)
  t.false(text.includes('\u001b'))
})

test('the oldest go, one for each that comes, also after a restart', async (t) => {
  const folder = folderOf(t, {})
  const first = new ParkedMails(folder, BOUNDS)
  const files: (string | undefined)[] = []
  for (let at = 0; at < 4; at += 1) files.push(await first.keep(MAIL, CAUSE, NOW + at))
  const names = () => kept(folder).map((name) => join(folder, name))
  t.deepEqual(names(), files.slice(1))
  for (const [at, file] of files.entries()) {
    if (at > 0) utimesSync(file ?? '', (NOW + at) / 1000, (NOW + at) / 1000)
  }
  files.push(await new ParkedMails(folder, BOUNDS).keep(MAIL, CAUSE, NOW + 4))
  t.deepEqual(names(), files.slice(2))
})

test('many at once are no more than allowed, and so are large ones', async (t) => {
  const folder = folderOf(t, {})
  const parked = new ParkedMails(folder, { ...BOUNDS, mails: 5 })
  await Promise.all(Array.from({ length: 40 }, () => parked.keep(MAIL, CAUSE)))
  t.is(kept(folder).length, 5)
  const large = Buffer.alloc(60_000, 'x')
  for (let at = 0; at < 3; at += 1) await parked.keep(large, CAUSE)
  const sizes = kept(folder).map((name) => statSync(join(folder, name)).size)
  t.deepEqual(sizes.length, 1)
  const huge = await parked.keep(Buffer.alloc(10_000_000, 'x'), CAUSE)
  t.is(statSync(huge ?? '').size, 100_000)
  t.is(kept(folder).length, 1)
})

test('what is old goes with the next one that comes', async (t) => {
  const folder = folderOf(t, {})
  const parked = new ParkedMails(folder, BOUNDS)
  await parked.keep(MAIL, CAUSE, NOW)
  await parked.keep(MAIL, CAUSE, NOW + 60_001)
  t.is(kept(folder).length, 1)
})

test('strangers push out strangers only', async (t) => {
  const folder = folderOf(t, {})
  const parked = new ParkedMails(folder, BOUNDS)
  await parked.keep(MAIL, CAUSE)
  for (let at = 0; at < 10; at += 1) await parked.keep(MAIL, { ...CAUSE, known: false })
  t.is(kept(folder).length, 1)
  t.is(kept(join(folder, 'strangers')).length, 3)
})

test('none are kept where none shall be', async (t) => {
  const folder = folderOf(t, {})
  t.is(await new ParkedMails(folder, { ...BOUNDS, mails: 0 }).keep(MAIL, CAUSE), undefined)
  t.deepEqual(readdirSync(folder), [])
})
