/** What a node bounds and no key of its configuration changes, by the sections that the keys would stand in. */
import { ATTACHMENT_BOUNDS } from '../message/spool/index.js'
import { MESSAGE_BOUNDS } from '../path/parts/limits.js'
import { VALIDATION_BOUNDS } from '../path/validation/bounds.js'

export const NODE_BOUNDS = {
  limits: MESSAGE_BOUNDS,
  attachments: ATTACHMENT_BOUNDS,
  soap: VALIDATION_BOUNDS,
} as const

export type NodeBounds = typeof NODE_BOUNDS
