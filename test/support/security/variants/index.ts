/** All variants of wrapped and forged messages. */
import { ENCRYPTED } from './encrypted.js'
import { IDS } from './ids.js'
import { KEYS } from './keys.js'
import { MOVED } from './moved.js'
import { LOCATIONS } from './positions.js'
import { STRUCTURE } from './structure.js'
import { VALUES } from './values.js'
import type { Variant } from './variant.js'

export const VARIANTS: readonly Variant[] = [
  ...MOVED,
  ...IDS,
  ...STRUCTURE,
  ...VALUES,
  ...KEYS,
  ...LOCATIONS,
  ...ENCRYPTED,
]
