/** The options of a mail transport as a section of the configuration and the usual bounds make them. */
import { SMTP_BOUNDS } from '../../../transports/smtp/bounds.js'
import { smtp } from '../../../transports/smtp/section.js'

export function optionsOf(section: Readonly<Record<string, unknown>> = {}) {
  const parsed = smtp.parse(section)
  const quarantine = { ...parsed.quarantine, ...SMTP_BOUNDS.quarantine }
  return { ...parsed, ...SMTP_BOUNDS.receiving, quarantine }
}
