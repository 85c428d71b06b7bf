/** A log that nobody reads. */
import { createLog } from '../../src/log.js'

export const SILENT = createLog('silent')
