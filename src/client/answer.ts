/** What a sender of programs gets: the answer with its named results, or the error that describes another. */
import { urlIn } from '../base/url-in.js'
import { EXCHANGE_ID } from '../message/exchange-id.js'
import { DEFAULT_BOUNDS, type Spool } from '../message/spool/index.js'
import { Inclusions } from '../message/xop/inclusions.js'
import type { Values } from '../plugin.js'
import { SecurityFailure } from '../security/failure.js'
import { isCovered, UNSIGNED } from '../security/verdict.js'
import { acceptedIn } from '../soap/accepted-fault.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { readFault } from '../soap/read-fault.js'
import { SoapVersions } from '../soap/version.js'
import type { Acceptance, Attachment, EnvelopeMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import type { Include } from '../xml/open-elements.js'
import { UnsignedPrefix, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { FaultAnswer } from './fault-answer.js'
import type { OpenSpools } from './open-spools.js'
import type { Reading } from './read-results.js'
import type { AlongAnswer, OpenedAnswer } from './security.js'
import type { OpenAnswer, Transmitted } from './transmitted.js'
import { UnexpectedAnswer } from './unexpected-answer.js'

/** What came back from a call: a reply, or that the message was accepted. */
export interface Answer {
  /**
   * The results by name, the children of the body entry: typed as `Value` says with a schema, text
   * without. Empty for a message that was only accepted.
   */
  readonly values: Values
  /** False if the answer is that the message was accepted, and there is no reply yet, or never. */
  readonly replied: boolean
  /** Header blocks of the answer, in document order. */
  readonly headers: readonly XmlElement[]
  /** The body entry; undefined if there is none. */
  readonly entry: XmlElement | undefined
  /** Text of the envelope; empty without one. */
  readonly text: string
  /** What is known of a message that was only accepted; undefined with a reply. */
  readonly acceptance: Acceptance | undefined
  /** What came beside the envelope, in its order; to be read until `close`, or until the sender is closed. */
  readonly attachments: readonly Attachment[]
  /** Releases the attachments, and of values that are streams; needed only for what is large or many. */
  close(): Promise<void>
  /** True if a signature that was accepted covers a header block or the entry; see `SenderOptions.security`. */
  isSigned(element: XmlElement): boolean
}

const VERSIONS = new SoapVersions()
const NONE_SPENT: ReadonlySet<string> = new Set()
const NO_STATE = {
  values: {},
  replied: false,
  headers: [],
  entry: undefined,
  text: '',
  attachments: [],
  isSigned: () => false,
} as const

/**
 * @throws FaultAnswer
 * @throws UnexpectedAnswer
 */
export function readAnswer(
  transmitted: Transmitted,
  reading: Reading,
  spools: OpenSpools,
): Promise<Answer> {
  const { answer, spool } = transmitted
  const close = () => spools.close(spool)
  return spools.closingIfItFails(spool, async () => {
    if (answer?.kind !== 'envelope') {
      await close()
      return { ...NO_STATE, acceptance: answer, close }
    }
    const read = await readEnvelope(answer, transmitted, reading)
    if (answer.attachments.length === 0) await close()
    return { ...read, close }
  })
}

async function readEnvelope(
  answer: EnvelopeMessage,
  { to, spool, open: security }: Transmitted,
  reading: Reading,
): Promise<Omit<Answer, 'close'>> {
  const { packaging, attachments } = answer
  const xop = packaging === 'xop' ? new Inclusions(attachments) : undefined
  const opened = open(answer, xop?.include)
  if (xop && (security || !reading.streams)) await load(xop, spool, opened.source)
  const beside = attachments.reduce((sum, { content }) => sum + content.size, 0)
  const along = {
    beside,
    inclusions: xop,
    load: (decrypted: Inclusions) => load(decrypted, spool, opened.source),
  }
  const { envelope, verdict, spent } = security
    ? await secured(opened, along, security)
    : { envelope: opened, verdict: UNSIGNED, spent: NONE_SPENT }
  const text = envelope.source
  const fault = readFault(envelope)
  if (fault) {
    // It is no failure: the node has the message, as it has one that it accepts without an envelope.
    const exchange = acceptedIn(fault)
    if (exchange !== undefined) {
      return { ...NO_STATE, headers: envelope.blocks, text, acceptance: acceptanceOf(exchange, to) }
    }
    const declared = signedOnly(() => reading.fault?.(fault, envelope), text)
    throw new FaultAnswer(fault, text, envelope.blocks, declared)
  }
  const [entry] = envelope.entries
  return {
    values: signedOnly(() => reading.results(envelope), text),
    replied: true,
    headers: envelope.blocks,
    entry,
    text,
    attachments: attachments.filter(({ id }) => id === undefined || !spent.has(id)),
    acceptance: undefined,
    isSigned: (element) => isCovered(verdict, element),
  }
}

/** @param exchange  its id, or the address where its answer will be, as the node wrote it */
function acceptanceOf(exchange: string, to: URL): Acceptance {
  if (EXCHANGE_ID.test(exchange)) return { kind: 'accepted', exchange }
  const url = exchange === '' ? undefined : urlIn(exchange, to.href)
  if (!url) return { kind: 'accepted' }
  const { href, pathname } = url
  const id = pathname.slice(pathname.lastIndexOf('/') + 1)
  return { kind: 'accepted', exchange: EXCHANGE_ID.test(id) ? id : undefined, location: href }
}

/** @throws UnexpectedAnswer for values of a signed answer whose prefixes are not */
function signedOnly<Read>(read: () => Read, text: string): Read {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof UnsignedPrefix)) throw cause
    throw new UnexpectedAnswer(`the answer is not to be trusted: ${cause.message}`, text, { cause })
  }
}

/** What nobody has signed is told as such, and as nothing else. */
async function secured(
  envelope: Envelope,
  along: AlongAnswer,
  security: OpenAnswer,
): Promise<OpenedAnswer> {
  try {
    const opened = await security(envelope, along)
    if (opened.lack === undefined) return opened
    throw new SecurityFailure('FailedCheck', opened.lack)
  } catch (cause) {
    if (!(cause instanceof SecurityFailure || cause instanceof SoapFault)) throw cause
    const fault = readFault(envelope)
    const faultText = fault ? `; it is a fault, perhaps of somebody else: ${fault.reason}` : ''
    const sentence = `the answer is not to be trusted: ${cause.message}${faultText}`
    throw new UnexpectedAnswer(sentence, envelope.source, { cause })
  }
}

/** @throws UnexpectedAnswer for more bytes than are loaded into memory */
async function load({ waiting, size }: Inclusions, spool: Spool, text: string): Promise<void> {
  const { maxInMemory } = DEFAULT_BOUNDS
  if (size > maxInMemory) {
    const sentence = `the answer has more than ${maxInMemory} bytes of binary content; see values.binary`
    throw new UnexpectedAnswer(sentence, text)
  }
  for (const one of waiting) await one.load((content) => spool.load(content))
}

function open(answer: EnvelopeMessage, include: Include | undefined): Envelope {
  let text = ''
  try {
    text = decodeText(answer.body, answer.charset)
    return parseEnvelope(text, VERSIONS, undefined, include)
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SoapFault)) throw error
    throw new UnexpectedAnswer(`the answer is no SOAP envelope: ${error.message}`, text, {
      cause: error,
    })
  }
}
