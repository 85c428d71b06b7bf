/** Namespaces gone wrong, references to follow, names of JavaScript's own, and text for the log. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { accepted, faulted, refused, unharmed, warmUp } from '../support/wire/hostile.js'
import { lureFile, lurePort } from '../support/wire/lures.js'
import { post, raw } from '../support/wire/raw.js'

let daemon: RunningDaemon
/** Has, beside the shipped plugins, one that takes any values without a schema. */
let open: RunningDaemon

test.before(async (t) => {
  daemon = await startDaemon()
  const plugin = fileURLToPath(new URL('./plugin.js', import.meta.url))
  open = await startDaemon([`plugins=["calculator", "echo", "trace", "${plugin}"]`])
  await Promise.all([warmUp(t, daemon), warmUp(t, open)])
})
test.after.always(() => Promise.all([daemon?.stop(), open?.stop()]))

const SOAP = { type: 'application/soap+xml' }

/** What is wrong by Namespaces in XML is a fault in whichever version the envelope is. */
const WRONG_NAMESPACES: Readonly<Record<string, string>> = {
  'one attribute under two prefixes of one namespace':
    '<x xmlns:a="urn:n" xmlns:b="urn:n" a:c="" b:c=""/>',
  'a prefix of an element that is not bound': '<p:x/>',
  'a prefix of an attribute that is not bound': '<x p:a=""/>',
  'a prefix that is taken back': '<x xmlns:p=""/>',
  'the prefix xml bound to another namespace': '<x xmlns:xml="urn:x"/>',
  'another prefix bound to the namespace of xml':
    '<x xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
  'the prefix xmlns bound': '<x xmlns:xmlns="http://www.w3.org/2000/xmlns/"/>',
  'the namespace of xmlns made the default': '<x xmlns="http://www.w3.org/2000/xmlns/"/>',
  'the prefix xmlns used': '<xmlns:x/>',
  'a name of three parts': '<a:b:c xmlns:a="urn:a"/>',
  'a name that begins with a colon': '<:x/>',
  'a name that ends with a colon': '<a: xmlns:a="urn:a"/>',
  'an attribute of three parts': '<x xmlns:a="urn:a" a:b:c=""/>',
  'a declaration of three parts': '<x xmlns:a:b="urn:a"/>',
}

for (const [name, content] of Object.entries(WRONG_NAMESPACES)) {
  test.serial(`a Client fault: ${name}`, async (t) => {
    await faulted(t, daemon, post(soap11(content)), '1.1', 'Client')
    await faulted(t, daemon, post(soap12(content), SOAP), '1.2', 'Client')
    await faulted(t, daemon, post(soap11(ADD, content)), '1.1', 'Client')
  })
}

test.serial('XInclude is data: nothing is opened', async (t) => {
  const file = lureFile(t)
  const port = await lurePort(t)
  for (const { url } of [file, port]) {
    const include = `<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="${url}" parse="text"/>`
    const entry = `<e:Echo xmlns:e="urn:example:echo"><e:text>${include}</e:text></e:Echo>`
    // The schema of Echo wants text only.
    await faulted(t, daemon, post(soap11(entry)), '1.1', 'Client')
    await accepted(t, daemon, post(soap11(ADD, `<h:H xmlns:h="urn:h">${include}</h:H>`)))
    const taken = await accepted(
      t,
      open,
      post(soap11(`<h:Take xmlns:h="urn:hostile">${include}</h:Take>`)),
    )
    t.true(taken.body.includes('<m:names>include</m:names>'), taken.body)
  }
  file.untouched()
  t.is(port.connections, 0)
})

test.serial('schema locations are ignored: nothing is opened', async (t) => {
  const file = lureFile(t)
  const port = await lurePort(t)
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  for (const { url } of [file, port]) {
    for (const hint of [
      `${xsi} xsi:schemaLocation="urn:example:calculator ${url}"`,
      `${xsi} xsi:schemaLocation="urn:other ${url} ${url} ${url}"`,
      `${xsi} xsi:noNamespaceSchemaLocation="${url}"`,
    ]) {
      const hinted = ADD.replace('<c:Add', `<c:Add ${hint}`)
      const answer = await accepted(t, daemon, post(soap11(hinted)))
      t.regex(answer.body, />3</)
      await accepted(t, daemon, post(soap11(ADD.replace('<c:a>', `<c:a ${hint}>`))))
      const trace = `<t:Trace xmlns:t="urn:example:trace" s:actor="http://schemas.xmlsoap.org/soap/actor/next" ${hint}>x</t:Trace>`
      // The Trace plugin notes the block in the log.
      await accepted(t, daemon, post(soap11(ADD, trace)), { lines: 2 })
    }
  }
  file.untouched()
  t.is(port.connections, 0)
})

const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then']

test.serial('names of JavaScript are only names, as elements', async (t) => {
  for (const name of NAMES) {
    const content = `<${name}><polluted>yes</polluted></${name}>`
    await faulted(t, daemon, post(soap11(content)), '1.1', 'Client')
    await faulted(t, daemon, post(soap11(ADD.replace('<c:a>', `${content}<c:a>`))), '1.1', 'Client')
    await accepted(
      t,
      daemon,
      post(soap11(ADD, `<h:${name} xmlns:h="urn:h">${content}</h:${name}>`)),
    )
    const entry = `<h:Take xmlns:h="urn:hostile">${content}</h:Take>`
    const answer = await accepted(t, open, post(soap11(entry)))
    t.true(answer.body.includes(`<m:names>${name}</m:names>`), answer.body)
    t.true(answer.body.includes('<m:polluted>undefined</m:polluted>'), answer.body)
    t.true(answer.body.includes('<m:inherited>null</m:inherited>'), answer.body)
  }
})

