/** The W3C's SOAP 1.2 test collection, sent to the service it is written for over a real socket. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parseEnvelope } from '../../src/soap/envelope.js'
import { readFault } from '../../src/soap/read-fault.js'
import { SOAP_12, SoapVersions } from '../../src/soap/version.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  resolveQName,
  trimXml,
  type XmlElement,
} from '../../src/xml/tree.js'
import tsTests, { ACTOR_C } from '../fixtures/ts-tests/index.js'
import { serveNode } from '../support/nodes/node.js'
import { conformanceFolder, envelopeSchema12 } from '../support/shared.js'

interface Expected {
  readonly envelopeNs?: string
  readonly headers?: readonly {
    readonly name: string
    readonly text: string
    readonly attrs: Readonly<Record<string, string>>
  }[]
  readonly body?: readonly string[] | null
  readonly fault?: { readonly codes: readonly string[] } | null
}

interface Case {
  readonly id: string
  readonly title: string
  readonly request: string
  readonly specOverride?: { readonly fault: readonly string[] }
  readonly axis2?: Expected
  readonly php?: Expected
}

/** Where this node's answer rightly differs from the collection's own, and why. */
const DIFFERENCES: Readonly<
  Record<string, { readonly expected: Expected; readonly because: string }>
> = {
  T24: {
    because:
      'The answer has the Upgrade block that SOAP 1.2 Part 1 §5.4.7 asks for and the collection leaves out.',
    expected: {
      headers: [{ name: '{http://www.w3.org/2003/05/soap-envelope}Upgrade', text: '', attrs: {} }],
      fault: { codes: ['env:VersionMismatch'] },
    },
  },
  T26: {
    because:
      'A processing instruction: SOAP 1.2 Part 1 §5 lets a receiver fault it, and this node reads none.',
    expected: { headers: [], fault: { codes: ['env:Sender'] } },
  },
  T30: {
    because:
      'The collection is for a node that serves SOAP 1.2 only; this one serves SOAP 1.1 too, and answers in it.',
    expected: { headers: [], body: ['{http://example.org/ts-tests}responseOk'], fault: null },
  },
}

const RPC = 'http://www.w3.org/2003/05/soap-rpc'
const ENC = 'http://www.w3.org/2003/05/soap-encoding'
const VERSIONS = new SoapVersions()
const folder = conformanceFolder()

if (folder === undefined) {
  test('left out: the W3C SOAP 1.2 collection (no ../shared/conformance beside this checkout)', (t) => {
    t.log('Set SOAP_CONFORMANCE to the folder that holds w3c-soap12-collection.json to run it.')
    t.pass()
  })
} else {
  const cases = JSON.parse(
    readFileSync(join(folder, 'w3c-soap12-collection.json'), 'utf8'),
  ) as Case[]
  const schema = envelopeSchema12(folder)
  const node = serveNode(
    { tests: await tsTests({ options: {}, folder: '.', log: silent() }) },
    { settings: [`node.actors=[${ACTOR_C}]`] },
  )
  test.after.always(async () => (await node).close())

  for (const { id, title, request, ...replies } of cases) {
    const difference = DIFFERENCES[id]
    const expected = difference?.expected ?? expectedOf(replies)
    test(`${id} (${title})${difference ? `: ${difference.because}` : ''}`, async (t) => {
      const response = await fetch((await node).url, {
        method: 'POST',
        headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
        body: request,
      })
      const envelope = parseEnvelope(await response.text(), VERSIONS)
      if (envelope.version === SOAP_12)
        t.deepEqual(schema.validate(envelope.root).filter(isOfEnvelope), [])
      else t.is(id, 'T30')
      const fault = readFault(envelope)
      if (expected.fault) {
        const codes = expected.fault.codes.map(expandCode)
        t.deepEqual(fault?.codes.slice(0, codes.length), codes)
        t.is(response.status, codes[0]?.endsWith('Sender') ? 400 : 500)
      } else {
        t.is(fault, undefined)
        t.is(response.status, 200)
        t.deepEqual(envelope.entries.map(clarkName), expected.body ?? [])
      }
      if (expected.headers)
        t.deepEqual(envelope.blocks.map(summary), expected.headers.map(expandHeader(request)))
    })
  }

  test('the collection is complete: every test is run', (t) => {
    t.is(cases.length, 73)
  })
}

/** The class of answer that the specification demands, then the collection's own reply, then PHP's. */
function expectedOf({
  specOverride,
  axis2,
  php,
}: Omit<Case, 'id' | 'title' | 'request'>): Expected {
  if (specOverride) return { fault: { codes: specOverride.fault } }
  if (axis2) return axis2
  return php ?? {}
}

function expandCode(code: string): string {
  const [prefix, local = ''] = code.split(':')
  const namespace = prefix === 'rpc' ? RPC : prefix === 'enc' ? ENC : SOAP_12.namespace
  return `{${namespace}}${local}`
}

interface Summary {
  readonly name: string
  readonly text: string
  readonly qname: string | undefined
}

function summary(block: XmlElement): Summary {
  const qname = attributeOf(block, '', 'qname')
  const resolved = qname === undefined ? undefined : resolveQName(block.scope, qname)
  return {
    name: clarkName(block),
    // Upgrade and NotUnderstood hold elements; the collection's texts are trimmed.
    text: childElements(block).length > 0 ? '' : trimXml(elementText(block)),
    qname: resolved && clarkName(resolved),
  }
}

/** The collection writes qname with the request's prefix: resolved by the block it names. */
function expandHeader(request: string) {
  return ({ name, text, attrs }: NonNullable<Expected['headers']>[number]): Summary => {
    const { qname } = attrs
    if (qname === undefined) return { name, text, qname: undefined }
    const [prefix, local] = qname.split(':')
    const namespace = new RegExp(`xmlns:${prefix}="([^"]*)"`).exec(request)?.[1]
    return { name, text, qname: `{${namespace}}${local}` }
  }
}

/** The schema of the envelope does not know the types that encoded values name. */
function isOfEnvelope({ sentence }: { readonly sentence: string }): boolean {
  return !/xsi:type attribute does not resolve to a type definition/.test(sentence)
}

function silent() {
  const quiet = () => undefined
  return { debug: quiet, info: quiet, warn: quiet, error: quiet }
}
