/** The twenty schemas that are modelled on large vocabularies. */
import { businessSchema } from './business.js'
import { healthSchema } from './health.js'
import type { Modelled } from './modelled.js'
import { paymentSchema } from './payments.js'

export const MODELLED: readonly Modelled[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((seed) => businessSchema(seed, 200)),
  ...[1, 2, 3, 4, 5, 6, 7].map((seed) => healthSchema(seed, 20 + seed * 10)),
  ...[1, 2, 3, 4, 5, 6].map((seed) => paymentSchema(seed, 40 + seed * 20)),
]
