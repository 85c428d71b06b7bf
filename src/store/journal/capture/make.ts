/** Makes what keeps envelopes of a node, if the configuration asks for any. */
import type { Log } from '../../../base/log.js'
import type { XmlLimits } from '../../../xml/limits.js'
import type { Journal } from '../journal.js'
import { type CaptureSettings, EnvelopeCapture } from './capture.js'

export interface Settings {
  readonly journal: CaptureSettings & { readonly enabled: boolean }
  readonly limits: XmlLimits
  readonly node: { readonly uri: string }
}

export function captureFor(
  settings: Settings,
  keeps: Pick<Journal, 'capture'>,
  log: Pick<Log, 'warn'>,
): EnvelopeCapture | undefined {
  const { journal } = settings
  if (!journal.enabled || journal.capture.length === 0) return undefined
  return new EnvelopeCapture(settings, keeps, log)
}
