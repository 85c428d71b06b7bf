/** The bounds of a node's parts that no key says, by the section of the configuration that the keys of their part are in. */
import { ACCESS_BOUNDS } from '../operate/admin/access/bounds.js'
import { ALERT_BOUNDS } from '../operate/alerts/bounds.js'
import { GUESS_BOUNDS } from '../security/credentials/bounds.js'
import { EVIDENCE_BOUNDS } from '../security/evidence/bounds.js'
import { CAPTURE_BOUNDS } from '../store/journal/capture/bounds.js'
import { QUEUE_BOUNDS } from '../store/queue/bounds.js'

export const OWN_BOUNDS = {
  admin: ACCESS_BOUNDS,
  alerts: ALERT_BOUNDS,
  journal: CAPTURE_BOUNDS,
  queue: QUEUE_BOUNDS,
  security: GUESS_BOUNDS,
  'security.evidence': EVIDENCE_BOUNDS,
} as const

export type OwnBounds = typeof OWN_BOUNDS
