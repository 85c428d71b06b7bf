/** What a node bounds and no key of its configuration changes, by the sections that the keys would stand in. */
import { EVIDENCE_BOUNDS } from '../evidence/bounds.js'
import { ATTACHMENT_BOUNDS } from '../message/spool/index.js'
import { ACCESS_BOUNDS } from '../operate/admin/access/bounds.js'
import { ALERT_BOUNDS } from '../operate/alerts/bounds.js'
import { LOOP_BOUNDS } from '../operate/event-loop/bounds.js'
import { PROBLEM_BOUNDS } from '../operate/problems/problem-list.js'
import { MESSAGE_BOUNDS } from '../path/parts/limits.js'
import { VALIDATION_BOUNDS } from '../path/validation/bounds.js'
import { GUESS_BOUNDS } from '../security/credentials/bounds.js'
import { CAPTURE_BOUNDS } from '../store/journal/capture/bounds.js'
import { MINUTE_BOUNDS } from '../store/journal/minutes/minutes.js'
import { QUEUE_BOUNDS } from '../store/queue/bounds.js'

export const NODE_BOUNDS = {
  admin: ACCESS_BOUNDS,
  alerts: ALERT_BOUNDS,
  attachments: ATTACHMENT_BOUNDS,
  'event-loop': LOOP_BOUNDS,
  journal: { ...CAPTURE_BOUNDS, minutes: MINUTE_BOUNDS },
  limits: MESSAGE_BOUNDS,
  problems: PROBLEM_BOUNDS,
  queue: QUEUE_BOUNDS,
  security: GUESS_BOUNDS,
  'security.evidence': EVIDENCE_BOUNDS,
  soap: VALIDATION_BOUNDS,
} as const

export type NodeBounds = typeof NODE_BOUNDS
