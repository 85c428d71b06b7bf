/** Algorithms that are refused unless `security.peers.*.allow` names them. */
import type { WEAK } from '../config/security.js'

export type WeakAlgorithm = (typeof WEAK)[number]
