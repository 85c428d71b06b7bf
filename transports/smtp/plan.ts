/** The part of `waybill plan` about mail: where it comes in, for whom, and where it leaves. */
import type { SmtpSection } from './section.js'

/**
 * @param names  plugins, and paths that routes ask for: each is an address by its name
 * @returns nothing where no mail comes in and none leaves
 */
export function mailLines(smtp: SmtpSection, names: readonly string[]): readonly string[] {
  const { enabled, mailbox, relay, host, port, securePort, domains, addresses } = smtp
  const at = host.includes(':') ? `[${host}]` : host
  const listening = [
    `smtp://${at}:${port}`,
    ...(securePort === undefined ? [] : [`smtps://${at}:${securePort}`]),
  ]
  const locals = [...new Set([...names, ...Object.keys(addresses)])]
  const own = locals.map((local) => `${local}@${domains[0]}`).join(', ')
  return [
    ...(enabled
      ? [`${mailbox ? mailbox.url : listening.join(' and ')}  for ${own || 'nobody'}`]
      : []),
    ...(relay ? [`leaves by ${relay.url}, from ${relay.from}`] : []),
  ]
}
