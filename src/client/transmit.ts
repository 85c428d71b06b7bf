/** Sends one envelope of a sender, sealed as its options say, and waits for what comes back. */
import { Slices } from '../base/slices.js'
import { signalAfter } from '../base/time.js'
import { Attached } from '../message/answer-attachments.js'
import { DEFAULT_BOUNDS } from '../message/spool/index.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import type { Packing } from '../message/xop/packing.js'
import { activeTrace } from '../operate/tracing/trace-of.js'
import type { NewAttachment } from '../plugin.js'
import { type Packed, preparing } from '../security/prepare.js'
import type { Sealed } from '../security/seal.js'
import { SOAP_11, SOAP_12, SoapVersions, type VersionName } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import type { OutboundMessage } from '../transport.js'
import type { XmlElement } from '../xml/tree.js'
import type { Callers } from './callers.js'
import type { OpenSpools } from './open-spools.js'
import type { CallOptions, SenderOptions } from './options.js'
import { ClientSecurity } from './security.js'
import type { Transmitted } from './transmitted.js'

/** How one envelope is sent. */
export interface Transmission
  extends Pick<CallOptions, 'headers' | 'signal' | 'wait' | 'traceparent' | 'attachments'> {
  readonly soap: VersionName
  readonly action?: string | undefined
  /** Parts that stand for text in the content. Default: none do, and it is no XOP. */
  readonly packing?: Packing | undefined
}

/**
 * @param content  what stands in Body; or the text of a whole envelope
 * @throws Undeliverable
 * @throws TypeError for a URL that is none, for what cannot be written or sealed, and for a password as text that would
 *   not go over TLS
 */
export type Transmit = (
  to: URL | string,
  content: readonly XmlElement[] | string,
  options: Transmission,
) => Promise<Transmitted>

/** @throws TypeError for a key or certificate that cannot be used */
export function transmitting(
  callers: Callers,
  spools: OpenSpools,
  { timeout = 30_000, security }: SenderOptions,
): Transmit {
  const secured = security && new ClientSecurity(security)
  return async (to, content, { soap, action, headers = [], wait = true, ...options }) => {
    const { signal, traceparent, packing } = options
    if (action !== undefined && !/^[!#-~]*$/.test(action)) {
      throw new TypeError(`the action ${JSON.stringify(action)} is not a URI`)
    }
    if (typeof content === 'string' && headers.length > 0) {
      throw new TypeError('a whole envelope has its header blocks in it')
    }
    const url = new URL(to)
    if (secured?.needsProtection && !(await callers.protects(url))) {
      throw new TypeError(
        `security.user: a password as text is sent over TLS only, and ${url.protocol} is not protected so; give it the form digest, or an https: URL`,
      )
    }
    const text = envelopeText(content, headers, soap)
    const deadline = signalAfter(timeout)
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
    const packed = { body: text, ...besides(packing, options.attachments) }
    const { signatures, ...sealed } = secured
      ? await sealPacked(packed, secured, ends)
      : { ...packed, signatures: [] }
    const message = {
      ...sealed,
      soap,
      ...(action !== undefined && { action }),
      answerExpected: wait,
      trace: traceparent === undefined ? activeTrace() : { parent: traceparent },
    }
    const caller = await callers.to(url)
    const spool = spools.open()
    const answer = await spools.closingIfItFails(spool, () =>
      caller.send(message, url, ends, wait, spool),
    )
    const open: Transmitted['open'] =
      secured && ((envelope, along) => secured.open(envelope, along, signatures))
    return { to: url, answer, spool, open }
  }
}

function besides(
  packing: Packing | undefined,
  extra: readonly NewAttachment[] = [],
): Pick<OutboundMessage, 'attachments' | 'packaging'> {
  const attached = new Attached()
  for (const one of extra) attached.add(one)
  const attachments = [...(packing?.attachments ?? []), ...attached.all]
  if (packing?.mtom) return { attachments, packaging: 'xop' }
  return attachments.length > 0 ? { attachments, packaging: 'attachments' } : {}
}

function envelopeText(
  content: readonly XmlElement[] | string,
  headers: readonly XmlElement[],
  soap: VersionName,
): string {
  if (typeof content === 'string') return content
  const version = soap === '1.1' ? SOAP_11 : SOAP_12
  return writeEnvelope(version, headers, content)
}

const VERSIONS = new SoapVersions()

/** @throws TypeError for what cannot be sealed so, and for more bytes in parts than are loaded */
async function sealPacked(
  message: Packed,
  security: ClientSecurity,
  signal: AbortSignal,
): Promise<Packed & Pick<Sealed, 'signatures'>> {
  const options = { encrypt: security.encrypts, versions: VERSIONS }
  const { packed, ...whole } = await new Slices().run(preparing(message, options, load), signal)
  const { text, signatures } = security.seal(packed.body, whole)
  return { ...packed, body: text, signatures }
}

async function load({ waiting, size }: Inclusions): Promise<void> {
  const { maxInMemory } = DEFAULT_BOUNDS
  if (size > maxInMemory) throw new TypeError(`more than ${maxInMemory} bytes are to be sealed`)
  for (const one of waiting) await one.load((content) => content.bytes())
}
