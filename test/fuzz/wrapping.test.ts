/** Wrapped messages of chance, many of them: nothing that the peer has not signed is executed. */
import test from 'ava'
import { people } from '../support/security/forge/letter.js'
import { forgeries } from '../support/security/forgeries.js'
import { FORGERIES, randomFor } from './run.js'

const AT = Date.UTC(2030, 0, 1)

for (const [part, [soap, form]] of (
  [
    ['1.1', 'wss'],
    ['1.2', 'wss'],
    ['1.1', 'soap-dsig'],
    ['1.2', 'soap-dsig'],
  ] as const
).entries()) {
  test.serial(`SOAP ${soap}, ${form}: ${FORGERIES / 4} forged messages`, async (t) => {
    t.timeout(3_600_000)
    const kit = { ...(await people()), soap, form, at: AT }
    const { forged, executed, harmless } = forgeries(kit, randomFor(70 + part), FORGERIES / 4)
    t.log(`${forged} forged, ${harmless} harmless`)
    t.deepEqual(executed, [])
  })
}
