/** The wsu:Timestamp of a security block: from when and until when the message counts. */
import {
  childElements,
  elementText,
  hasText,
  isNamed,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import { beginningOfTimestamp, endOfTimestamp } from '../freshness.js'
import { WSU } from '../names.js'
import type { Opening } from '../opening.js'
import type { Timestamp } from '../verdict.js'
import { readMoment } from './moment.js'

/** @throws SecurityFailure InvalidSecurity, and MessageExpired outside the time for which it counts */
export function readTimestamp(
  element: XmlElement,
  { at, clockSkew, fresh }: Pick<Opening, 'at' | 'clockSkew' | 'fresh'>,
): Timestamp {
  const created = momentIn(element, 'Created')
  const expires = momentIn(element, 'Expires')
  const order = childElements(element).findIndex((child) => isNamed(child, WSU, 'Expires'))
  // WSS 1.1 §10: "The ordering of elements in this header is fixed": Created, then Expires.
  if (hasText(element) || (created !== undefined && order === 0)) {
    throw new SecurityFailure('InvalidSecurity', 'Timestamp is not as it must be')
  }
  if (created !== undefined && expires !== undefined && expires <= created) {
    throw new SecurityFailure('InvalidSecurity', 'Timestamp expires before it was created')
  }
  const begins = beginningOfTimestamp({ created, expires })
  if (fresh && begins !== undefined && begins > at + clockSkew) {
    throw expired(`Timestamp is valid only in ${begins - at} ms`)
  }
  const ends = endOfTimestamp({ created, expires })
  if (fresh && ends !== undefined && ends <= at - clockSkew) {
    throw expired(`Timestamp expired ${at - ends} ms ago`)
  }
  return { element, created, expires }
}

/** WSS 1.1 §10: each "MUST NOT be specified more than once". */
function momentIn(element: XmlElement, local: string): number | undefined {
  const [found, ...more] = childElements(element).filter((child) => isNamed(child, WSU, local))
  if (more.length > 0) throw new SecurityFailure('InvalidSecurity', `${local} stands twice`)
  return found && readMoment(trimXml(elementText(found)), local)
}

function expired(why: string): SecurityFailure {
  return new SecurityFailure('MessageExpired', why)
}
