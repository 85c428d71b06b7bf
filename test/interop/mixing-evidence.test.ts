/** Mixed and mutated messages under non-repudiation: the chain is whole after all of them, and holds what was served, checked by others. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { LONG } from '../support/long.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { Random } from '../support/random.js'
import { sealed } from '../support/security/blocks.js'
import { certificateFiles } from '../support/security/certificates.js'
import type { Letter } from '../support/security/mixing/letters.js'
import { MIXTURES, mixed } from '../support/security/mixing/mixtures.js'
import { MUTATIONS, mutated } from '../support/security/mixing/mutations.js'
import { soap11 } from '../support/wire/envelopes.js'
import { check, sendAs, settingsOf } from './contracts.js'

/** Of each class; the long form makes 5,000 of all classes together. */
const EACH = LONG ? 250 : 10
/** Exchanges that are exported, and checked by the script of docs/evidence.md. */
const EXPORTED = LONG ? 30 : 4
const HONEST = 30

const letterOf = (n: number): Letter => {
  const add = `<c:Add xmlns:c="urn:example:calculator"><c:a>${1_000 * n}</c:a><c:b>7</c:b></c:Add>`
  const sign = ['Body', 'Timestamp']
  const { text } = sealed(soap11(add), { at: Date.now() - n, sign, timestamp: 3_600_000 })
  return { kind: 'parts', soap: '1.1', text, parts: [] }
}

/** Digests of a message that was served, and of its answer. */
interface Served {
  readonly sent: string
  readonly answer: string
}

/** What `waybill evidence ls` tells of a line of the chain. */
interface Entry {
  readonly direction: 'received' | 'sent'
  readonly exchange: string
  readonly sha256: string
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The result that an answer has; undefined for a fault. */
const resultOf = (answer: string) => />(\d+)<\/[\w:]*result>/.exec(answer)?.[1]

test('no answer without its evidence, and the chain holds by itself, by openssl and by xmlsec1', async (t) => {
  t.timeout(3_600_000)
  const files = certificateFiles(t)
  const settings = settingsOf(files, join(folderOf(t, {}), 'state'))
  const node = await startDaemon(settings)
  t.teardown(() => node.stop())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const random = new Random(25)
  const letters = Array.from({ length: HONEST }, (_, n) => letterOf(n + 1))
  const sums = new Set(letters.map((_, n) => String(1_000 * (n + 1) + 7)))
  const served: Served[] = []
  const ends: Record<string, number> = {}
  const classes = [
    ...Object.entries(MIXTURES)
      .filter(([name]) => !/attachments|encrypted/.test(name))
      .map(([name, mix]) => [name, (base: Letter) => mixed(mix, letters, base, random)] as const),
    ...Object.entries(MUTATIONS).map(
      ([name, mutation]) => [name, (base: Letter) => mutated(mutation, base, random)] as const,
    ),
    ['not changed', (base: Letter) => base] as const,
  ]
  for (let n = 0; n < EACH * classes.length; n += 1) {
    const [name, make] = classes[n % classes.length] ?? ['none', (base: Letter) => base]
    const sent = make(random.pick(letters)).text
    const { status = 0, body } = await sendAs(node.url, files, 'rsa', sent, agent)
    const result = resultOf(body)
    ends[`${name}: ${status}`] = (ends[`${name}: ${status}`] ?? 0) + 1
    t.is(result !== undefined, status === 200, body)
    if (result === undefined) continue
    t.true(sums.has(result), `${name}: ${result}`)
    served.push({ sent: digestOf(sent), answer: digestOf(body) })
  }
  agent.destroy()
  t.log(ends)
  t.true(served.length > 0)
  await isWhole(t, settings, served)
  t.is(await node.stop(), 0)
  await isWhole(t, settings, served)
})

/** Octet for octet, what was answered and what was asked stand in the chain, in one exchange. */
async function isWhole(
  t: ExecutionContext,
  settings: readonly string[],
  served: readonly Served[],
): Promise<void> {
  const waybill = (...args: string[]) =>
    cli(['evidence', ...args, ...settings.flatMap((one) => ['--set', one])])
  const verified = await waybill('verify')
  t.is(verified.code, 0, `${verified.out}${verified.err}`)
  const listed = await waybill('ls', '--json')
  t.is(listed.code, 0, listed.err)
  const entries: readonly Entry[] = listed.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const { sent, answer } of served) {
    const answered = entries.filter((one) => one.direction === 'sent' && one.sha256 === answer)
    const exchanges = new Set(answered.map(({ exchange }) => exchange))
    t.true(entries.some((one) => one.sha256 === sent && exchanges.has(one.exchange)))
  }
  for (const exchange of new Set(entries.slice(-EXPORTED).map((one) => one.exchange))) {
    const to = join(folderOf(t, {}), 'export')
    const { code, err } = await waybill('export', exchange, '--to', to)
    t.is(code, 0, err)
    for (const name of readdirSync(to).filter((one) => one !== 'README.md')) {
      t.regex(check(t, join(to, name)), /ALL OK/)
    }
  }
}
