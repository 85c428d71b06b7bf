/** Messages for a line of nodes, with a part and a security block for each node, all signed by alice. */
import { actorAt } from '../support/nodes/chain-of-daemons.js'
import { block, type Kit } from '../support/security/forge/letter.js'
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

export const CALCULATOR = 'urn:example:calculator'
export const LEDGER = 'urn:example:ledger'
const WAY = 'urn:test:way'

export interface OnItsWay {
  readonly kit: Kit
  /** Number of the last node, which is the ultimate receiver. */
  readonly last: number
  /** Text of the body entry. */
  readonly entry: string
  /** Nodes that have a security block of their own. */
  readonly signedFor: readonly number[]
  /** The key that signs. Default: alice’s. */
  readonly signer?: Kit['alice']
}

/** Every node has a part to do, which is signed where the node has a security block. */
export function onItsWay({ kit, last, entry, signedFor, signer = kit.alice }: OnItsWay): string {
  const nodes = Array.from({ length: last + 1 }, (_, index) => index)
  const content = body(kit.soap, entry, 'Body')
  const parts = nodes.map((index) => part(kit, index))
  const blocks = signedFor.map((index) => {
    const time = timestamp(kit.at, `Time-${index}`)
    const over = [
      reference('#Body', content),
      reference(`#Part-${index}`, parts[index] ?? ''),
      reference(`#Time-${index}`, time),
    ]
    const name = `Token-${index}`
    const own = signed(over, signer.key, tokenReference(toToken(name)))
    const actor = index === last ? '' : addressed(kit, index)
    const attributes = ` s:mustUnderstand="1"${actor}`
    return block(kit, attributes, token(signer.certificate.raw, name) + time + own)
  })
  return (
    `<s:Envelope xmlns:s="${namespaceOfSoap(kit.soap)}"><s:Header>${parts.join('')}${blocks.join('')}</s:Header>` +
    `${content}</s:Envelope>`
  )
}

function addressed({ soap }: Kit, index: number): string {
  return soap === '1.1' ? ` s:actor="${actorAt(index)}"` : ` s:role="${actorAt(index)}"`
}

/** Its own canonical form: attributes stand in the order of their names, `actor` before and `role` behind the other. */
function part(kit: Kit, index: number): string {
  const actor = addressed(kit, index)
  const must = ' s:mustUnderstand="1"'
  const attributes = kit.soap === '1.1' ? actor + must : must + actor
  return `<w:Part xmlns:s="${namespaceOfSoap(kit.soap)}" xmlns:w="${WAY}" xmlns:wsu="${WSU}" wsu:Id="Part-${index}"${attributes}>do</w:Part>`
}
