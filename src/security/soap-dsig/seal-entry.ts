/** Seals a message with SOAP-SEC:Signature header entries. */
import { type Envelope, readingEnvelope } from '../../soap/envelope.js'
import { insertBlocks } from '../../way/block.js'
import { inOrder, splice } from '../../xml/splice.js'
import { attribute, element, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { writeElement } from '../../xml/write.js'
import { giveIds } from '../give-ids.js'
import { SOAP_SEC } from '../names.js'
import { partsNamed } from '../part-names.js'
import { putBehind } from '../place-of-text.js'
import type { Sealed, Sealing } from '../sealing.js'
import { signingParts } from '../sign-parts.js'
import { ds, x509Data } from '../x509-data.js'

/** @throws TypeError */
export function* sealingEntry(first: Envelope, given: Sealing): Walk<Sealed> {
  const { sign, encrypt, versions, limits } = given
  if (encrypt.length > 0) throw new TypeError('SOAP-DSIG does not encrypt')
  const ids = giveIds(partsNamed(sign, first, undefined), 'soap-dsig')
  const named = yield* readingEnvelope(splice(first.source, inOrder(ids)), versions, limits)
  const parts = partsNamed(sign, named, undefined)
  const { texts, values } = yield* signingParts(parts, { ...given, keyInfo: keyInfoFor(given) })
  let text = named.source
  for (const signature of texts) {
    // SOAP-DSIG §3.1: the ds:Signature is put into an entry, and that into Header.
    const envelope = yield* readingEnvelope(text, versions, limits)
    text = splice(text, [insertBlocks(envelope, [entryOf(envelope, given)])])
    const { blocks } = yield* readingEnvelope(text, versions, limits)
    const entry = blocks.at(-1)
    if (entry) text = splice(text, [putBehind(entry, 0, text, signature)])
  }
  return { text, signatures: values }
}

/** SOAP-DSIG §2.2: with the actor that verifies it, who must attempt to. */
function entryOf({ version, root }: Envelope, { actor }: Sealing): XmlElement {
  const { namespace, actorAttribute } = version
  const soap = root.prefix || version.prefix
  const mandatory = attribute(`{${namespace}}mustUnderstand`, '1', soap)
  const attributes =
    actor === undefined
      ? [mandatory]
      : [mandatory, attribute(`{${namespace}}${actorAttribute}`, actor, soap)]
  return element({ name: `{${SOAP_SEC}}Signature`, prefix: 'SOAP-SEC', attributes })
}

function keyInfoFor({ key, reference }: Sealing): string {
  if (!key) return ''
  if (key.kind === 'mac') return writeElement(ds('KeyName', [key.name]))
  const { certificate, chain } = key.own
  return writeElement(x509Data(reference, certificate, chain))
}
