/** Messages signed by WSS4J and by xmlsec1, mutated and mixed: each is served as what was sent, whole, or not at all. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { folderOf } from '../support/folder.js'
import { LONG } from '../support/long.js'
import { mark } from '../support/nodes/marking.js'
import { Random } from '../support/random.js'
import { block, people } from '../support/security/forge/letter.js'
import { signed } from '../support/security/forge/sign.js'
import {
  body,
  namespaceOfSoap,
  reference,
  timestamp,
  token,
  tokenReference,
  toToken,
  WSU,
} from '../support/security/forge/texts.js'
import { files, PASSWORD, type Sender } from '../support/security/mixing/files.js'
import type { Letter, Soap } from '../support/security/mixing/letters.js'
import { trial } from '../support/security/mixing/trial.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { run } from './foreign-client.js'
import { type Order, wssCall } from './wss4j.js'

const test = anyTest as TestFn
const secured = wssCall(test)
/** For each version of SOAP. */
const COUNT = LONG ? { mixed: 2_000, mutated: 25_000 } : { mixed: 650, mutated: 650 }

/** By kind, how WSS4J is to secure a message. */
const ORDERS = {
  parts: {},
  user: { password: PASSWORD },
  secret: { encrypt: 'issuer-serial' },
} as const satisfies Record<string, Order>

async function byWss4j(t: ExecutionContext, soap: Soap): Promise<readonly Letter[]> {
  const file = await files(t)
  const folder = folderOf(t, {})
  const letters: Letter[] = []
  for (const kind of ['parts', 'user', 'secret'] as const) {
    for (const [n, sender] of (['gate', 'gate', 'other'] as const).entries()) {
      const name = `${sender}-${kind}-${n}`
      const [message, out] = [join(folder, `${name}.in`), join(folder, `${name}.out`)]
      const entry = mark(`body of ${name}`)
      writeFileSync(message, soap === '1.1' ? soap11(entry) : soap12(entry))
      await secured({
        in: message,
        out,
        certificate: file(`${sender}.pem`),
        key: file(`${sender}.key`),
        peer: file('last.pem'),
        reference: 'token',
        timestamp: 3_600,
        ...ORDERS[kind],
        ...(kind === 'user' && { user: sender }),
      })
      letters.push({ kind, soap, text: bare(readFileSync(out, 'utf8')), parts: [] })
    }
  }
  return letters
}

/** What xmlsec1 fills in: digests, and the value of the signature. */
async function byXmlsec1(t: ExecutionContext, soap: Soap): Promise<readonly Letter[]> {
  const file = await files(t)
  const { neighbour, bob, ...others } = await people()
  const folder = folderOf(t, {})
  const senders: readonly Sender[] = ['gate', 'gate', 'gate', 'other']
  return Promise.all(
    senders.map(async (sender, n): Promise<Letter> => {
      const { certificate, key } = sender === 'gate' ? neighbour : bob
      const at = Date.now() - n * 1_000
      const content = body(soap, mark(`body of ${sender}-${n}`), 'Body')
      const time = timestamp(at, 'Time', 3_600_000)
      const references = [reference('#Body', content), reference('#Time', time)]
      const signature = signed(references, key, tokenReference(toToken())).replace(
        /(<ds:(?:DigestValue|SignatureValue)>)[^<]*/g,
        '$1',
      )
      const kit = { ...others, neighbour, bob, soap, form: 'wss', at } as const
      const own = token(certificate.raw) + time + signature
      const namespace = namespaceOfSoap(soap)
      const message = join(folder, `${n}.xml`)
      writeFileSync(
        message,
        `<s:Envelope xmlns:s="${namespace}"><s:Header>${block(kit, ' s:mustUnderstand="1"', own)}</s:Header>${content}</s:Envelope>`,
      )
      const ids = [`${namespace}:Body`, `${WSU}:Timestamp`].flatMap((one) => ['--id-attr:Id', one])
      const pem = ['--privkey-pem', file(`${sender}.key`)]
      await run('xmlsec1', ['--sign', ...pem, ...ids, '--output', message, message])
      return { kind: 'parts', soap, text: bare(readFileSync(message, 'utf8')), parts: [] }
    }),
  )
}

const bare = (text: string) => text.replace(/^<\?xml[^>]*\?>\s*/, '').trim()

for (const [part, soap] of (['1.1', '1.2'] as const).entries()) {
  for (const [name, written] of [
    ['WSS4J', byWss4j],
    ['xmlsec1', byXmlsec1],
  ] as const) {
    for (const how of ['mixed', 'mutated'] as const) {
      test(`SOAP ${soap}: ${COUNT[how]} messages by ${name}, ${how}`, async (t) => {
        t.timeout(3_600_000)
        const letters = await written(t, soap)
        const random = new Random(25 + part)
        // SHA-1 in OAEP is what WSS4J 1.6 knows.
        await trial(t, {
          letters,
          how,
          count: COUNT[how],
          random,
          allow: ['rsa-oaep-sha1', 'sha1'],
        })
      })
    }
  }
}
