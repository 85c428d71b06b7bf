/** Signed messages that are mutated, and mixed of two or three honest ones: each is served as what was sent, whole, or not at all. */
import test from 'ava'
import { honest } from '../support/security/mixing/letters.js'
import { trial } from '../support/security/mixing/trial.js'
import { MIXED, MUTATED, randomFor } from './run.js'

for (const [part, soap] of (['1.1', '1.2'] as const).entries()) {
  for (const [how, all, from] of [
    ['mixed', MIXED, 80],
    ['mutated', MUTATED, 90],
  ] as const) {
    const count = Math.ceil(all / 2)
    test.serial(`SOAP ${soap}: ${count} ${how} messages`, async (t) => {
      t.timeout(3_600_000)
      const letters = await honest(t, soap)
      await trial(t, { letters, how, count, random: randomFor(from + part) })
    })
  }
}
