/** Seals a message with a wsse:Security block: tokens, signatures over parts, then ciphertexts of parts. */
import { type Envelope, NO_LIMITS, readingEnvelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import { insertBlocks } from '../../way/block.js'
import { type Cut, inOrder, splice } from '../../xml/splice.js'
import { attribute, childElements, inScope, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { escapeAttribute, writeElement } from '../../xml/write.js'
import { type Encryption, encrypting } from '../encryption/encryption.js'
import { giveIds } from '../give-ids.js'
import { WSSE, WSSE11, WSU } from '../names.js'
import { partId, partsNamed } from '../part-names.js'
import { putBehind } from '../place-of-text.js'
import type { Sealed, Sealing } from '../sealing.js'
import { signingParts } from '../sign-parts.js'
import { ds } from '../x509-data.js'
import { referenceTo, referenceToRecipient, referenceToToken, wsse } from './write-reference.js'
import { binaryToken, signatureConfirmation, timestampOf, usernameToken } from './write-tokens.js'

/** @throws TypeError */
export function* sealingSecurity(first: Envelope, given: Sealing): Walk<Sealed> {
  const { tokens, keyInfo } = tokensFor(first, given)
  const begun = yield* reading(splice(first.source, inOrder(begin(first, tokens, given))), given)
  let text = begun.source
  const signed = yield* signingParts(partsToSign(begun, given), text, { ...given, keyInfo })
  if (signed) {
    const cut = putBehind(blockIn(begun, given), tokens.length, text, signed.text)
    text = splice(text, [cut])
  }
  if (given.encrypt.length > 0) text = yield* encryptingParts(yield* reading(text, given), given)
  return { text, signatures: signed ? [signed.value] : [] }
}

function reading(text: string, { versions }: Sealing): Walk<Envelope> {
  return readingEnvelope(text, versions, NO_LIMITS)
}

/** The one of this actor: WSS 1.1 §5 allows no second. */
function existing({ blocks, version }: Envelope, { actor }: Sealing): XmlElement | undefined {
  return blocks.find(
    (block) => isNamed(block, WSSE, 'Security') && actorOf(block, version) === actor,
  )
}

function blockIn(envelope: Envelope, given: Sealing): XmlElement {
  const block = existing(envelope, given)
  if (!block) throw new TypeError('the security block that was written is not there')
  return block
}

function tokensFor(
  envelope: Envelope,
  { sign, key, reference, timestamp, user, confirm = [], at, ...given }: Sealing,
): { readonly tokens: readonly XmlElement[]; readonly keyInfo: string } {
  const block = existing(envelope, { ...given, sign, reference, at })
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
function begin(envelope: Envelope, tokens: readonly XmlElement[], given: Sealing): readonly Cut[] {
  const block = existing(envelope, given)
  const inside = block ? childElements(block) : []
  const parts = partsNamed(given.sign, envelope, block).filter((part) => !inside.includes(part))
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
      given.actor === undefined
        ? []
        : [attribute(`{${namespace}}${actorAttribute}`, given.actor, soap)]
    const block = wsse('Security', [mandatory, ...actor], tokens)
    return {
      ...block,
      scope: { ...block.scope, declarations: [{ prefix: 'wsu', namespace: WSU }] },
    }
  }
}

/** WSS 1.1 §8.5.2: SignatureConfirmation elements MUST be signed. */
function partsToSign(envelope: Envelope, given: Sealing): readonly XmlElement[] {
  const block = blockIn(envelope, given)
  const named = given.sign.filter((name) => name !== 'Signature')
  if (named.length === 0) return []
  const confirmations = given.confirm?.length ? [`{${WSSE11}}SignatureConfirmation`] : []
  // One that others have put into the block without an id cannot be referred to.
  return partsNamed([...named, ...confirmations], envelope, block).filter(
    (part) => partId(part) !== undefined,
  )
}

function* encryptingParts(envelope: Envelope, given: Sealing): Walk<string> {
  const { to, cipher, oaep, encrypt, reference } = given
  if (!to) throw new TypeError('what is encrypted needs a certificate')
  const block = blockIn(envelope, given)
  const { source } = envelope
  const { body, entries, blocks } = envelope
  const parts = partsNamed(encrypt, envelope, block)
    // What is within Body is encrypted with it.
    .filter((part) => !(encrypt.includes('Body') && entries.includes(part)))
    .map((element): Encryption['parts'][number] => {
      if (element === body) return { element, type: 'content' }
      return { element, type: blocks.includes(element) ? 'header' : 'element' }
    })
  const { attached } = given
  const beside = attached?.encrypted ?? []
  if (parts.length === 0 && beside.length === 0) return source
  const { cuts, encryptedKey } = yield* encrypting({
    source,
    parts,
    to,
    cipher,
    oaep,
    secret: attached?.secret,
    beside,
    keyInfo: writeElement(referenceToRecipient(to, reference)),
    attributes: attributesOf(block, envelope),
  })
  // Before what takes the place of the block's first child.
  return splice(source, inOrder([putBehind(block, 0, source, encryptedKey), ...cuts]))
}

/** WSS 1.1 §9.4.3: an EncryptedHeader has the mustUnderstand, actor and relay of the security block. */
function attributesOf(block: XmlElement, { version }: Envelope): string {
  const { namespace, prefix, actorAttribute } = version
  const names = ['mustUnderstand', actorAttribute, 'relay']
  const copied = block.attributes
    .filter((one) => one.namespace === namespace && names.includes(one.local))
    .map(({ local, value }) => ` ${prefix}:${local}="${escapeAttribute(value)}"`)
  return [` xmlns:${prefix}="${escapeAttribute(namespace)}"`, ...copied].join('')
}
