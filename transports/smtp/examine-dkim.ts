/** Looks whether the public key in DNS belongs to the private key that mail is signed by. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  type DnsQuestions,
  error,
  type Finding,
  note,
  ok,
  privateKey,
  WaybillError,
  warning,
} from '#transport'
import { texts, unanswered } from './examine-dns.js'

const KEY = 'smtp.relay.dkim'

interface Dkim {
  readonly domain: string
  readonly selector: string
  /** File with the private key. */
  readonly key: string
}

/** @param sends  whether this node sends mail at all */
export async function examineDkim(
  dkim: Dkim | undefined,
  sends: boolean,
  dns: DnsQuestions,
): Promise<readonly Finding[]> {
  if (!sends) return []
  if (!dkim) {
    return [
      note(KEY, 'this node does not sign its mail', 'let the relay sign it, or configure dkim'),
    ]
  }
  const own = publicKeyIn(dkim.key)
  if (own instanceof WaybillError) return [error(`${KEY}.key`, own.message, own.hint)]
  const name = `${dkim.selector}._domainkey.${dkim.domain}`
  const records = await texts(dns, name, /\bp=/)
  return typeof records === 'string'
    ? [unanswered(KEY, name, records)]
    : examineRecords(records, name, dkim.key, own)
}

function examineRecords(
  records: readonly string[],
  name: string,
  file: string,
  own: KeyObject,
): readonly Finding[] {
  const remedy = `publish ${name}. TXT "v=DKIM1; k=rsa; p=${keyText(own)}"`
  const wrong = (what: string) => [error(KEY, `${name} ${what}, and mail is signed by it`, remedy)]
  const [record, ...more] = records
  if (record === undefined) return wrong('is not published')
  // RFC 6376 §3.6.2.2: "TXT RRs MUST be unique for a particular selector name; that is, if there are multiple
  // records in an RRset, the results are undefined."
  if (more.length > 0) return [error(KEY, `${name} has ${records.length} records`, remedy)]
  const tags = tagsOf(record)
  const published = tags.get('p') ?? ''
  if (published === '') return wrong('is revoked')
  const found = publicKeyOf(published)
  if (!found) return wrong('holds no RSA key')
  if (!found.equals(own)) {
    const sentence = `the key ${name} in DNS does not belong to ${file}: receivers treat mail as forged`
    return [error(KEY, sentence, remedy)]
  }
  const isTried = tags.get('t')?.split(':').includes('y')
  return [
    ok(KEY, `the key ${name} in DNS belongs to ${file}`),
    ...(isTried
      ? [
          warning(
            KEY,
            `${name} says that it is being tried (t=y): receivers treat mail as unsigned`,
            'take t=y out of the record',
          ),
        ]
      : []),
  ]
}

/** RFC 6376 §3.2: name=value, between semicolons; white space in a value does not count here. */
function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replace(/\s/g, '')] as const
    }),
  )
}

/** @returns the error for a key that cannot be used */
function publicKeyIn(file: string): KeyObject | WaybillError {
  try {
    return createPublicKey(privateKey({ file, key: `${KEY}.key` }, 'rsa'))
  } catch (thrown) {
    if (thrown instanceof WaybillError) return thrown
    throw thrown
  }
}

/** RFC 6376 §3.6.1 asks for RSAPublicKey, its erratum 3017 and what all publish for SubjectPublicKeyInfo. */
function publicKeyOf(text: string): KeyObject | undefined {
  const key = Buffer.from(text, 'base64')
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type })
    } catch {
      // Then it is of the other type, or no key.
    }
  }
  return undefined
}

function keyText(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
