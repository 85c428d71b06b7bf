/** Hostile SMTP dialogues of chance: commands in any order, broken mails, broken ends. */
import test from 'ava'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { mailPortOf } from '../support/nodes/chain-of-daemons.js'
import { mutate, type Random, randomDocument } from '../support/random.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { DIALOGUES, randomFor } from './run.js'
import { victim } from './victim.js'

const COMMANDS = [
  'EHLO a.example',
  'HELO a.example',
  'MAIL FROM:<a@partner.example>',
  'MAIL FROM:<>',
  'MAIL FROM:<a@partner.example> SIZE=999999999999',
  'RCPT TO:<echo@localhost>',
  'RCPT TO:<calculator+1@localhost>',
  'RCPT TO:<postmaster@localhost>',
  'RCPT TO:<x@elsewhere.example>',
  'RSET',
  'NOOP',
  'VRFY a',
  'EXPN a',
  'AUTH PLAIN AAAA',
  'STARTTLS',
  'BDAT 5 LAST',
  'HELP',
  '',
]

const HEADERS = [
  'From',
  'Reply-To',
  'Message-ID',
  'In-Reply-To',
  'SOAPAction',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'Received',
]

function word(random: Random): string {
  return random.pick([
    'a@partner.example',
    '<a@b>',
    ' '.repeat(random.below(5000)),
    '"'.repeat(random.below(200)),
    '('.repeat(random.below(2000)),
    '=?utf-8?B?4pi?=',
    'multipart/mixed; boundary=b',
    'text/xml; charset=x',
    'base64',
    'g:a@b,c@d;',
    '\u00ff\u0000',
  ])
}

function mail(random: Random): string {
  const envelope = random.chance(0.5) ? soap11(ADD) : randomDocument(random)
  const headers: Record<string, string> = { To: 'echo@localhost' }
  for (const name of random.many(4, () => random.pick(HEADERS))) headers[name] = word(random)
  const text = mailOf(random.chance(0.5) ? mutate(envelope, random) : envelope, headers)
  return random.chance(0.5) ? mutate(text, random) : text
}

async function dialogue(port: number, random: Random): Promise<string> {
  const talk = await Talk.open(port, `127.0.0.${2 + random.below(200)}`)
  let last = ''
  if (random.chance(0.6)) {
    last = await talk.deliver(mail(random), random.pick(['echo@localhost', 'calculator@localhost']))
  } else {
    for (let count = random.below(12); count > 0; count -= 1) {
      const command = random.pick(COMMANDS)
      const text = random.chance(0.2) ? mutate(command, random).replace(/[\r\n]/g, '') : command
      last = await talk.say(text)
      if (last === '') break
    }
    if (random.chance(0.3)) talk.write(`DATA\r\n${mail(random)}`)
  }
  const end = random.below(3)
  if (end === 0) talk.reset()
  else if (end === 1) await talk.say('QUIT')
  talk.close()
  return last.slice(0, 3) || 'closed'
}

test('hostile SMTP dialogues leave the node as it was', async (t) => {
  t.timeout(3_600_000)
  const { daemon, attacked } = await victim(t)
  const port = await mailPortOf(daemon)
  const random = randomFor(3)
  await attacked(DIALOGUES, 40, () => dialogue(port, random))
})
