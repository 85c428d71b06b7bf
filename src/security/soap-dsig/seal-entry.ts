/** Seals a message with SOAP-SEC:Signature header entries. */
import { insertBlocks } from '../../message/way/block.js'
import type { Envelope } from '../../soap/envelope.js'
import { inOrder, splice } from '../../xml/splice.js'
import { attribute, element, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { writeElement } from '../../xml/write.js'
import { giveIds } from '../give-ids.js'
import { SOAP_SEC } from '../names.js'
import { partsNamed } from '../part-names.js'
import { putBehind } from '../position-of-text.js'
import { readingSealed, type Sealed, type Sealing } from '../sealing.js'
import { signingParts } from '../sign-parts.js'
import { ds, x509Data } from '../x509-data.js'

/** @throws TypeError */
export function* sealingEntry(first: Envelope, sealing: Sealing): Walk<Sealed> {
  const { sign, encrypt } = sealing
  if (encrypt.length > 0) throw new TypeError('SOAP-DSIG does not encrypt')
  const ids = giveIds(partsNamed(sign, first, undefined), 'soap-dsig')
  const named = yield* readingSealed(splice(first.source, inOrder(ids)), sealing)
  const parts = partsNamed(sign, named, undefined)
  const { source } = named
  const signed = yield* signingParts(parts, source, { ...sealing, keyInfo: keyInfoFor(sealing) })
  if (!signed) return { text: source, signatures: [] }
  // SOAP-DSIG §3.1: the ds:Signature is put into an entry, and that into Header.
  const text = splice(source, [insertBlocks(named, [entryOf(named, sealing)])])
  const { blocks } = yield* readingSealed(text, sealing)
  const entry = blocks.at(-1)
  if (!entry) throw new TypeError('the entry that was written is not there')
  return {
    text: splice(text, [putBehind(entry, 0, text, signed.text)]),
    signatures: [signed.value],
  }
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
