/** A message that xmlsec1 has signed still verifies with xmlsec1 once two nodes have passed it on, over HTTP and mail. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../src/log.js'
import { readHops } from '../../src/message/way/hops.js'
import { clarkName } from '../../src/xml/tree.js'
import { HttpTransport } from '../../transports/http/transport.js'
import { folderOf } from '../support/folder.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { serveNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { textOfMail } from '../support/nodes/passage.js'
import { CELLS, cellHandlers } from '../support/wire/cells.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'
import { envelopeOf } from '../support/wire/wire.js'
import { run } from './foreign-client.js'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const SEC = 'http://schemas.xmlsoap.org/soap/security/2000-12'
/** What is signed before c14n: with the namespaces of Envelope, or only those that are used. */
const CANONICAL = {
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
}
const ORDER = 'urn:example:orders'
const VERSIONS = [
  ['1.1', NS11, 'actor', 'text/xml'],
  ['1.2', NS12, 'role', 'application/soap+xml'],
] as const

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const template = (id: string, canonical: string) =>
  `<ds:Signature xmlns:ds="${DSIG}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${canonical}"/>` +
  `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#${id}">` +
  `<ds:Transforms><ds:Transform Algorithm="${canonical}"/></ds:Transforms>` +
  `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference>` +
  `</ds:SignedInfo><ds:SignatureValue/></ds:Signature>`

/** Each signature in a block of its own: the first is over Body, the second over a block for an auditor. */
function unsigned(namespace: string, attribute: string, canonical: string): string {
  const forActor = (uri: string) => `s:${attribute}="urn:example:${uri}"`
  const ours = (uri: string, local = 'Taken') =>
    `<t:${local} xmlns:t="${CELLS}" ${forActor(uri)}>${uri}</t:${local}>`
  return (
    `<?xml version="1.0"?>\n<s:Envelope xmlns:s="${namespace}" xmlns:unused="urn:unused" xmlns:o="${ORDER}" xmlns:wsu="${WSU}">\n` +
    `<s:Header>${ours('first')}\n  <sec:Signature xmlns:sec="${SEC}">${template('Body', canonical)}</sec:Signature>` +
    `${ours('second', 'Changed')}<o:Order ${forActor('auditor')} wsu:Id='order' a='>"'>a<![CDATA[<b>]]>\t&#65;<!-- c --></o:Order>` +
    `\n<sec:Signature xmlns:sec="${SEC}" ${forActor('auditor')}>${template('order', canonical)}</sec:Signature>` +
    `${ours('second')}</s:Header>\n` +
    `<s:Body wsu:Id="Body"><q:Run xmlns:q="urn:q" b='2'  a = "1">\n  <n>\u00fc \u20ac \u{1F600} &#xe9;</n><!-- d --><q:m/>\n</q:Run></s:Body></s:Envelope>\n`
  )
}

async function xmlsec(what: '--sign' | '--verify', file: string, which: number, body: string) {
  const folder = join(file, '..')
  const key = what === '--sign' ? ['--privkey-pem', 'private.pem'] : ['--pubkey-pem', 'public.pem']
  const options = [
    what,
    key[0] ?? '',
    join(folder, key[1] ?? ''),
    '--id-attr:Id',
    body,
    '--id-attr:Id',
    `${ORDER}:Order`,
    '--node-xpath',
    `(//*[local-name()='Signature' and namespace-uri()='${DSIG}'])[${which}]`,
    ...(what === '--sign' ? ['--output', file] : []),
    file,
  ]
  return run('xmlsec1', options, '')
}

/** Two nodes: HTTP to HTTP, then HTTP to mail; what comes out of the mail. */
async function twoHops(t: ExecutionContext, text: string, type: string): Promise<string> {
  const sink = await mailSink()
  const { plugin, processed } = cellHandlers()
  const own = (name: string) => [
    `node.uri=urn:example:${name}`,
    `node.actors=["urn:example:${name}"]`,
  ]
  const second = await mailNode({
    relay: sink.url,
    plugins: { t: plugin },
    node: { settings: own('second'), findRoute: onwardTo('mailto:next@next.example') },
  })
  const front = new HttpTransport(second.config.http, createLog('silent'))
  await front.listen((message) => second.processor.process(message))
  const first = await serveNode(
    { t: plugin },
    { settings: own('first'), findRoute: onwardTo(String(front.listening[0])) },
  )
  t.teardown(async () => {
    await first.close()
    await front.close(AbortSignal.abort())
    await second.close()
    await sink.close()
  })
  const headers = { 'content-type': `${type}; charset=utf-8` }
  const { status } = await fetch(first.url, { method: 'POST', headers, body: text })
  t.is(status, 202)
  const { content } = await sink.mail(0)
  t.deepEqual(processed, ['first', 'second', 'second'])
  return textOfMail(content.toString('latin1'))
}

for (const [soap, namespace, attribute, type] of VERSIONS) {
  for (const [name, canonical] of Object.entries(CANONICAL)) {
    test(`SOAP ${soap}, ${name} canonicalization: signatures over Body and over another's block hold`, async (t) => {
      const body = `${namespace}:Body`
      const folder = folderOf(t, {
        'private.pem': privateKey,
        'public.pem': publicKey,
        'sent.xml': unsigned(namespace, attribute, canonical),
      })
      const file = (file: string) => join(folder, file)
      for (const which of [1, 2]) await xmlsec('--sign', file('sent.xml'), which, body)
      const sent = readFileSync(file('sent.xml'), 'utf8')
      const received = await twoHops(t, sent, type)
      const { blocks } = envelopeOf(received)
      t.deepEqual(blocks.map(clarkName), [
        `{${SEC}}Signature`,
        `{${CELLS}}Another`,
        `{${ORDER}}Order`,
        `{${SEC}}Signature`,
        '{urn:waybill:route}Hops',
      ])
      t.deepEqual(blocks.flatMap(readHops), ['urn:example:first', 'urn:example:second'])
      writeFileSync(file('came.xml'), received)
      for (const which of [1, 2]) await xmlsec('--verify', file('came.xml'), which, body)
      // xmlsec1 looks at what it is shown: a change of either is seen.
      writeFileSync(
        file('forged.xml'),
        received.replace('<q:m/>', '<q:m> </q:m>').replace('>a<', '>b<'),
      )
      for (const which of [1, 2]) {
        await t.throwsAsync(
          xmlsec('--verify', file('forged.xml'), which, body),
          undefined,
          received,
        )
      }
    })
  }
}
