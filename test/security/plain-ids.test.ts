/** Ids without a namespace, as WSSecurityCert of node-soap writes them on Body and Timestamp by its defaults. */
import test from 'ava'
import { HONEST, letter, people, write } from '../support/security/forge/letter.js'
import { signedInfo, valueFor } from '../support/security/forge/sign.js'
import type { Soap } from '../support/security/forge/texts.js'
import {
  body,
  entry,
  PLAIN_ID,
  reference,
  transform,
  WSU,
} from '../support/security/forge/texts.js'
import { guarded } from '../support/security/guarded.js'
import { ask } from '../support/wire/wire.js'

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const EXC = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const TRANSFORMS = [transform(ENVELOPED), transform(EXC)]
const MEDIA_TYPE = { '1.1': 'text/xml', '1.2': 'application/soap+xml' } as const
const POLICY = { require: 'signature', signed: ['Body', 'Timestamp'] }

function timestamp(at: number): string {
  const [created, expires] = [at, at + 600_000].map((time) => new Date(time).toISOString())
  return `<Timestamp xmlns="${WSU}" Id="_5"><Created>${created}</Created><Expires>${expires}</Expires></Timestamp>`
}

async function signedBy(soap: Soap, id: string) {
  const kit = { ...(await people()), soap, form: 'wss', at: Date.now() } as const
  const time = timestamp(kit.at)
  const content = body(soap, entry(HONEST), '_4', PLAIN_ID)
  const info = signedInfo([
    reference('#_4', content, TRANSFORMS),
    reference(`#${id}`, time, TRANSFORMS),
  ])
  const empty = letter(kit, [], kit.alice, '')
  return write({
    ...empty,
    tokens: `${empty.tokens}${time}`,
    body: content,
    info,
    value: valueFor(info, kit.alice.key),
  })
}

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: they count where the configuration is not strict`, async (t) => {
    const everybody = await people()
    const loose = await guarded(t, everybody, POLICY, ['security.strict=false'])
    const text = await signedBy(soap, '_5')
    const answer = await ask(loose.url, text, { type: MEDIA_TYPE[soap] })
    t.is(answer.status, 200, answer.text)
    t.deepEqual(loose.marks, new Set([HONEST]))
  })

  test(`SOAP ${soap}: they count for nothing where it is`, async (t) => {
    const strict = await guarded(t, await people(), POLICY)
    const text = await signedBy(soap, '_5')
    const answer = await ask(strict.url, text, { type: MEDIA_TYPE[soap] })
    t.not(answer.status, 200)
    t.deepEqual(strict.marks, new Set())
  })
}
