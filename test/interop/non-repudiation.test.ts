/** Non-repudiation end to end: a contract is made, exported, and checked by the script of docs/evidence.md alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { mailPortOf } from '../support/nodes/chain-of-daemons.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { textOfMail } from '../support/nodes/passage.js'
import { sealed } from '../support/security/blocks.js'
import { certificateFiles } from '../support/security/certificates.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { check, sendAs, settingsOf } from './contracts.js'

/** What is kept is the message and its answer; it is exported, and the script takes both. The node runs. */
async function isChecked(
  t: ExecutionContext,
  settings: readonly string[],
  sent: string,
  answered: string,
): Promise<void> {
  const waybill = (...args: string[]) =>
    cli(['evidence', ...args, ...settings.flatMap((one) => ['--set', one])])
  const listed = await waybill('ls', '--json')
  t.is(listed.code, 0, listed.err)
  const entries = listed.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual(
    entries.map(({ direction, policy }) => [direction, policy]),
    [
      ['received', 'contracts'],
      ['sent', 'contracts'],
    ],
  )
  t.like(entries[0].peer.tls.certificate, { subject: 'CN=rsa,O=Example,C=NL' })
  t.is(entries[0].exchange, entries[1].exchange)
  const whole = await waybill('verify')
  t.is(whole.code, 0, `${whole.out}${whole.err}`)
  const to = join(folderOf(t, {}), 'export')
  const { code, err } = await waybill('export', entries[0].exchange, '--to', to)
  t.is(code, 0, err)
  const [received = '', replied = ''] = readdirSync(to)
    .filter((name) => name !== 'README.md')
    .toSorted()
    .map((name) => join(to, name))
  // A mail ends with a line break.
  t.is(readFileSync(join(received, 'message.xml'), 'utf8').trimEnd(), sent)
  t.is(readFileSync(join(replied, 'message.xml'), 'utf8'), answered)
  t.regex(check(t, received), /ALL OK: 1 signatures/)
  t.regex(check(t, replied), /OK: signature 1 is by the node\nALL OK/)
}

test('over HTTP: what the bank has signed, and the answer, are checked by others; what has no both is not kept', async (t) => {
  const files = certificateFiles(t)
  const stateDir = join(folderOf(t, {}), 'state')
  const settings = settingsOf(files, stateDir)
  const node = await startDaemon(settings)
  const contract = () => sealed(soap11(ADD), { at: Date.now(), sign: ['Body'] }).text
  // Signed over a connection of nobody, signed over one of another subject, and not signed.
  for (const [client, body] of [
    [undefined, contract()],
    ['client', contract()],
    ['rsa', soap11(ADD)],
  ] as const) {
    t.is((await sendAs(node.url, files, client, body)).status, 500)
  }
  const sent = contract()
  const answer = await sendAs(node.url, files, 'rsa', sent)
  t.is(answer.status, 200, answer.body)
  t.regex(answer.body, />3</)
  await isChecked(t, settings, sent, answer.body)
  t.is(await node.stop(), 0)
})

test('over mail: by STARTTLS with a client certificate, and the answer is a mail of its own', async (t) => {
  const files = certificateFiles(t)
  const stateDir = join(folderOf(t, {}), 'state')
  const relay = await mailSink()
  t.teardown(() => relay.close())
  const settings = [
    ...settingsOf(files, stateDir),
    `smtp.tls.certificate=${files.certificate('server')}`,
    `smtp.tls.key=${files.key('server')}`,
    'smtp.tls.clientAuthentication=request',
    `smtp.tls.clientAuthority=${files.certificate('authority')}`,
    'smtp.senders=[{"certificates":["rsa"]}]',
    `smtp.relay.url=${relay.url}`,
    'smtp.relay.startTls=false',
    'smtp.relay.from=calculator@localhost',
    'replies.schemes=["mailto"]',
  ]
  const node = await startDaemon(settings)
  const talk = await Talk.open(await mailPortOf(node))
  await talk.say('EHLO bank.example')
  await talk.say('STARTTLS')
  await talk.startTls({
    cert: readFileSync(files.certificate('rsa')),
    key: readFileSync(files.key('rsa')),
    ca: readFileSync(files.certificate('authority')),
    servername: 'localhost',
  })
  const sent = sealed(soap11(ADD), { at: Date.now(), sign: ['Body'] }).text
  t.regex(await talk.deliver(mailOf(sent), 'calculator@localhost'), /^250/)
  talk.close()
  const { content } = await relay.mail(0)
  await isChecked(t, settings, sent, textOfMail(content.toString('latin1')).trimEnd())
  t.is(await node.stop(), 0)
})
