/** Document type declarations and processing instructions: SOAP forbids both, whatever they say. */
import test, { type ExecutionContext } from 'ava'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { faulted, refused } from '../support/wire/hostile.js'
import { lureFile, lurePort } from '../support/wire/lures.js'
import { post } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

const TEXT = { type: 'text/xml' }
const SOAP = { type: 'application/soap+xml' }

/** A document is refused under SOAP 1.1's media type and faulted under that of SOAP 1.2. */
async function forbidden(t: ExecutionContext, document: string | Uint8Array): Promise<void> {
  await refused(t, daemon(), post(document, TEXT), 400)
  await faulted(t, daemon(), post(document, SOAP), '1.2', 'Client')
}

/** Puts a document type declaration in front of envelopes whose Echo holds what it declares. */
async function forbiddenDoctype(t: ExecutionContext, doctype: string, use = ''): Promise<void> {
  const entry = `<e:Echo xmlns:e="urn:example:echo"><e:text>${use}</e:text></e:Echo>`
  await forbidden(t, doctype + soap11(entry))
  await forbidden(t, `<?xml version="1.0"?>\n${doctype}${soap12(entry)}`)
}

test.serial('billion laughs, ten entities of ten of the one before, are refused', async (t) => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  await forbiddenDoctype(t, `<!DOCTYPE l [<!ENTITY l0 "lol">${entities.join('')}]>`, '&l9;')
})

const BIG = `<!DOCTYPE q [<!ENTITY a "${'a'.repeat(50_000)}">]>`

test.serial('quadratic blowup, 50 KB twenty thousand times over, is refused', async (t) => {
  await forbiddenDoctype(t, BIG, '&a;'.repeat(20_000))
})

test.serial('quadratic blowup in an attribute value is refused', async (t) => {
  const document = soap11(`<e:Echo xmlns:e="urn:example:echo" a="${'&a;'.repeat(20_000)}"/>`)
  await forbidden(t, BIG + document)
})

test.serial('an empty DOCTYPE is refused', async (t) => {
  await forbiddenDoctype(t, '<!DOCTYPE l>')
  await forbiddenDoctype(t, '<!DOCTYPE l []>')
})

test.serial('a DOCTYPE that never ends, or comes too late, is refused all the same', async (t) => {
  await refused(t, daemon(), post('<!DOCTYPE l', TEXT), 400)
  await refused(t, daemon(), post('<!DOCTYPE l [<!ENTITY a "', TEXT), 400)
  await refused(t, daemon(), post(`<!DOCTYPE l ${'['.repeat(1000)}`, TEXT), 400)
  await refused(t, daemon(), post(`${soap11(ADD)}<!DOCTYPE l>`, TEXT), 400)
  await refused(t, daemon(), post(soap11('<!DOCTYPE l>'), TEXT), 400)
  await refused(t, daemon(), post(`<!doctype l>${soap11(ADD)}`, TEXT), 400)
})

test.serial('one internal entity is refused', async (t) => {
  await forbiddenDoctype(t, '<!DOCTYPE l [<!ENTITY e "x">]>', '&e;')
})

test.serial('an entity that is declared nowhere is refused', async (t) => {
  await refused(t, daemon(), post(soap11('&e;'), TEXT), 400)
})

test.serial('external entity: a local file is not opened', async (t) => {
  const file = lureFile(t)
  await forbiddenDoctype(t, `<!DOCTYPE l [<!ENTITY e SYSTEM "${file.url}">]>`, '&e;')
  file.untouched()
})

test.serial('external entity: what a file holds is not in the answer', async (t) => {
  await forbiddenDoctype(t, '<!DOCTYPE l [<!ENTITY e SYSTEM "file:///etc/hostname">]>', '&e;')
})

test.serial('external entity: no connection is made', async (t) => {
  const port = await lurePort(t)
  await forbiddenDoctype(t, `<!DOCTYPE l [<!ENTITY e SYSTEM "${port.url}">]>`, '&e;')
  t.is(port.connections, 0)
})

test.serial('an external parameter entity is refused', async (t) => {
  const port = await lurePort(t)
  const file = lureFile(t)
  await forbiddenDoctype(t, `<!DOCTYPE l [<!ENTITY % x SYSTEM "${port.url}"> %x;]>`)
  await forbiddenDoctype(t, `<!DOCTYPE l [<!ENTITY % x SYSTEM "${file.url}"> %x;]>`)
  t.is(port.connections, 0)
  file.untouched()
})

test.serial('an external subset is refused, by SYSTEM and by PUBLIC identifier', async (t) => {
  const port = await lurePort(t)
  const file = lureFile(t)
  await forbiddenDoctype(t, `<!DOCTYPE l SYSTEM "${port.url}">`)
  await forbiddenDoctype(t, `<!DOCTYPE l PUBLIC "-//x//y" "${port.url}">`)
  await forbiddenDoctype(t, `<!DOCTYPE l SYSTEM "${file.url}">`)
  t.is(port.connections, 0)
  file.untouched()
})

test.serial('entities that contain each other are refused', async (t) => {
  await forbiddenDoctype(t, '<!DOCTYPE l [<!ENTITY a "&b;"><!ENTITY b "&a;">]>', '&a;')
})

test.serial('a DOCTYPE in UTF-16, where no ASCII filter sees it, is refused', async (t) => {
  const document = `\ufeff<!DOCTYPE l [<!ENTITY e "x">]>${soap11(ADD)}`
  await forbidden(t, Buffer.from(document, 'utf16le'))
  await forbidden(t, Buffer.from(document, 'utf16le').swap16())
})

for (const [position, document] of Object.entries({
  'in Body': (envelope: typeof soap11) => envelope(`${ADD}<?php x?>`),
  'in Header': (envelope: typeof soap11) => envelope(ADD, '<?php x?>'),
  'before Envelope': (envelope: typeof soap11) => `<?xml-stylesheet href="x.xsl"?>${envelope(ADD)}`,
  'after Envelope': (envelope: typeof soap11) => `${envelope(ADD)}<?php x?>`,
})) {
  test.serial(`a processing instruction ${position} is refused`, async (t) => {
    await refused(t, daemon(), post(document(soap11), TEXT), 400)
    await faulted(t, daemon(), post(document(soap12), SOAP), '1.2', 'Client')
  })
}

test.serial(
  'a processing instruction in a SOAP 1.1 envelope that comes as SOAP 1.2 is refused',
  async (t) => {
    await refused(t, daemon(), post(soap11('<?php x?>'), SOAP), 400)
  },
)

test.serial('an XML declaration that does not come first is refused', async (t) => {
  await refused(t, daemon(), post(` <?xml version="1.0"?>${soap11(ADD)}`, TEXT), 400)
  await refused(t, daemon(), post(soap11('<?XML version="1.0"?>'), TEXT), 400)
})
