/** Opens the security blocks of a message: decrypts, verifies signatures and tokens, in the order of the header. */
import type { Portions } from '../base/slices.js'
import type { HeaderBlock } from '../soap/header-block.js'
import { isNamed } from '../xml/tree.js'
import { SecurityFailure } from './failure.js'
import { spentIn } from './included.js'
import { isSecurityBlock } from './is-security-block.js'
import { WSSE } from './names.js'
import type { Opened, Opening } from './opening.js'
import { Progress } from './progress.js'
import { openingEntry } from './soap-dsig/entry.js'
import { openingSecurity } from './wss/security-block.js'

export { proveAttachments } from './attachments/prove.js'
export { isSecurityBlock } from './is-security-block.js'
export type { Opened, Opening, OpeningStep, PasswordClaim } from './opening.js'
export { proveUsers } from './wss/username-token.js'

/**
 * Opens the blocks that are for this node. Passwords that came as text are not checked yet: see `proveUsers`.
 *
 * @throws SecurityFailure
 */
export function* opening(options: Opening): Portions<Opened> {
  const progress = new Progress(options)
  const blocks = options.blocks.filter(isSecurityBlock)
  refuseSecond(blocks)
  const ranges = blocks.map((block) => ({ block, range: progress.keep(block.element) }))
  for (const { block, range } of ranges) {
    if (isNamed(block.element, WSSE, 'Security')) yield* openingSecurity(block, range, progress)
    else yield* openingEntry(block, range, progress)
  }
  const opened = progress.opened()
  const own = ranges.map(({ range }) => progress.elementAt(range))
  const spent = spentIn(own, opened.inclusions, opened.pending)
  const { envelope, verdict, claims, pending, work, inclusions } = opened
  return { envelope, verdict, claims, pending, work, inclusions, spent }
}

/** WSS 1.1 §5: no two wsse:Security blocks for one actor, nor two without one. */
function refuseSecond(blocks: readonly HeaderBlock[]): void {
  if (blocks.length < 2) return
  const security = blocks.filter(({ element }) => isNamed(element, WSSE, 'Security'))
  if (new Set(security.map(({ actor }) => actor)).size < security.length) {
    throw new SecurityFailure('InvalidSecurity', 'two wsse:Security blocks are for one actor')
  }
}
