/** Wrapped and forged messages sent to a node over HTTP: no operation and no handler runs, and nothing is told. */
import test, { type ExecutionContext } from 'ava'
import { Random } from '../support/random.js'
import { HONEST, type Kit, letter, people, write } from '../support/security/forge/letter.js'
import { forging } from '../support/security/forgeries.js'
import { type Guarded, guarded, signedParts } from '../support/security/guarded.js'
import { VARIANTS } from '../support/security/variants/index.js'
import { ask, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const FORMS = ['wss', 'soap-dsig'] as const
const SOAPS = ['1.1', '1.2'] as const
const GENERATED = 100

/** What would tell the attacker how far a message came. */
const REPORTED =
  /digest|certificate|trusted|SignatureValue|Reference|KeyInfo|covered|not signed|stands twice/

async function node(
  t: ExecutionContext,
  form: Kit['form'],
): Promise<Guarded & { readonly kit: Omit<Kit, 'soap'> }> {
  const all = await people()
  const policy = { require: 'signature', peers: ['alice'], signed: signedParts(form) }
  return { ...(await guarded(t, all, policy)), kit: { ...all, form, at: Date.now() } }
}

const send = ({ url }: Guarded, text: string, soap: Kit['soap']) =>
  ask(url, text, { type: soap === '1.1' ? TEXT_XML : SOAP_XML })

for (const form of FORMS) {
  test(`${form}: no variant gets anything done`, async (t) => {
    const { kit, ...input } = await node(t, form)
    for (const [turn, { name, build, forms, soaps }] of VARIANTS.entries()) {
      if (forms && !forms.includes(form)) continue
      // Each in one version here: what they differ in stands in wrapping.test.ts.
      const soap = soaps?.[0] ?? SOAPS[turn % 2] ?? '1.1'
      const { text, status } = await send(input, build({ ...kit, soap }), soap)
      t.true(status >= 400, `${name}: ${status}`)
      t.notRegex(text, REPORTED, name)
      t.deepEqual([...input.marks], [], name)
    }
    // The node would have taken the message that they were made of.
    for (const soap of SOAPS) {
      const { status } = await send(input, write(letter({ ...kit, soap })), soap)
      t.is(status, 200)
    }
    t.deepEqual([...input.marks], [HONEST])
  })

  for (const soap of SOAPS) {
    test(`${form}, SOAP ${soap}: ${GENERATED} generated messages get nothing done`, async (t) => {
      const { kit, ...input } = await node(t, form)
      let sent = 0
      for (const { text, forged } of forging({ ...kit, soap }, new Random(2))) {
        if (!forged) continue
        const heard = await send(input, text, soap)
        t.true(heard.status >= 400, text)
        t.notRegex(heard.text, REPORTED, text)
        t.deepEqual([...input.marks], [], text)
        sent += 1
        if (sent === GENERATED) break
      }
    })
  }
}
