/** Honest messages with two signatures that are tied: over one Timestamp, or the second over the first. */
import { mark } from '../../nodes/marking.js'
import { block, people } from '../forge/letter.js'
import { signed } from '../forge/sign.js'
import {
  body,
  DS,
  existing,
  namespaceOfSoap,
  reference,
  timestamp,
  token,
  tokenReference,
  toToken,
} from '../forge/texts.js'
import type { Issued } from '../issue.js'
import type { Sender } from './files.js'
import type { Letter, Soap } from './letters.js'

export type Handmade = 'tied' | 'endorsed'

export async function handmade(
  kind: Handmade,
  sender: Sender,
  soap: Soap,
  count: number,
): Promise<readonly Letter[]> {
  const all = await people()
  const signer = sender === 'gate' ? all.neighbour : all.bob
  const kit = { ...all, soap, form: 'wss', at: Date.now() } as const
  return Array.from({ length: count }, (_, n): Letter => {
    const name = `${sender}-${kind}-${n}`
    const at = kit.at - n * 1_000
    const content = body(soap, mark(`body of ${name}`), 'Body')
    const reported = existing(`block of ${name}`, 'Known')
    const time = timestamp(at)
    const own = token(signer.certificate.raw)
    const first = signedBy(signer, [reference('#Body', content), reference('#Time', time)])
    const named = first.replace(`xmlns:ds="${DS}"`, `xmlns:ds="${DS}" Id="First"`)
    const tie = kind === 'tied' ? reference('#Time', time) : reference('#First', canonical(named))
    const second = signedBy(signer, [reference('#Known', reported), tie])
    const security = block(kit, ' s:mustUnderstand="1"', own + time + named + second)
    const text =
      `<s:Envelope xmlns:s="${namespaceOfSoap(soap)}"><s:Header>${security}${reported}</s:Header>` +
      `${content}</s:Envelope>`
    return { kind, soap, text, parts: [] }
  })
}

const signedBy = ({ key }: Issued, references: readonly string[]) =>
  signed(references, key, tokenReference(toToken()))

/** Exclusive canonical form says a declaration once, where it is used first. */
function canonical(text: string): string {
  const declared = new Set<string>()
  return text.replace(/ xmlns:\w+="[^"]*"/g, (declaration) => {
    if (declared.has(declaration)) return ''
    declared.add(declaration)
    return declaration
  })
}
