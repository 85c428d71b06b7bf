/** Hostile messages of WS-Security get what the table in docs/security.md says, and cost no more than is said here. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { MessageSecurity } from '../../src/security/message-security.js'
import { WSSE } from '../../src/security/names.js'
import { PORTION } from '../../src/xml/walk.js'
import { ALGORITHMS } from '../support/hostile/wss/algorithms.js'
import { ENCRYPTION } from '../support/hostile/wss/encryption.js'
import { KEY_INFOS } from '../support/hostile/wss/key-info.js'
import { hostileSection, messageSecurity, openingAt } from '../support/hostile/wss/node.js'
import { REFERENCES } from '../support/hostile/wss/references.js'
import type { Row } from '../support/hostile/wss/row.js'
import { signed } from '../support/hostile/wss/row.js'
import { TOKENS } from '../support/hostile/wss/tokens.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { workOf } from '../support/security/counted.js'
import { honest, unharmed } from '../support/wire/hostile.js'
import { lureFile, lurePort } from '../support/wire/lures.js'
import { post, type RawAnswer, raw } from '../support/wire/raw.js'

const ROWS: ReadonlyMap<string, Row> = new Map(
  [REFERENCES, ALGORITHMS, KEY_INFOS, TOKENS, ENCRYPTION].flatMap(Object.entries),
)

/** Cells of the rows of the table: id, what comes, what it gets. */
const TABLE = readFileSync(
  fileURLToPath(new URL('../../../docs/security.md', import.meta.url)),
  'utf8',
)
  .split('\n')
  .filter((line) => /^\| W\d\d \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, id = '', what = '', answer = '']) => ({ id, what, answers: answer.split(', ') }))

let daemon: RunningDaemon
let security: MessageSecurity
const cleanups: (() => void)[] = []

test.before(async (t) => {
  const section = hostileSection({ teardown: (clean) => cleanups.push(clean) })
  security = messageSecurity(section)
  daemon = await startDaemon([`security=${JSON.stringify(section)}`])
  // To its working size: what an attack costs is told from what the first large messages cost anyway.
  const large = signed({}, [`<h:H xmlns:h="urn:h">${'x'.repeat(200_000)}</h:H>`])
  for (let count = 0; count < 20; count += 1) {
    await send(large)
    await honest(t, daemon)
  }
})
test.after.always(async () => {
  await daemon?.stop()
  for (const clean of cleanups) clean()
})

const send = (text: string) => raw(daemon.port, post(text, { path: '/soap/echo' }), { first: true })

test.serial('the table and the messages are about the same', (t) => {
  t.deepEqual(
    TABLE.map(({ id }) => id),
    [...ROWS.keys()],
  )
  t.true(TABLE.length >= 30)
})

test.serial('an honest message is served', async (t) => {
  const answer = await unharmed(t, daemon, () => send(signed()))
  t.is(answer.status, 200, answer.body)
})

/** What a stranger is told, whatever is wrong: to the letter, and without anything of the message. */
const fault = (code: string) =>
  '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>' +
  `${code}<faultstring>The message does not have the security that is asked for.</faultstring></soap:Fault></soap:Body></soap:Envelope>`
const REPORTED = {
  wss: fault(`<faultcode xmlns:code="${WSSE}">code:InvalidSecurity</faultcode>`),
  'soap-dsig': fault('<faultcode>soap:Client</faultcode>'),
}

function kindOf({ status, body }: RawAnswer, text: string): string {
  if (status === 200) return 'served'
  if (status === 500)
    return body === REPORTED[text.includes(WSSE) ? 'wss' : 'soap-dsig'] ? 'fault' : body
  return body === '' ? String(status) : body
}

for (const { id, what, answers } of TABLE) {
  test.serial(`${id}: ${what}`, async (t) => {
    const [port, file] = [await lurePort(t), lureFile(t)]
    const { messages, cost } = ROWS.get(id) ?? { messages: () => [] }
    const texts = messages([port.url, file.url])
    t.true(texts.length > 0)
    const seen = new Set<string>()
    for (const text of texts) {
      checkCost(t, text, cost)
      const answer = await unharmed(t, daemon, () => send(text))
      seen.add(kindOf(answer, text))
    }
    t.deepEqual([...seen].toSorted(), answers.toSorted())
    t.is(port.connections, 0)
    file.untouched()
  })
}

/** Work is counted, not measured: the same on every machine. */
function checkCost(t: ExecutionContext, text: string, cost: Row['cost'] = {}): void {
  const { failure, portions, ...work } = workOf(() => openingAt(security, text))
  const most = { privateOperations: 0, decipherings: 0, verifications: 0, certificates: 0, ...cost }
  const reason = failure instanceof Error ? failure.message : 'it was opened'
  for (const [kind, count] of Object.entries(work)) {
    const allowed = Object.entries(most).find(([name]) => name === kind)?.[1] ?? 0
    t.true(count <= allowed, `${count} ${kind}: ${reason}`)
  }
  // Reading, ids, base64, deciphering, reading again and canonical forms: each is linear.
  const bound = 40 + 12 * Math.ceil(text.length / PORTION)
  t.true(portions <= bound, `${portions} portions for ${text.length} characters: ${reason}`)
}
