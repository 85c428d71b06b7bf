/** Exclusive canonical forms of generated documents: xmlsec1 finds the digests that this node has written. */
import { createHmac, hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import { attributeOf, XML_NAMESPACE, type XmlElement } from '../../src/xml/tree.js'
import { canonical, elementsOf, inclusiveOf } from '../support/canonical.js'
import { canonicalDocument, prefixList } from '../support/canonical-documents.js'
import { folderOf } from '../support/folder.js'
import { LONG } from '../support/long.js'
import { Random } from '../support/random.js'
import { DS, EXCLUSIVE } from '../support/security/signing.js'
import { run } from './foreign-client.js'

const KEY = '0123456789abcdef0123456789abcdef'
const SUBSETS = LONG ? 50_000 : 1_000
/** References of one signature, each to an element with its own PrefixList. */
const EACH = 100

const exclusive = (name: string, prefixes: readonly string[]) =>
  `<ds:${name} Algorithm="${EXCLUSIVE}"><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${prefixes.join(' ')}"/></ds:${name}>`

function referenceTo(element: XmlElement, prefixes: readonly string[]): string {
  const form = canonical(element, { inclusive: inclusiveOf(prefixes) })
  return (
    `<ds:Reference URI="#${attributeOf(element, XML_NAMESPACE, 'id')}"><ds:Transforms>${exclusive('Transform', prefixes)}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${hash('sha256', form, 'base64')}</ds:DigestValue></ds:Reference>`
  )
}

/** A document of several, with a signature over elements of them. */
function signed(random: Random, alter: (text: string) => string): string {
  let count = 0
  const numbered = () => {
    count += 1
    return ` xml:id="i${count}"`
  }
  const documents = Array.from({ length: 20 }, () => canonicalDocument(random, numbered)).join('\n')
  const around = (signature: string, content = documents) =>
    `<r xmlns="u:r" xmlns:a="u:1" xmlns:ns1="u:2">${content}${signature}</r>`
  const elements = elementsOf(readDocument(around(''))).slice(1)
  const references = Array.from({ length: EACH }, () =>
    referenceTo(random.pick(elements), prefixList(random)),
  )
  const prefixes = prefixList(random)
  const signature = (value: string) =>
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${exclusive('CanonicalizationMethod', prefixes)}` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/>${references.join('')}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  const signedInfo = elementsOf(readDocument(around(signature('')))).find(
    ({ local }) => local === 'SignedInfo',
  )
  if (!signedInfo) throw new Error('there is no SignedInfo')
  const form = canonical(signedInfo, { inclusive: inclusiveOf(prefixes) })
  const value = createHmac('sha256', KEY).update(form).digest('base64')
  return around(signature(value), alter(documents))
}

test('xmlsec1 finds the same digests of generated documents and subsets', async (t) => {
  t.timeout(3_600_000)
  const folder = folderOf(t, { key: KEY })
  const random = new Random(4)
  const verify = (text: string) => {
    writeFileSync(join(folder, 'signed.xml'), text)
    return run('xmlsec1', [
      '--verify',
      '--hmackey',
      join(folder, 'key'),
      join(folder, 'signed.xml'),
    ])
  }
  for (let done = 0; done < SUBSETS; done += EACH) {
    const text = signed(random, (documents) => documents)
    await t.notThrowsAsync(verify(text), text)
  }
  await t.throwsAsync(verify(signed(random, (documents) => documents.replaceAll('text', 'test'))))
})
