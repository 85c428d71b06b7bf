/** Messages that are written in unusual ways are sealed, sealed again by another, and opened. */
import test from 'ava'
import { bob, covered, node, opened, sealed, WITH_KEY } from '../support/security/blocks.js'
import { WSSE } from '../support/security/forge/texts.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'

const MESSAGES: readonly (readonly [name: string, text: string])[] = [
  [
    'SOAP 1.1 as the default namespace',
    `<Envelope xmlns="${NS11}"><Body><Add xmlns="urn:m"/></Body></Envelope>`,
  ],
  [
    'SOAP 1.2 as the default namespace, and a > in a value',
    `<Envelope xmlns="${NS12}"><Header><x:K xmlns:x="urn:x" a=">"/></Header><Body><Add xmlns=""/></Body></Envelope>`,
  ],
  [
    'Header and Body without content',
    `<s:Envelope xmlns:s="${NS11}"><s:Header/><s:Body/></s:Envelope>`,
  ],
  [
    'a security block without content, and quotes in its values',
    `<s:Envelope xmlns:s="${NS11}"><s:Header><Security xmlns="${WSSE}" a='>"' b="'>"/></s:Header><s:Body><y/></s:Body></s:Envelope>`,
  ],
  [
    'a security block with a comment alone',
    `<s:Envelope xmlns:s="${NS11}"><s:Header><Security xmlns="${WSSE}" s:mustUnderstand="1"><!-- c --></Security></s:Header><s:Body><y/></s:Body></s:Envelope>`,
  ],
  [
    'line ends of Windows, references and CDATA',
    `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="${NS11}">\r\n<s:Header>\r\n</s:Header>\r\n<s:Body>\r\n<y>\r\n&#13;&lt;<![CDATA[<z>]]></y></s:Body></s:Envelope>`,
  ],
  [
    'the usual prefixes for other namespaces',
    `<s:Envelope xmlns:s="${NS11}" xmlns:wsse="urn:1" xmlns:wsu="urn:2" xmlns:ds="urn:3" xmlns:xenc="urn:4" xmlns:wsse11="urn:5" xmlns:soap="urn:6" xmlns:env="urn:7" xmlns:SOAP-SEC="urn:8"><s:Header><wsse:K/></s:Header><s:Body><y/></s:Body></s:Envelope>`,
  ],
  [
    'characters beyond the first plane',
    `<s:Envelope xmlns:s="${NS11}"><s:Body><y a="😀&quot;">😀 ü</y></s:Body></s:Envelope>`,
  ],
]

const BLOCKS = ['{urn:x}K', '{urn:1}K']

for (const [name, text] of MESSAGES) {
  for (const encrypt of [[], ['Body'], ['Body', 'Signature', 'UsernameToken', ...BLOCKS]]) {
    test(`${name}: sealed twice, ${encrypt.length} parts encrypted`, (t) => {
      const both = { encrypt, ...(encrypt.length > 0 && { to: node().certificate }) }
      const first = sealed(text, {
        ...both,
        sign: ['Timestamp', 'Body', 'UsernameToken', ...BLOCKS],
        timestamp: 60_000,
        user: { name: 'alice', password: 'open sesame', form: 'digest' },
      }).text
      const parts = [...(text.includes(':K') ? ['K'] : []), 'Timestamp', 'UsernameToken', 'Body']
      t.deepEqual(covered(opened(first)), parts)
      const second = sealed(first, { ...both, sign: ['Body'], key: WITH_KEY(bob()) }).text
      const { verdict, envelope } = opened(second)
      t.deepEqual(
        verdict.signatures.map(({ peer }) => peer),
        ['bob', 'alice'],
      )
      for (const { covers } of verdict.signatures) t.true(covers.includes(envelope.body))
      t.is(verdict.users[0]?.peer, 'alice')
    })
  }

  test(`${name}: signed twice by SOAP-DSIG`, (t) => {
    const first = sealed(text, { form: 'soap-dsig', sign: ['Body', ...BLOCKS] }).text
    const second = sealed(first, { form: 'soap-dsig', key: WITH_KEY(bob()) }).text
    const { verdict } = opened(second)
    t.deepEqual(
      verdict.signatures.map(({ peer }) => peer),
      ['alice', 'bob'],
    )
  })
}
