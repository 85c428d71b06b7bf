/** The business keys of a message, for people: what is kept as a hash is not shown. */
import type { KeySeen, NodeEvent } from '../../../src/message/events/events.js'

export interface ShownKey {
  readonly name: string
  readonly text: string
  /** What finds all messages with it; undefined for one that is not shown. */
  readonly search: string | undefined
}

export function keysOf(event: NodeEvent): readonly ShownKey[] {
  const keys: readonly KeySeen[] = ('keys' in event && event.keys) || []
  return keys.map((key) =>
    'value' in key
      ? { name: key.name, text: key.value, search: `${key.name}:${key.value}` }
      : { name: key.name, text: '(hidden)', search: undefined },
  )
}

/** Empty for none. */
export function keysText(event: NodeEvent): string {
  return textOfKeys(keysOf(event))
}

/** Of all of them, each key once. */
export function keysOfAll(events: readonly NodeEvent[]): string {
  return textOfKeys(allKeys(events))
}

function textOfKeys(keys: readonly ShownKey[]): string {
  return keys.map(({ name, text }) => `${name}=${text}`).join(', ')
}

/** The keys of all of them, each once; of those that are not shown, one of a name. */
export function allKeys(events: readonly NodeEvent[]): readonly ShownKey[] {
  const all = events.flatMap(keysOf)
  return [...new Map(all.map((key) => [`${key.name} ${key.text}`, key])).values()]
}
