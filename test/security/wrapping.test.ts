/** Signature wrapping: whatever is moved, doubled or forged around a signature, nothing counts as signed that is not. */
import test from 'ava'
import { elementText } from '../../src/xml/tree.js'
import { attempt, ownKey, trustOf } from '../support/security/attempt.js'
import { HONEST, type Kit, letter, people, write } from '../support/security/forge/letter.js'
import { sealedLetter } from '../support/security/variants/encrypted.js'
import { VARIANTS } from '../support/security/variants/index.js'

const AT = Date.UTC(2030, 0, 1)

const KITS = (['1.1', '1.2'] as const).flatMap((soap) =>
  (['wss', 'soap-dsig'] as const).map((form) => ({ soap, form, at: AT })),
)

const named = ({ soap, form }: Pick<Kit, 'soap' | 'form'>) => `SOAP ${soap}, ${form}`

test('what alice has signed is hers, and is executed', async (t) => {
  const all = await people()
  for (const kit of KITS) {
    const text = write(letter({ ...kit, ...all }))
    const { executed, source } = attempt(text, trustOf(all), AT, [ownKey(all)])
    t.true(executed && source.slice(executed.start, executed.end).includes(HONEST), named(kit))
  }
})

test('what is encrypted and signed is hers, too', async (t) => {
  const all = await people()
  for (const kit of KITS.filter(({ form }) => form === 'wss')) {
    const text = write(sealedLetter({ ...kit, ...all }))
    const { executed, source } = attempt(text, trustOf(all), AT, [ownKey(all)])
    t.true(executed && source.slice(executed.start, executed.end).includes(HONEST), named(kit))
  }
})

test('there are enough variants, each with its own name', (t) => {
  t.true(VARIANTS.length >= 200)
  t.is(new Set(VARIANTS.map(({ name }) => name)).size, VARIANTS.length)
})

for (const { name, build, forms, soaps } of VARIANTS) {
  test(`nothing is executed: ${name}`, async (t) => {
    const all = await people()
    const kits = KITS.filter(
      ({ form, soap }) => (!forms || forms.includes(form)) && (!soaps || soaps.includes(soap)),
    )
    t.true(kits.length > 0)
    for (const kit of kits) {
      const text = build({ ...kit, ...all })
      try {
        const { executed } = attempt(text, trustOf(all), AT, [ownKey(all)])
        t.is(executed && elementText(executed), undefined, `${named(kit)}: ${text}`)
      } catch (error) {
        t.true(isRefusal(error), `${named(kit)}: ${String(error)}`)
      }
    }
  })
}

/** Anything else would be a mistake of the node’s, which tells the attacker what it stumbles over. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && ['SecurityFailure', 'SoapFault', 'Unreadable'].includes(error.name)
  )
}