test.serial('names of JavaScript are only names, as attributes and prefixes', async (t) => {
  for (const name of NAMES) {
    const block = `<h:H xmlns:h="urn:h" ${name}="x" xmlns:${name}="urn:p" ${name}:polluted="yes"/>`
    await accepted(t, daemon, post(soap11(ADD, block)))
    const entry = `<h:Take xmlns:h="urn:hostile"><a ${name}="x">1</a></h:Take>`
    const answer = await accepted(t, open, post(soap11(entry)))
    t.true(answer.body.includes('<m:polluted>undefined</m:polluted>'), answer.body)
    await faulted(t, daemon, post(soap11(`<${name}:x/>`)), '1.1', 'Client')
  }
})

test.serial(
  'names of JavaScript are only names, as HTTP headers and media type parameters',
  async (t) => {
    for (const name of NAMES) {
      await accepted(t, daemon, post(soap11(ADD), { headers: `${name}: polluted\r\n` }))
      await accepted(t, daemon, post(soap11(ADD), { type: `text/xml; ${name}=polluted` }))
    }
  },
)

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

test.serial('names of JavaScript are only names, in the path and in the query', async (t) => {
  for (const name of NAMES) {
    await refused(t, daemon, post(soap11(ADD), { path: `/soap/${name}` }), 404)
    await refused(t, daemon, get(`/soap/${name}/${name}`), 404)
    await refused(t, daemon, get(`/soap/calculator/${name}`), 404)
    const query = `/soap/calculator/Add?a=1&b=2&${name}=polluted`
    await faulted(t, daemon, get(query), '1.2', 'Client')
    const answer = await accepted(t, open, get(`/soap/plugin/Take?${name}=x&${name}=y`))
    t.true(answer.body.includes(`<m:names>${name}</m:names>`), answer.body)
    t.true(answer.body.includes('<m:polluted>undefined</m:polluted>'), answer.body)
  }
})

const FAKE = '{"msg":"exchange"}'

/** What a reader of the log must not take for a line, a colour, or a change of direction. */
const TRICKS = {
  'line ends': `a&#13;&#10;${FAKE}&#10;b`,
  'next line and line separators': `a\u0085${FAKE}\u2028${FAKE}\u2029b`,
  'terminal escapes of one character': 'a\u009b2J\u009b31mred\u0090q\u009c',
  'bidi controls': 'a\u202e\u2066\u2067\u061c\u200f\u202dcod.exe',
  'invisible characters': 'a\u200b\u2060\ufeff\ufff9b',
  'delete characters': 'a\u007f\u007fb',
  '100,000 characters': '\u202e'.repeat(100_000),
} as const

for (const [what, text] of Object.entries(TRICKS)) {
  test.serial(`the log holds no ${what} of an element`, async (t) => {
    const entry = `<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`
    await accepted(t, daemon, post(soap11(entry)))
    const wrong = `<c:Add xmlns:c="urn:example:calculator"><c:a>${text}</c:a><c:b>2</c:b></c:Add>`
    await faulted(t, daemon, post(soap11(wrong)), '1.1', 'Client')
  })

  test.serial(`the log holds no ${what} of a namespace or a header block`, async (t) => {
    await faulted(
      t,
      daemon,
      post(soap11(`<x xmlns='urn:${text.slice(0, 50_000)}'/>`)),
      '1.1',
      'Client',
    )
    const block = (content: string) =>
      `<t:Trace xmlns:t="urn:example:trace" s:actor="http://schemas.xmlsoap.org/soap/actor/next">${content}</t:Trace>`
    const send = () => raw(daemon.port, post(soap11(ADD, block(text))), { first: true })
    // The Trace plugin writes what its schema lets through into the log, in a line of its own.
    const lines = text.length > 100 ? 1 : 2
    const answer = await unharmed(t, daemon, send, { lines })
    t.is(answer.status, lines === 2 ? 200 : 500)
  })
}

test.serial('terminal escapes that XML does not have are refused', async (t) => {
  await refused(t, daemon, post(soap11('\u001b[2J')), 400)
  await refused(t, daemon, post(soap11(`<\u001b[2J/>`)), 400)
  await refused(t, daemon, post(soap11(ADD), { headers: 'SOAPAction: "\u001b[31m"\r\n' }), 400)
  await refused(t, daemon, post(soap11(ADD), { path: '/soap/\u009b2J' }), 400)
})

test.serial('a path of 10,000 characters is refused, and logged at no length', async (t) => {
  const long = `/soap/${'a'.repeat(10_000)}`
  await refused(t, daemon, post(soap11(ADD), { path: long }), 404)
  await refused(t, daemon, get(`${long}/Add`), 404)
  await refused(t, daemon, get(`/soap/calculator/${'a'.repeat(10_000)}`), 404)
})
