/** Finds the addresses that a policy of a mailbox is passed by at. */
import type { Config } from '../../config/schema.js'
import { type Finding, warning } from '../../message/finding.js'
import type { ConfiguredTransport } from '../../path/plugins/transports.js'
import { mailboxOf } from '../../security/own-mailbox.js'
import { SIGNED } from '../../security/policies.js'
import type { Examined } from './examined.js'

type Section = Config['security']['policies'][number]

/** Somewhere that messages are taken. */
interface Entrance {
  readonly transport: string
  /** For people to read. */
  readonly address: string
  /** As policies name it; undefined for what is no mailbox. */
  readonly mailbox: string | undefined
  /** Plugin; undefined for the node as a whole. */
  readonly destination: string | undefined
}

/** Of each policy that is bound to a mailbox, where its operations are reached without it. */
export function findBypassed({
  config: { security },
  transports,
}: Pick<Examined, 'config' | 'transports'>): readonly Finding[] {
  const entrances = transports.used.flatMap(entrancesOf)
  return security.policies.flatMap((policy, index) => {
    const { mailbox, operation } = policy
    if (mailbox === undefined || !asks(policy)) return []
    const own = mailboxOf(mailbox)
    const exact = entrances.find((one) => one.mailbox === own)
    const any = `*${own.slice(own.lastIndexOf('@'))}`
    const guarded = exact ?? entrances.find((one) => one.mailbox === any)
    const key = `security.policies.${index}.mailbox`
    if (!guarded) {
      return [warning(key, `${mailbox} is no address of this node: the policy never holds`)]
    }
    const around = entrances.filter(
      (one) =>
        one !== exact &&
        reachesSame(one.destination, guarded.destination) &&
        (policy.transport === undefined || policy.transport === one.transport) &&
        !security.policies.some((other) => other !== policy && guards(other, policy, one, guarded)),
    )
    if (around.length === 0) return []
    const remedy =
      operation === undefined ? 'write operation: in place of mailbox:' : 'leave it out'
    return [
      warning(
        key,
        `${listed(around)} ${around.length === 1 ? 'reaches' : 'reach'} the same operations as ${mailbox} without this policy; ${remedy}, and it holds wherever they are called`,
      ),
    ]
  })
}

function entrancesOf({ module, settings }: ConfiguredTransport): readonly Entrance[] {
  const transport = module.name
  if (module.mailboxes) {
    return module
      .mailboxes(settings)
      .map(({ address, destination }) => ({ transport, address, mailbox: address, destination }))
  }
  return [undefined, ...settings.names].flatMap((destination) => {
    const address = module.publicAddress?.(settings, destination)
    return address === undefined ? [] : [{ transport, address, mailbox: undefined, destination }]
  })
}

/** The node as a whole reaches the operations of all plugins. */
function reachesSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

/** True if another policy asks for something at an entrance; at one of the same transport, for no less. */
function guards(other: Section, policy: Section, at: Entrance, guarded: Entrance): boolean {
  const { transport, path, mailbox, operation, route, destination } = other
  return (
    asks(other) &&
    route === undefined &&
    destination === undefined &&
    (transport === undefined || transport === at.transport) &&
    (path === undefined || path === guarded.destination) &&
    (mailbox === undefined || mailboxOf(mailbox) === at.mailbox) &&
    (operation === undefined || operation === policy.operation) &&
    (at.transport !== guarded.transport || asksAsMuch(other, policy))
  )
}

function asks(policy: Section): boolean {
  return levelsOf(policy).length > 0 || policy.peers !== undefined || policy.encrypted.length > 0
}

function asksAsMuch(one: Section, other: Section): boolean {
  const signed = levelsOf(other).some((level) => SIGNED.has(level)) ? other.signed : []
  return (
    isWithin(levelsOf(other), levelsOf(one)) &&
    (other.peers === undefined || (one.peers !== undefined && isWithin(one.peers, other.peers))) &&
    isWithin(signed, one.signed) &&
    isWithin(other.encrypted, one.encrypted)
  )
}

function levelsOf({ require }: Section) {
  return [require].flat().filter((level) => level !== 'anonymous')
}

function isWithin(parts: readonly string[], all: readonly string[]): boolean {
  return parts.every((part) => all.includes(part))
}

/** Addresses that are named one by one. */
const MAX_COUNT = 5

function listed(entrances: readonly Entrance[]): string {
  const named = entrances.slice(0, MAX_COUNT).map(({ address }) => address)
  const more = entrances.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  const [last = '', ...before] = all.reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
}
