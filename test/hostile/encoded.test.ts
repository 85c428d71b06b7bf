/** Encoded messages that claim much, refer to each other without end, or nest by references: one clear fault each, or an answer. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { envelope } from '../support/encoding/through.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { accepted, faulted, honest, warmUp } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const PLUGIN = fileURLToPath(new URL('./encoded-plugin.js', import.meta.url))

let daemon: RunningDaemon

test.before(async (t) => {
  daemon = await startDaemon([`plugins=["calculator", "echo", "${PLUGIN}"]`])
  await warmUp(t, daemon)
})
test.after.always(() => daemon?.stop())

const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join('')

const entry = (inside: string, name = 'Any') => `<g:${name}>${inside}</g:${name}>`

/** What stands in Body, and what the fault's detail says. */
const REFUSED: Readonly<Record<string, readonly [body: string, reported: RegExp]>> = {
  'a reference to nothing': [entry('<a href="#nobody"/>'), /no element has the id/],
  'a reference to another host': [
    entry('<a href="http://127.0.0.1/"/>'),
    /not to an element of the message/,
  ],
  'an id twice': [entry('<a id="1"/><b id="1"/>'), /two elements have the id/],
  '90,000 elements of one id': [
    entry(many(90_000, () => '<a id="1"/>')),
    /two elements have the id/,
  ],
  'a reference to itself': [`${entry('<a href="#1"/>')}<m id="1" href="#1"/>`, /leads to itself/],
  'references in a ring': [
    `${entry('<a href="#1"/>')}<m id="1" href="#2"/><m id="2" href="#1"/>`,
    /leads to itself/,
  ],
  '40,000 references that lead on to others': [
    `${entry('<a href="#0"/>')}${many(40_000, (n) => `<m id="${n}" href="#${n + 1}"/>`)}<m id="40000"/>`,
    /more than 100 references lead on/,
  ],
  'a cycle in types that have none': [
    `${entry('<outer href="#1"/>', 'Typed')}<m id="1"><inner href="#1"/></m>`,
    /the contract has no such accessor|elsewhere/,
  ],
  'values that nest 10,000 deep by references': [
    `${entry('<a href="#0"/>')}${many(10_000, (n) => `<m id="${n}"><n href="#${n + 1}"/></m>`)}<m id="10000"/>`,
    /values may nest 1000 levels deep/,
  ],
  'values that nest deep, though each can be reached at once': [
    `${entry(`<a>${many(20_000, (n) => `<i href="#${n}"/>`)}</a>`)}${many(20_000, (n) => `<m id="${n}"><n href="#${n + 1}"/></m>`)}<m id="20000"/>`,
    /values may nest 1000 levels deep/,
  ],
  'a place of 10^9': [
    entry('<a e:arrayType="x:int[2000000000]"><i e:position="[1000000000]">1</i></a>'),
    /arrays may leave out 100000 places/,
  ],
  'an offset of 10^9': [
    entry('<a e:arrayType="x:int[2000000000]" e:offset="[1000000000]"><i>1</i></a>'),
    /arrays may leave out 100000 places/,
  ],
  'many arrays that leave out much each': [
    entry(many(20, () => '<a e:arrayType="x:int[9999]"><i e:position="[9998]">1</i></a>')),
    /arrays may leave out 100000 places/,
  ],
  'sizes of 10^9 in two dimensions': [
    entry('<a e:arrayType="x:int[1000000000,1000000000]"><i>1</i></a>'),
    /sizes of the array are too large/,
  ],
  'a place of a thousand digits': [
    entry(`<a e:arrayType="x:int[9]"><i e:position="[${'9'.repeat(1000)}]">1</i></a>`),
    /expected a size or a place/,
  ],
  'an array of 10,000 dimensions': [
    entry(`<a e:arrayType="x:int[${'1,'.repeat(9999)}1]"><i>1</i></a>`),
    /32 dimensions, and no more/,
  ],
  'arrays of arrays of arrays, 10,000 deep by their type': [
    entry(`<a e:arrayType="x:int${'[]'.repeat(9999)}[1]"><i>1</i></a>`),
    /32 dimensions, and no more/,
  ],
  'a type of 60,000 characters': [
    entry(`<a i:type="${'n'.repeat(30_000)}:${'x'.repeat(30_000)}"/>`),
    /prefix of the type/,
  ],
}

