/** Content models take what a matcher takes that tries everything, for many small models that are not ambiguous. */
import test from 'ava'
import type { Particle } from '../../../src/schema/components.js'
import { compileContent, isEmptiable } from '../../../src/schema/content/index.js'
import { element } from '../../../src/xml/tree.js'
import { isClear, NAMES, numbers, pick, randomParticle, written } from './random.js'

type Names = readonly (readonly [namespace: string, local: string])[]

/** Every place that a particle can reach from one of some places, by trying all. */
function reach(at: ReadonlySet<number>, { min, max, term }: Particle, names: Names): Set<number> {
  const reached = new Set(min === 0 ? at : [])
  let positions = at
  // What is reached after more rounds than there are names and rounds needed was reached before.
  for (
    let round = 1;
    round <= Math.min(max, min + names.length) && positions.size > 0;
    round += 1
  ) {
    positions = reachOnce(positions, term, names)
    if (round >= min) for (const position of positions) reached.add(position)
  }
  return reached
}

function reachOnce(at: ReadonlySet<number>, term: Particle['term'], names: Names): Set<number> {
  switch (term.kind) {
    case 'element':
    case 'any': {
      const fits = (position: number) => {
        const [namespace, local] = names[position] ?? []
        return term.kind === 'any' ? namespace === 'x' : namespace === '' && local === term.local
      }
      return new Set([...at].filter(fits).map((position) => position + 1))
    }
    case 'choice':
      return new Set(term.particles.flatMap((each) => [...reach(at, each, names)]))
    default:
      return term.particles.reduce((positions, each) => reach(positions, each, names), new Set(at))
  }
}

function takes(particle: Particle, names: Names): boolean {
  const matching = compileContent(particle).begin()
  return names.every(([space, local]) => matching.take(space, local)) && matching.complete
}

/** Every list of up to five names would be many; these are all up to three, and some longer ones. */
function lists(random: () => number): readonly Names[] {
  const short = [[]] as Names[]
  for (let from = 0, length = 0; length < 3; length += 1) {
    const to = short.length
    for (; from < to; from += 1)
      for (const name of NAMES) short.push([...(short[from] ?? []), name])
  }
  const long = Array.from({ length: 60 }, () =>
    Array.from({ length: 4 + Math.floor(random() * 8) }, () => pick(NAMES, random)),
  )
  return [...short, ...long]
}

test('a compiled model takes what trying everything takes', (t) => {
  const random = numbers(20)
  let clear = 0
  let taken = 0
  for (let round = 0; round < 3000; round += 1) {
    const model = randomParticle(random, 3)
    if (!isClear(model)) continue
    clear += 1
    for (const names of lists(random)) {
      const expected = reach(new Set([0]), model, names).has(names.length)
      if (expected) taken += 1
      if (takes(model, names) !== expected) {
        t.fail(`${written(model)} and ${names.map(([space, local]) => `${space}:${local}`)}`)
        return
      }
    }
  }
  t.true(clear > 1000, `${clear} models`)
  t.true(taken > 5000, `${taken} lists`)
})

test('an emptiable particle takes nothing, unless a choice in it is empty', (t) => {
  const random = numbers(3)
  for (let round = 0; round < 1000; round += 1) {
    const model = randomParticle(random, 3)
    const empty = reach(new Set([0]), model, []).has(0)
    if (empty) t.true(isEmptiable(model), written(model))
    else if (!written(model).includes('()')) t.false(isEmptiable(model), written(model))
  }
})

/** What may remain to be taken: particles one after another. */
type Rest = readonly Particle[]

/** Every leaf that may come next, and what remains after it (Antimirov's partial derivatives). */
function nexts(rest: Rest): readonly { readonly leaf: Particle; readonly rest: Rest }[] {
  const [first, ...others] = rest
  if (first === undefined) return []
  const { min, max, term } = first
  const again = max > 1 ? [{ ...first, min: Math.max(0, min - 1), max: max - 1 }] : []
  const here = nextsOf(first, term).map((next) => ({
    leaf: next.leaf,
    rest: [...next.rest, ...again, ...others],
  }))
  return reach(new Set([0]), first, []).has(0) ? [...here, ...nexts(others)] : here
}

function nextsOf(own: Particle, term: Particle['term']): ReturnType<typeof nexts> {
  switch (term.kind) {
    case 'element':
    case 'any':
      return [{ leaf: own, rest: [] }]
    case 'choice':
      return term.particles.flatMap((each) => nexts([each]))
    default:
      return nexts(term.particles)
  }
}

/** True if after some names an element can be of two particles; undefined if there are too many ways to try. */
function competes(model: Particle): boolean | undefined {
  const seen = new Set<string>()
  let fronts: readonly (readonly Rest[])[] = [[[model]]]
  while (fronts.length > 0) {
    if (seen.size > 500) return undefined
    const following: (readonly Rest[])[] = []
    for (const front of fronts) {
      const steps = front.flatMap(nexts)
      for (const [namespace, local] of NAMES) {
        const taken = steps.filter(({ leaf: { term } }) =>
          term.kind === 'any' ? namespace === 'x' : isNamed(term, namespace, local),
        )
        if (new Set(taken.map(({ leaf: { source } }) => source)).size > 1) return true
        const rests = new Map(taken.map(({ rest }) => [rest.map(exactly).join(), rest]))
        const key = [...rests.keys()].sort().join(' ; ')
        if (rests.size > 0 && !seen.has(key)) following.push([...rests.values()])
        seen.add(key)
      }
    }
    fronts = following
  }
  return false
}

/** The model, and which particle it was before its occurrences changed. */
function exactly(model: Particle): string {
  return `${written(model)} of ${model.source?.document.file}`
}

function isNamed(term: Particle['term'], namespace: string, local: string): boolean {
  return term.kind === 'element' && term.namespace === namespace && term.local === local
}

/** Every particle has a source of its own, by which it is known when its occurrences have changed. */
function marked(model: Particle, path = '0'): Particle {
  const { term } = model
  const node = element({ name: 'particle' })
  const document = { file: path, text: '', root: node, namespace: '', brings: new Map() }
  const source = { node, document }
  if (term.kind === 'element' || term.kind === 'any') return { ...model, source }
  const particles = term.particles.map((each, index) => marked(each, `${path}.${index}`))
  return { ...model, source, term: { ...term, particles } }
}

test('cos-nonambig: a model is ambiguous if after some names an element can be of two particles', (t) => {
  const random = numbers(77)
  const counts = { clear: 0, ambiguous: 0 }
  for (let round = 0; round < 4000; round += 1) {
    const model = marked(randomParticle(random, 2))
    if (/\(\)/.test(written(model))) continue
    const ambiguous = competes(model)
    if (ambiguous === undefined) continue
    counts[ambiguous ? 'ambiguous' : 'clear'] += 1
    if (isClear(model) === ambiguous) {
      t.fail(`${written(model)} is ${ambiguous ? 'ambiguous' : 'clear'}`)
      return
    }
  }
  t.true(Math.min(counts.clear, counts.ambiguous) > 400, JSON.stringify(counts))
})
