/** Paths that are looked for together are met where each of them alone is, by the letter of its steps. */
import test from 'ava'
import { type Path, readPath, type Step } from '../../../src/xml/paths/path.js'
import { type Location, Paths } from '../../../src/xml/paths/paths.js'
import { readDocument } from '../../../src/xml/read.js'
import { childElements, type XmlElement } from '../../../src/xml/tree.js'
import { LONG } from '../../support/long.js'
import { Random } from '../../support/random.js'

type Named = Pick<XmlElement, 'namespace' | 'local'>

/** True if steps lead from the outermost of some elements to the innermost: every way is tried. */
function leads(steps: readonly Step[], elements: readonly Named[]): boolean {
  const [step, ...rest] = steps
  if (!step) return elements.length === 0
  if (step.attribute) return false
  return elements.some((element, at) => {
    if (at > 0 && !step.deep) return false
    return meets(step, element) && leads(rest, elements.slice(at + 1))
  })
}

function meets(step: Step, name: Named): boolean {
  return (
    (step.local === undefined || step.local === name.local) &&
    (step.namespace === undefined || step.namespace === name.namespace)
  )
}

/** Steps to an attribute: those before lead to the element, or, with `//`, to one around it. */
function leadsToAttribute(path: Path, elements: readonly Named[], attribute: Named): boolean {
  const last = path.at(-1)
  if (!last?.attribute || !meets(last, attribute)) return false
  const before = path.slice(0, -1)
  if (leads(before, elements)) return before.length > 0 || last.deep
  return last.deep && elements.some((_, at) => leads(before, elements.slice(0, at)))
}

function compare(
  element: XmlElement,
  paths: readonly Path[],
  around: { readonly above: readonly XmlElement[]; readonly location: Location },
): string[] {
  const elements = [...around.above, element]
  const location = around.location.enter(element)
  const numbers = [...paths.keys()]
  const wrong: string[] = []
  const expected = numbers.filter((at) => leads(paths[at] ?? [], elements))
  const trail = elements.map(({ local, namespace }) => `{${namespace}}${local}`).join('/')
  if (location.ends.join() !== expected.join()) wrong.push(`${trail}: ${location.ends.join()}`)
  let plain = expected.length === 0
  for (const attribute of element.attributes) {
    const met = numbers.filter((at) => leadsToAttribute(paths[at] as Path, elements, attribute))
    if (met.length > 0) plain = false
    if (location.endsAt(attribute).join() !== met.join()) wrong.push(`${trail}/@${attribute.local}`)
  }
  if (location.isPlain && !plain) wrong.push(`${trail} is not plain`)
  const within = { above: elements, location }
  return [...wrong, ...childElements(element).flatMap((child) => compare(child, paths, within))]
}

const STEPS = ['/a', '/b', '//a', '//b', '//c', '/*', '//*', '/{u}a', '//{u}b', '//{u}*', '//{}a']
const ENDS = ['', '', '', '/@k', '//@k', '//@{u}k', '/@*', '//@*']

function randomPath(random: Random): string {
  const steps = [random.pick(STEPS), ...random.many(4, () => random.pick(STEPS))]
  return steps.join('') + random.pick(ENDS)
}

function randomElement(random: Random, depth: number): string {
  const local = random.pick(['a', 'b', 'c', 'd'])
  const name = random.chance(0.4) ? `p:${local}` : local
  const attributes = random.pick(['', '', ' k="1"', ' p:k="1"', ' k="1" p:k="2" x="3"'])
  const children = depth > 5 ? [] : random.many(3, () => randomElement(random, depth + 1))
  return `<${name}${attributes}>${children.join('')}</${name}>`
}

test('random paths are met in random documents where their steps lead', (t) => {
  const seed = LONG ? Date.now() % 1_000_000 : 31
  const random = new Random(seed)
  for (let run = 0; run < (LONG ? 20_000 : 1_000); run += 1) {
    const paths = [randomPath(random), ...random.many(5, () => randomPath(random))]
    const document = `<r xmlns:p="u">${randomElement(random, 0)}${randomElement(random, 0)}</r>`
    const read = paths.map(readPath)
    const { start } = new Paths(read)
    const wrong = compare(readDocument(document), read, { above: [], location: start })
    if (wrong.length > 0) {
      t.fail(`seed ${seed}: ${paths.join(' ')} in ${document}: ${wrong.join(', ')}`)
      return
    }
  }
  t.pass()
})

test('documents that lead to more locations than are kept are met in the same way', (t) => {
  const letters = [...'abcdefghijkl']
  const paths = letters.map((letter) => `//${letter}//${letter}//end`)
  const read = paths.map(readPath)
  const all = new Paths(read)
  const random = new Random(5)
  for (let run = 0; run < 300; run += 1) {
    const names = Array.from({ length: 30 }, () => random.pick(letters))
    const document = `${names.map((name) => `<${name}>`).join('')}<end/>${names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')}`
    let location = all.start
    for (const local of names) location = location.enter({ namespace: '', local })
    const { ends } = location.enter({ namespace: '', local: 'end' })
    const twice = letters.flatMap((letter, at) =>
      names.filter((name) => name === letter).length > 1 ? [at] : [],
    )
    t.deepEqual(ends, twice, document)
  }
})

test('an element that no path is about costs one step, with a thousand paths as with one', (t) => {
  const paths = Array.from({ length: 1_000 }, (_, at) =>
    readPath(`//{urn:${at}}n${at}/{urn:x}value`),
  )
  const { start } = new Paths(paths)
  const one = start.enter({ namespace: '', local: 'other' })
  t.is(one, start.enter({ namespace: 'urn:somewhere', local: 'else' }))
  t.is(one, one.enter({ namespace: 'urn:7', local: 'n8' }))
  t.not(one, one.enter({ namespace: 'urn:7', local: 'n7' }))
})
