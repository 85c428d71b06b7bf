/** Finds the prefixes of values that no signature covers, for whoever asks before anybody reads the values. */
import { unsignedIn } from '../xml/scope.js'
import type { XmlElement } from '../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../xml/walk.js'

/** True for a name in a value that makes no difference, whatever its prefix stands for. */
export type IsHarmless = (name: string, element: XmlElement) => boolean

/**
 * Of texts and attributes that look like names with a prefix that is bound; which of them are names only a
 * contract or an operation knows.
 *
 * @param root        with its prefixes marked, as `markingUnsigned` does it
 * @param isHarmless  Default: no name is
 * @returns a sentence for each prefix of each signed element
 */
export function* unsignedValues(
  root: XmlElement,
  isHarmless: IsHarmless = () => false,
): Walk<readonly string[]> {
  const found = new Set<string>()
  const pace = new Pace()
  const left: XmlElement[] = [root]
  for (let element = left.pop(); element; element = left.pop()) {
    const { attributes, children, scope } = element
    let length = ELEMENT
    for (const value of [...attributes.map((one) => one.value), ...children]) {
      if (typeof value !== 'string') {
        left.push(value)
        continue
      }
      length += value.length
      if (!scope.signed) continue
      for (const sentence of sentencesOf(value, element, isHarmless)) found.add(sentence)
    }
    if (pace.done(length)) yield
  }
  return [...found]
}

function sentencesOf(text: string, element: XmlElement, isHarmless: IsHarmless): readonly string[] {
  const names = text.split(/[ \t\r\n]+/).filter((word) => word.includes(':'))
  const risky = names.filter((name) => !isHarmless(name, element))
  const prefixes = new Set(risky.map((name) => name.slice(0, name.indexOf(':'))))
  return [...prefixes].flatMap((prefix) => unsignedIn(element.scope, prefix)?.message ?? [])
}
