/** Finds out which domains have sent a mail, by SPF, DKIM and DMARC (RFC 7208, 6376, 7489). */
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { authenticate } from 'mailauth'
import { type Binary, within } from '#transport'
import type { Headers } from '#transport/mime'
import { randomId } from '#transport/time'

/** Looks DNS records up, as `node:dns/promises` does. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>

export interface Proof {
  /** In lower case. */
  readonly domains: readonly string[]
  /** False if DNS did not answer in time: there may be more. */
  readonly complete: boolean
}

/** What is known of a mail from its dialogue. */
export interface Origin {
  readonly address: string
  readonly greeting: string
  readonly returnPath: string
}

/** Signatures that are looked at; each costs a DNS query and a digest of the mail. */
const MAX_SIGNATURES = 5
/** Characters of one. The library looks for its value in time that grows with the square of them. */
const MAX_SIGNATURE_LENGTH = 8192
const NO_PROOF: Proof = { domains: [], complete: true }
const UNKNOWN: Proof = { domains: [], complete: false }

/** How DNS is asked. */
interface Lookups {
  readonly resolve: Resolve
  /** Milliseconds that it may take. */
  readonly timeout: number
}

/** Looks up by the resolvers of the system; every query ends by the deadline. */
export function systemResolve(milliseconds: number): Resolve {
  const timeout = Math.max(1, Math.floor(milliseconds / 3))
  const resolver = new Resolver({ timeout, tries: 2 })
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][]
}

/**
 * @param mail     is read again, where it is kept
 * @param headers  of the mail
 */
export async function prove(
  mail: Binary,
  headers: Headers,
  { address, greeting, returnPath }: Origin,
  { resolve, timeout }: Lookups,
): Promise<Proof> {
  const signatures = headers.all('dkim-signature')
  if (signatures.length > MAX_SIGNATURES) return NO_PROOF
  if (signatures.some((signature) => signature.length > MAX_SIGNATURE_LENGTH)) return NO_PROOF
  // It brings half a dozen libraries along, which most nodes never need.
  const mailauth = await import('mailauth')
  const bytes = Readable.from(signedLines(mail.stream()), { objectMode: false })
  const options = {
    ip: address,
    helo: greeting,
    sender: returnPath,
    mta: 'localhost',
    resolver: resolve,
    disableArc: true,
    disableBimi: true,
  }
  try {
    const authenticated = mailauth.authenticate(bytes, options)
    // The digest of a large mail takes its time; DNS is asked once the mail was read.
    await Promise.race([once(bytes, 'close'), authenticated])
    return proven(await within(timeout, () => authenticated))
  } catch {
    // It came too late; or the mail made the library stumble, which proves nothing.
    return UNKNOWN
  } finally {
    bytes.destroy()
  }
}

function proven({ spf, dkim, dmarc }: Awaited<ReturnType<typeof authenticate>>): Proof {
  const signatures = dkim?.results ?? []
  const domains = [
    spf && spf.status.result === 'pass' ? spf.domain : undefined,
    // A signature over the beginning of a mail leaves its end to anybody.
    ...signatures.map(({ status, signingDomain }) =>
      status.result === 'pass' && !status.underSized ? signingDomain : undefined,
    ),
    dmarc && dmarc.status.result === 'pass' ? dmarc.domain : undefined,
  ]
  const results = [spf, ...signatures, dmarc].map((row) => (row ? row.status.result : 'none'))
  return {
    domains: [...new Set(domains.flatMap((domain) => (domain ? [domain.toLowerCase()] : [])))],
    complete: !results.includes('temperror'),
  }
}

/** Bytes of a line: the library goes over what it has of one with each piece that comes. */
const MAX_LINE_BYTES = 1024 ** 2
/** Bytes of blanks and line breaks in a row: it keeps each blank line until another one follows. */
const MAX_BLANKS = 64 * 1024

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09

/**
 * No program writes longer ones. In place of the first of them, and of all behind it, stands something that nobody can
 * know: no signature covers that, and one that ends before it does not cover the whole mail.
 */
async function* signedLines(mail: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let line = 0
  let blanks = 0
  for await (const piece of mail) {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      line = byte === LF ? 0 : line + 1
      blanks = byte === SPACE || byte === LF || byte === CR || byte === TAB ? blanks + 1 : 0
      if (line <= MAX_LINE_BYTES && blanks <= MAX_BLANKS) continue
      yield piece.subarray(0, at)
      yield Buffer.from(randomId())
      return
    }
    yield piece
  }
}
