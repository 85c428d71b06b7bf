/** Secures the messages of a sender: seals requests, and opens answers before anybody gets them. */
import { createSecretKey, type X509Certificate } from 'node:crypto'
import { Slices } from '../base/slices.js'
import { wallTime } from '../base/time.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import type { OwnKey, SigningKey, Trust } from '../security/keys.js'
import { isSecurityBlock, opening } from '../security/open.js'
import { partsNamed } from '../security/part-names.js'
import type { Prepared } from '../security/prepare.js'
import { type PartName, type Sealed, sealing } from '../security/seal.js'
import { sealedBy } from '../security/sealed-by.js'
import { markingUnsigned } from '../security/signed-scopes.js'
import { checkAlgorithms, type Suite, suiteNamed } from '../security/suite.js'
import { tiedOf } from '../security/tied.js'
import { trustIn } from '../security/trust/certificates.js'
import { isCovered, type Tied, type Verdict } from '../security/verdict.js'
import { oaepFor } from '../security/weak.js'
import { isForNode } from '../soap/actors.js'
import { DEFAULT_ENVELOPE_LIMITS, type Envelope, readEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { actorOf, readHeaderBlock } from '../soap/header-block.js'
import { SoapVersions } from '../soap/version.js'
import { DEFAULT_XML_LIMITS } from '../xml/limits.js'
import type { XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { atOnce } from '../xml/walk.js'
import { refuseContradictions } from './check-security.js'
import { certificatesIn, list, ownKey, usable } from './pem-keys.js'
import type { SecurityOptions } from './security-options.js'

/** Default of `clockSkew`, and how long a request counts. */
const FIVE_MINUTES = 300_000
const VERSIONS = new SoapVersions()
const LIMITS = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS }
/** An answer is for whoever asked, and for no other actor. */
const NO_ACTORS: ReadonlySet<string> = new Set()

export class ClientSecurity {
  readonly #options: SecurityOptions
  readonly #own: OwnKey | undefined
  readonly #key: SigningKey | undefined
  readonly #to: X509Certificate | undefined
  readonly #trust: Trust
  readonly #suite: Suite | undefined
  readonly #now: () => number
  readonly #slices = new Slices()

  /**
   * @param now  milliseconds since 1970. Default: the system's clock
   * @throws TypeError for a key or certificate that cannot be used
   */
  constructor(options: SecurityOptions, now: () => number = wallTime) {
    const { key, sharedKey, encryptTo, trust = '', allow } = options
    refuseContradictions(options)
    this.#options = options
    this.#suite = suiteNamed(options.suite)
    this.#now = now
    this.#own = key && ownKey(key.key, key.certificate)
    const shared = sharedKey && createSecretKey(sharedKey.key)
    this.#key =
      sharedKey && shared
        ? { kind: 'mac', key: shared, name: sharedKey.name }
        : this.#own && { kind: 'signature', own: this.#own, algorithm: key?.algorithm }
    this.#to = encryptTo === undefined ? undefined : certificatesIn(encryptTo)[0]
    this.#trust = usable('trust', () =>
      trustIn([
        { name: sharedKey?.name ?? 'peer', certificates: list(trust), sharedKey: shared, allow },
      ]),
    )
  }

  /** True if it writes what everybody on the way could use: a password as text. */
  get needsProtection(): boolean {
    return this.#options.user?.form === 'text'
  }

  /** @throws TypeError for what cannot be sealed so, such as a text that is no envelope */
  seal(text: string, whole: Partial<Omit<Prepared, 'packed'>> = {}): Sealed {
    try {
      return this.#seal(text, whole)
    } catch (cause) {
      if (!(cause instanceof SoapFault || cause instanceof Unreadable)) throw cause
      throw new TypeError(`only an envelope is sealed: ${cause.message}`, { cause })
    }
  }

  /** What it encrypts. */
  get encrypts(): readonly PartName[] {
    return this.#to ? (this.#options.encrypt ?? ['Body']) : []
  }

  #seal(text: string, { inclusions, encrypt }: Partial<Omit<Prepared, 'packed'>>): Sealed {
    const { form = 'wss', reference = 'token', order, user } = this.#options
    const { timestamp = FIVE_MINUTES, key, sharedKey } = this.#options
    const dated = form === 'wss' && timestamp !== false
    const parts: readonly PartName[] = [...(dated ? ['Timestamp'] : []), 'Body', 'Addressing']
    return atOnce(
      sealing(text, {
        form,
        sign: this.#key ? (this.#options.sign ?? parts) : [],
        encrypt: encrypt ?? this.encrypts,
        inclusions,
        key: this.#key,
        order,
        to: this.#to,
        reference,
        ...sealedBy(
          { cipher: undefined, algorithm: key?.algorithm, mac: sharedKey !== undefined },
          {
            suite: this.#suite,
            requested: undefined,
            to: this.#to,
            oaep: oaepFor((one) => this.#trust.allows(one, undefined)),
          },
        ),
        timestamp: dated ? timestamp : undefined,
        user: user && { name: user.name, password: user.password, form: user.form ?? 'digest' },
        at: this.#now(),
        versions: VERSIONS,
      }),
    )
  }

  /**
   * @param along  what came along with it
   * @param sent   values of the request's signatures
   * @throws SecurityFailure
   */
  async open(
    envelope: Envelope,
    along: AlongAnswer,
    sent: readonly string[],
  ): Promise<OpenedAnswer> {
    const { version } = envelope
    const blocks = envelope.blocks
      .filter((block) => isForNode(actorOf(block, version), version, NO_ACTORS, true))
      .map((block) => readHeaderBlock(block, version))
      .filter(isSecurityBlock)
    const { signal } = new AbortController()
    const opened = await this.#slices.run(
      opening({
        envelope,
        blocks,
        trust: this.#trust,
        weak: new Set(this.#suite?.weak),
        keys: this.#own ? [this.#own] : [],
        at: this.#now(),
        clockSkew: this.#options.clockSkew ?? FIVE_MINUTES,
        fresh: true,
        ...along,
        secure: false,
        strict: true,
        versions: VERSIONS,
        limits: LIMITS,
      }),
      signal,
    )
    if (this.#suite) checkAlgorithms([{ suite: this.#suite.name }], opened.verdict, this.#trust)
    // All whose certificates are trusted are one peer here.
    const [signature] = opened.verdict.signatures
    const [most, ...others] = tiedOf(opened.verdict, signature?.peer, opened.envelope)
    const held = (verdict: Tied): OpenedAnswer => {
      const answer = { envelope: opened.envelope, verdict, spent: opened.spent }
      return { ...answer, lack: this.#lackOf(answer, sent) }
    }
    const tried = held(most)
    const taken = [tried, ...others.map(held)].find(({ lack }) => lack === undefined) ?? tried
    return { ...taken, envelope: marked(taken) }
  }

  /** What an answer must have, and has not. */
  #lackOf(
    { envelope, verdict }: Pick<OpenedAnswer, 'envelope' | 'verdict'>,
    sent: readonly string[],
  ): string | undefined {
    const { trust, sharedKey, signed = ['Body'] } = this.#options
    const { confirmed, signatures, apart } = verdict
    // WSS 1.1 §8.5.2: confirmations are of all signatures that the request had.
    const requested = this.#options.confirmed || confirmed.length > 0
    if (requested && !sent.every((value) => confirmed.includes(value))) {
      return 'it does not confirm this request'
    }
    if (trust === undefined && sharedKey === undefined) return undefined
    // Who shares a key may be sent back what was signed with it.
    const all = [...signatures, ...apart]
    if (all.some(({ value }) => sent.includes(value))) return 'it is the request itself'
    if (signatures.length === 0) return 'nobody who is trusted has signed it'
    const covered = (part: XmlElement) => isCovered(verdict, part)
    const missing = signed.find((name) => !partsOf(name, envelope, verdict).every(covered))
    return missing === undefined ? undefined : `${missing} is not signed`
  }
}

/** In what is signed, nobody takes a prefix in a value for something that is not. */
function marked({ envelope, verdict }: Pick<OpenedAnswer, 'envelope' | 'verdict'>): Envelope {
  const root = atOnce(markingUnsigned(envelope.root, verdict.signatures))
  if (root === envelope.root) return envelope
  return readEnvelope(root, envelope.source, VERSIONS, LIMITS)
}

/** What comes along with the envelope of an answer. */
export interface AlongAnswer {
  /** Octets of what came beside it. */
  readonly beside: number
  /** What stands for text in it, loaded; undefined if nothing does. */
  readonly inclusions: Inclusions | undefined
  /** Loads what stands for text in what was decrypted. */
  readonly load: (inclusions: Inclusions) => Promise<void>
}

export interface OpenedAnswer {
  readonly envelope: Envelope
  readonly verdict: Tied
  /** Content-IDs of parts that stood for text of its security block, or for ciphertext. */
  readonly spent: ReadonlySet<string>
  /** Undefined if the answer is to be taken. */
  readonly lack: string | undefined
}

function partsOf(
  name: PartName,
  envelope: Envelope,
  { timestamp }: Verdict,
): readonly XmlElement[] {
  if (name === 'Timestamp') return timestamp ? [timestamp.element] : []
  return partsNamed([name], envelope, undefined)
}
