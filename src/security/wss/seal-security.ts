/** Seals a message with a wsse:Security block: tokens, a signature over parts, and ciphertexts of parts, in either order. */
import { insertBlocks } from '../../message/way/block.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import { type Cut, inOrder, splice } from '../../xml/splice.js'
import { attribute, childElements, inScope, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { writeElement } from '../../xml/write.js'
import { giveIds } from '../give-ids.js'
import { WSSE, WSSE11, WSU } from '../names.js'
import { partId, partsNamed } from '../part-names.js'
import { putBehind } from '../position-of-text.js'
import { type PartName, readingSealed, type Sealed, type Sealing } from '../sealing.js'
import { signingParts } from '../sign-parts.js'
import { ds } from '../x509-data.js'
import { ciphertextsIn, encryptingParts, replacedParts } from './encrypt-parts.js'
import { referenceTo, referenceToToken, wsse } from './write-reference.js'
import { binaryToken, signatureConfirmation, timestampOf, usernameToken } from './write-tokens.js'

/** @throws TypeError */
export function* sealingSecurity(first: Envelope, sealing: Sealing): Walk<Sealed> {
  const { tokens, keyInfo } = tokensFor(first, sealing)
  const begun = yield* readingSealed(
    splice(first.source, inOrder(begin(first, tokens, sealing))),
    sealing,
  )
  const steps = { sealing, keyInfo, tokens: tokens.length }
  return yield* encryptsFirst(sealing) ? encryptingFirst(begun, steps) : signingFirst(begun, steps)
}

/** What both orders need. */
interface SealingSteps {
  readonly sealing: Sealing
  /** Of the signature. */
  readonly keyInfo: string
  /** How many elements of the block were written here. */
  readonly tokens: number
}

function encryptsFirst({ order, sign, encrypt }: Sealing): boolean {
  return order === 'encrypt-first' && sign.length > 0 && encrypt.length > 0
}

/** WSS 1.1 §5: what was done last stands first, as it is undone first. */
function* signingFirst(begun: Envelope, { sealing, keyInfo, tokens }: SealingSteps): Walk<Sealed> {
  const parts = partsToSign(begun, sealing)
  const signed = yield* signingParts(parts, begun.source, { ...sealing, keyInfo })
  const text = signed ? withSignature(begun, sealing, tokens, signed.text) : begun.source
  const signatures = signed ? [signed.value] : []
  if (sealing.encrypt.length === 0) return { text, signatures }
  const envelope = yield* readingSealed(text, sealing)
  const encrypted = yield* encryptingParts(envelope, blockIn(envelope, sealing), sealing, 0)
  return { text: encrypted.text, signatures }
}

/** WS-SecurityPolicy 1.3 §6.3: the signature is over what was encrypted as it stands in the message. */
function* encryptingFirst(
  begun: Envelope,
  { sealing, keyInfo, tokens }: SealingSteps,
): Walk<Sealed> {
  if (sealing.encrypt.includes('Signature')) {
    throw new TypeError('a Signature cannot be encrypted before it is made')
  }
  const block = blockIn(begun, sealing)
  const replaced = replacedParts(begun, block, sealing)
  const written = childElements(block).slice(0, tokens)
  // A token that is encrypted stands behind the key that opens it.
  const behind = [...written, undefined].findIndex((one) => !one || replaced.includes(one))
  const { text, ids } = yield* encryptingParts(begun, block, sealing, behind)
  const hidden = partsNamed(namesToSign(sealing), begun, block).flatMap(
    (part) => ids.get(part) ?? [],
  )
  const hiding = (within: Envelope) => ciphertextsIn(within, blockIn(within, sealing), hidden)
  const encrypted = yield* readingSealed(text, sealing)
  const named = splice(text, inOrder(giveIds(hiding(encrypted), 'wss')))
  const envelope = named === text ? encrypted : yield* readingSealed(named, sealing)
  const parts = [...new Set([...partsToSign(envelope, sealing), ...hiding(envelope)])]
  const ordered = parts.toSorted((one, other) => one.start - other.start)
  const signed = yield* signingParts(ordered, named, { ...sealing, keyInfo })
  if (!signed) return { text: named, signatures: [] }
  return { text: withSignature(envelope, sealing, behind, signed.text), signatures: [signed.value] }
}

function withSignature(envelope: Envelope, sealing: Sealing, behind: number, text: string): string {
  const { source } = envelope
  return splice(source, [putBehind(blockIn(envelope, sealing), behind, source, text)])
}

/** The one of this actor: WSS 1.1 §5 allows no second. */
function existing({ blocks, version }: Envelope, { actor }: Sealing): XmlElement | undefined {
  return blocks.find(
    (block) => isNamed(block, WSSE, 'Security') && actorOf(block, version) === actor,
  )
}

function blockIn(envelope: Envelope, sealing: Sealing): XmlElement {
  const block = existing(envelope, sealing)
  if (!block) throw new TypeError('the security block that was written is not there')
  return block
}

function tokensFor(
  envelope: Envelope,
  { sign, key, reference, timestamp, user, confirm = [], at, ...rest }: Sealing,
): { readonly tokens: readonly XmlElement[]; readonly keyInfo: string } {
  const block = existing(envelope, { ...rest, sign, reference, at })
  // WSS 1.1 §10: at most one Timestamp; that of who sealed before stays.
  const dated = block && childElements(block).some((child) => isNamed(child, WSU, 'Timestamp'))
  const signs = sign.length > 0 ? key : undefined
  const own = signs?.kind === 'signature' ? signs.own : undefined
  const binary = own && reference === 'token' ? binaryToken(own) : undefined
  const tokens = [
    ...(timestamp === undefined || dated ? [] : [timestampOf(at, timestamp)]),
    ...(binary ? [binary.element] : []),
    ...(user ? [usernameToken(user, at)] : []),
    ...confirm.map(signatureConfirmation),
  ]
  if (signs?.kind === 'mac') return { tokens, keyInfo: writeElement(ds('KeyName', [signs.name])) }
  if (binary) return { tokens, keyInfo: writeElement(referenceToToken(binary.token)) }
  const refers = own && reference !== 'token'
  return { tokens, keyInfo: refers ? writeElement(referenceTo(own.certificate, reference)) : '' }
}

/** Writes the block with its tokens, and gives ids to what will be signed. */
function begin(
  envelope: Envelope,
  tokens: readonly XmlElement[],
  sealing: Sealing,
): readonly Cut[] {
  const block = existing(envelope, sealing)
  const inside = block ? childElements(block) : []
  // What gives way to its ciphertext is signed by the id of that.
  const hidden = encryptsFirst(sealing) ? replacedParts(envelope, block, sealing) : []
  const parts = partsNamed(sealing.sign, envelope, block).filter(
    (part) => !inside.includes(part) && !hidden.includes(part),
  )
  return [...giveIds(parts, 'wss'), block ? addTokens(block) : insertBlocks(envelope, [newBlock()])]

  // WSS 1.1 §5: elements "SHOULD be prepended" to those that are there.
  function addTokens(to: XmlElement): Cut {
    const bound = inScope(to.scope)
    const texts = tokens.map((token) => writeElement(token, undefined, bound))
    return putBehind(to, 0, envelope.source, texts.join(''))
  }

  function newBlock(): XmlElement {
    const { version, root } = envelope
    const soap = root.prefix || version.prefix
    const { namespace, actorAttribute } = version
    const mandatory = attribute(`{${namespace}}mustUnderstand`, '1', soap)
    const actor =
      sealing.actor === undefined
        ? []
        : [attribute(`{${namespace}}${actorAttribute}`, sealing.actor, soap)]
    const block = wsse('Security', [mandatory, ...actor], tokens)
    return {
      ...block,
      scope: { ...block.scope, declarations: [{ prefix: 'wsu', namespace: WSU }] },
    }
  }
}

function partsToSign(envelope: Envelope, sealing: Sealing): readonly XmlElement[] {
  // One that others have put into the block without an id cannot be referred to.
  return partsNamed(namesToSign(sealing), envelope, blockIn(envelope, sealing)).filter(
    (part) => partId(part) !== undefined,
  )
}

/** WSS 1.1 §8.5.2: SignatureConfirmation elements MUST be signed. */
function namesToSign({ sign, confirm }: Sealing): readonly PartName[] {
  const named = sign.filter((name) => name !== 'Signature')
  if (named.length === 0) return []
  return confirm?.length ? [...named, `{${WSSE11}}SignatureConfirmation`] : named
}