for (const [what, [body, pattern]] of Object.entries(REFUSED)) {
  test.serial(`a Client fault: ${what}`, async (t) => {
    const answer = await faulted(t, daemon, post(envelope('1.1', body)), '1.1', 'Client')
    t.regex(answer.body, pattern)
    t.true(answer.body.length < 2000)
  })
}

for (const [what, inside] of [
  ['a reference to nothing', '<a e:ref="nobody"/>'],
  ['an id twice', '<a e:id="1"/><b e:id="1"/>'],
  ['both a reference and what is referred to', '<a e:id="1" e:ref="1"/>'],
  ['a * behind a size', '<a e:arraySize="2 *"/>'],
] as const) {
  test.serial(`a Sender fault in SOAP 1.2: ${what}`, async (t) => {
    const type = 'application/soap+xml; charset=utf-8'
    await faulted(t, daemon, post(envelope('1.2', entry(inside)), { type }), '1.2', 'Client')
  })
}

test.serial(
  'an id of 60,000 characters is one, and one beyond the limit of attributes is refused',
  async (t) => {
    const id = 'x'.repeat(60_000)
    const text = envelope('1.1', `${entry(`<a href="#${id}"/>`)}<m id="${id}" i:type="x:int">7</m>`)
    t.regex((await accepted(t, daemon, post(text))).body, />7</)
    const long = envelope('1.1', entry(`<a id="${'x'.repeat(1024 ** 2)}"/>`))
    t.not((await raw(daemon.port, post(long), { first: true })).status, 200)
    await honest(t, daemon)
  },
)

test.serial('styles without end are looked through once', async (t) => {
  const styles = `${'urn:x '.repeat(10_000)}http://schemas.xmlsoap.org/soap/encoding/`
  const body = `<g:Any s:encodingStyle="${styles}"><a i:type="x:int">7</a></g:Any>`
  t.regex((await accepted(t, daemon, post(envelope('1.1', body)))).body, />7</)
  const unknown = `<g:Any s:encodingStyle="${'urn:x '.repeat(10_000)}"/>`
  await faulted(t, daemon, post(envelope('1.1', unknown)), '1.1', 'Client')
})

test.serial('an array that claims 10^9 items has those that are there', async (t) => {
  const body = entry('<a e:arrayType="x:int[1000000000]"><i>7</i></a>')
  const answer = await accepted(t, daemon, post(envelope('1.1', body)))
  t.regex(answer.body, /arrayType="xs:int\[1\]"[^>]*><item [^>]*>7<\/item></)
})

test.serial('a graph whose expansion is exponential is answered as it came', async (t) => {
  const nodes = many(900, (n) => `<m id="${n}"><a href="#${n + 1}"/><b href="#${n + 1}"/></m>`)
  const body = `${entry('<a href="#0"/>')}${nodes}<m id="900"><x>1</x></m>`
  const answer = await accepted(t, daemon, post(envelope('1.1', body)))
  t.true(answer.body.length < 1_000_000)
})

test.serial('a long text that 90,000 refer to is answered once', async (t) => {
  const body = `${entry(`<a e:arrayType="x:anyType[90000]">${many(90_000, () => '<i href="#1"/>')}</a>`)}<m id="1">${'tea '.repeat(100_000)}</m>`
  const { status, body: text } = await raw(daemon.port, post(envelope('1.1', body)), {
    first: true,
  })
  t.is(status, 200)
  t.true(text.length < 10_000_000)
  await honest(t, daemon)
})

/** As much work as the limits on elements allow: others are answered meanwhile. */
const HEAVY: Readonly<Record<string, string>> = {
  '95,000 references to one struct': `${entry(`<l>${many(95_000, () => '<a href="#1"/>')}</l>`)}<m id="1"><x>1</x></m>`,
  '95,000 accessors of one name': entry(many(95_000, () => '<a>1</a>')),
  '95,000 accessors of other names': entry(many(95_000, (n) => `<a${n}>1</a${n}>`)),
  '47,000 values with an id each, of which none is root': many(
    47_000,
    (n) => `<m id="${n}"><n href="#${n}"/></m>`,
  ),
}

for (const [what, body] of Object.entries(HEAVY)) {
  test.serial(`others are answered meanwhile: ${what}`, async (t) => {
    let answered = false
    const request = post(envelope('1.1', body))
    const sent = raw(daemon.port, request, { first: true }).then(({ status }) => {
      answered = true
      return status
    })
    let between = 0
    for (; !answered; between += 1) await honest(t, daemon)
    t.true([200, 500].includes((await sent) ?? 0))
    t.true(between > 0)
  })
}
