/** Seals a message of a sender with what goes along with it: of an XOP package what its parts stand for, too. */
import { Slices } from '../base/slices.js'
import { DEFAULT_BOUNDS } from '../message/spool/index.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import { type Packed, preparing } from '../security/prepare.js'
import type { Sealed } from '../security/seal.js'
import { SoapVersions } from '../soap/version.js'
import type { ClientSecurity } from './security.js'

const VERSIONS = new SoapVersions()

/** @throws TypeError for what cannot be sealed so, and for more bytes in parts than are loaded */
export async function sealPacked(
  message: Packed,
  security: ClientSecurity,
  signal: AbortSignal,
): Promise<Packed & Pick<Sealed, 'signatures'>> {
  const given = { encrypt: security.encrypts, versions: VERSIONS }
  const { packed, ...whole } = await new Slices().run(preparing(message, given, load), signal)
  const { text, signatures } = security.seal(packed.body, whole)
  return { ...packed, body: text, signatures }
}

async function load({ waiting, size }: Inclusions): Promise<void> {
  const { maxInMemory } = DEFAULT_BOUNDS
  if (size > maxInMemory) throw new TypeError(`more than ${maxInMemory} bytes are to be sealed`)
  for (const one of waiting) await one.load((content) => content.bytes())
}
