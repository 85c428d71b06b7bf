/** What is done with business keys wherever they are kept: joined, and written for people. */
import type { KeySeen } from './events.js'

/** Each once, the first ones first; undefined if there is none. */
export function joinedKeys(
  first: readonly KeySeen[] | undefined,
  second: readonly KeySeen[] | undefined,
): readonly KeySeen[] | undefined {
  if (!second || second.length === 0) return first
  if (!first || first.length === 0) return second
  return [...first, ...second.filter((one) => !first.some((other) => isSame(one, other)))]
}

/** For people, as `mrn=24DE17, order=42`; values that are never shown are left out. */
export function keysText(keys: readonly KeySeen[] = []): string {
  let text = ''
  for (const one of keys) {
    if ('value' in one) text += `${text === '' ? '' : ', '}${one.name}=${one.value}`
  }
  return text
}

function isSame(one: KeySeen, other: KeySeen): boolean {
  if (one.name !== other.name) return false
  return 'value' in one
    ? 'value' in other && one.value === other.value
    : 'hash' in other && one.hash === other.hash
}
