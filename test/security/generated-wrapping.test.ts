/** Wrapped messages of chance: signed ones are cut and put together again, and nothing forged is ever executed. */
import test from 'ava'
import { Random } from '../support/random.js'
import { people } from '../support/security/forge/letter.js'
import { forgeries } from '../support/security/forgeries.js'

const AT = Date.UTC(2030, 0, 1)
const COUNT = 1_000

for (const soap of ['1.1', '1.2'] as const) {
  for (const form of ['wss', 'soap-dsig'] as const) {
    test(`SOAP ${soap}, ${form}: of ${COUNT / 4} forged messages none is executed`, async (t) => {
      const all = await people()
      const kit = { ...all, soap, form, at: AT }
      const { forged, executed, harmless } = forgeries(kit, new Random(14), COUNT / 4)
      t.is(forged, COUNT / 4)
      t.deepEqual(executed, [])
      // What is changed in no way that counts is executed now and then: the generator reaches the whole way.
      t.true(harmless > 0)
    })
  }
}
