/** What is accepted as a restriction takes nothing that its base does not take, for many random models. */
import test from 'ava'
import type { Particle } from '../../../src/schema/components.js'
import { checkRestriction, compileContent } from '../../../src/schema/content/index.js'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { isClear, narrowed, numbers, randomNames, randomParticle, written } from './random.js'

function restricts(derived: Particle, base: Particle): boolean {
  try {
    checkRestriction(derived, base, (type, other) => type === other)
    return true
  } catch (error) {
    if (error instanceof SchemaProblem) return false
    throw error
  }
}

test('cos-particle-restrict: what a restriction takes, its base takes', (t) => {
  const random = numbers(11)
  const counts = { accepted: 0, refused: 0, wider: 0 }
  for (let round = 0; round < 12_000; round += 1) {
    const base = randomParticle(random, 2)
    const derived = narrowed(random, base)
    // Groups of nothing are emptiable by the letter, and take nothing all the same.
    if (/\(\)/.test(written(base)) || !isClear(base) || !isClear(derived)) continue
    const accepted = restricts(derived, base)
    counts[accepted ? 'accepted' : 'refused'] += 1
    for (let again = 0; again < 20; again += 1) {
      const names = randomNames(random, derived) ?? []
      const matching = compileContent(base).begin()
      if (names.every((name) => matching.take(...name)) && matching.complete) continue
      if (accepted) {
        t.fail(`${written(derived)} is no restriction of ${written(base)}`)
        return
      }
      counts.wider += 1
      break
    }
  }
  t.true(counts.accepted > 2000 && counts.wider > 200, JSON.stringify(counts))
})

test('cos-particle-restrict: every model restricts itself', (t) => {
  const random = numbers(12)
  for (let round = 0; round < 3000; round += 1) {
    const model = randomParticle(random, 3)
    if (isClear(model)) t.true(restricts(structuredCopy(model), model), written(model))
  }
})

/** The same groups, as other objects. */
function structuredCopy(model: Particle): Particle {
  const { term } = model
  return term.kind === 'element' || term.kind === 'any'
    ? { ...model }
    : { ...model, term: { ...term, particles: term.particles.map(structuredCopy) } }
}
