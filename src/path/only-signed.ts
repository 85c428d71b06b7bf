/** Leaves aside the header blocks that the sender of a message has not signed. */
import { SecurityFailure } from '../security/failure.js'
import { isCovered, type Tied } from '../security/verdict.js'
import { failedAt } from './failed-at.js'
import { learn } from './learn.js'
import type { Understood, UnderstoodBlock } from './understand.js'

/**
 * Blocks that are not signed are left aside, as those that are not understood; mandatory ones cannot be.
 *
 * @throws SecurityFailure
 */
export function onlySigned(understood: Understood, verdict: Tied): Understood {
  const isSigned = ({ block, registered }: UnderstoodBlock) =>
    registered.kind === 'own' || isCovered(verdict, block.element)
  const unsigned = understood.understood.find((one) => one.block.mustUnderstand && !isSigned(one))
  if (unsigned) {
    const { name } = unsigned.block
    throw failedAt(
      understood,
      unsigned.block,
      new SecurityFailure('InvalidSecurity', `${name} is mandatory and not signed`),
    )
  }
  refuseUnsignedPlaces(understood, verdict)
  return learn(understood, { understood: understood.understood.filter(isSigned) })
}

/** Who changes an address for answers on the way gets them. */
function refuseUnsignedPlaces({ own, understood }: Understood, verdict: Tied): void {
  const { addressing } = own.addressing ?? {}
  if (!addressing) return
  const elsewhere = [addressing.replyTo, addressing.faultTo].some((to) => to?.kind === 'elsewhere')
  if (!elsewhere) return
  const places = understood.filter(({ block: { element } }) => PLACES.has(element.local))
  const unsigned = places.find(
    ({ block: { element }, registered }) =>
      registered.kind === 'own' &&
      registered.handler.part === 'addressing' &&
      !isCovered(verdict, element),
  )
  if (unsigned) throw new SecurityFailure('InvalidSecurity', `${unsigned.block.name} is not signed`)
}

const PLACES: ReadonlySet<string> = new Set(['ReplyTo', 'FaultTo', 'From'])
