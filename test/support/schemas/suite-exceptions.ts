/** Where our verdict on the W3C's schema suite is not the one expected though that of libxml2 is, and why. */
import type { Judged } from './suite.js'

interface Exception {
  readonly kind: Judged['kind']
  readonly clause: string
  readonly why: string
  readonly is: (judged: Judged) => boolean
}

export const WHERE_LIBXML2_IS_RIGHT: readonly Exception[] = []
