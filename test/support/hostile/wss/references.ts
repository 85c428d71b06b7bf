/** Hostile References, ids and canonical forms: what makes a verifier read, count or write too much. */
import { DS, WSU } from '../../../../src/security/names.js'
import { letter, sealed } from '../../security/blocks.js'
import {
  changed,
  ECHO,
  forged,
  found,
  REFERENCE,
  type Rows,
  SIGNATURE,
  signed,
  TRANSFORM,
  times,
} from './row.js'

const URI = /URI="#Body-[^"]*"/
const ONE = { verifications: 1, certificates: 1 } as const

/** Text of a signed message with other References than it has. */
function withReferences(make: (reference: string) => string): string {
  const text = signed()
  return changed(text, REFERENCE, make(found(text, REFERENCE)))
}

const nested = (levels: number, tag: (level: number) => string, inside: string) =>
  times(levels, (level) => `<n${tag(level)}>`) + inside + '</n>'.repeat(levels)

/** Namespaces that no element around has, so that each start tag declares them. */
const declared = (from: number, count: number) =>
  times(count, (index) => ` xmlns:p${from + index}="urn:${from + index}" p${from + index}:a=""`)

/** A message whose Body is larger than what is in it seems. */
function withBody(content: string): string {
  const body = `<e:Echo xmlns:e="urn:example:echo"><e:text>${content}</e:text></e:Echo>`
  const text = sealed(letter({ body }), { at: Date.now() }).text
  return changed(text, /<ds:DigestValue>.{4}/, '<ds:DigestValue>AAAA')
}

export const REFERENCES: Rows = {
  W01: {
    messages: (urls) =>
      [...urls, ...urls.map((url) => `${url}#Body`), 'other.xml', 'cid:a@b', '//127.0.0.1:9/'].map(
        (url) => changed(signed(), URI, `URI="${url}"`),
      ),
  },
  W02: {
    messages: () =>
      [
        "#xpointer(id('Body'))",
        '#xpointer(/)',
        '#element(/1/2)',
        '#xmlns(s=urn:s)xpointer(//s:Body)',
        '##Body',
        '#',
      ].map((uri) => changed(signed(), URI, `URI="${uri}"`)),
    cost: ONE,
  },
  W03: {
    messages: () => [
      withReferences((reference) => reference.repeat(65)),
      withReferences((reference) => reference.repeat(500)),
      changed(signed(), URI, 'URI=""').replace(REFERENCE, (one) => one.repeat(65)),
    ],
  },
  W04: {
    // Each of 8 signatures over the whole document, 8 times: none is digested before its signature holds.
    messages: () => {
      const whole = changed(forged(), URI, 'URI=""').replace(REFERENCE, (one) => one.repeat(8))
      return [changed(whole, SIGNATURE, found(whole, SIGNATURE).repeat(8))]
    },
    cost: ONE,
  },
  W05: {
    messages: () => [
      signed({}, [
        `<h:H xmlns:h="urn:h" xmlns:u="${WSU}">${times(9000, (id) => `<i u:Id="i${id}"/>`)}</h:H>`,
      ]),
    ],
    cost: { verifications: 2, certificates: 1 },
  },
  W06: {
    messages: () => {
      const text = signed()
      const id = found(text, /Body-[^"]*/)
      const same = times(3000, () => `<i u:Id="${id}"/>`)
      const block = `<h:H xmlns:h="urn:h" xmlns:u="${WSU}">${same}</h:H>`
      return [changed(text, '</s:Header>', `${block}</s:Header>`)]
    },
    cost: ONE,
  },
  W07: {
    messages: () =>
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((id) =>
        changed(signed(), URI, `URI="#${id}"`),
      ),
    cost: ONE,
  },
  W08: {
    // 90 levels, 60 namespaces on four of them, each used again by every element within.
    messages: () => {
      const bomb = nested(
        4,
        (level) => declared(level * 60, 60),
        nested(80, () => declared(0, 60).replaceAll(/ xmlns:\S+/g, ''), 'x'),
      )
      return [withBody(bomb), changed(forged(), '<ds:SignedInfo>', `<ds:SignedInfo>${bomb}`)]
    },
    cost: ONE,
  },
  W09: {
    messages: () => [
      withBody(`<n${times(256, (index) => ` a${index}=""`)}/>`.repeat(300)),
      withBody(times(9000, (index) => `<p${index}:n xmlns:p${index}="urn:${index}"/>`)),
      withBody(times(9000, (index) => `<n xmlns="urn:${index % 7}"><m xmlns=""/></n>`)),
      withBody('&#13;'.repeat(50_000)),
    ],
    cost: ONE,
  },
  W10: {
    messages: () => {
      const list = (count: number) =>
        `<c:InclusiveNamespaces xmlns:c="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${times(count, (index) => `p${index} `)}"/>`
      const transform = (inside: string) =>
        `<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">${inside}</ds:Transform>`
      return [257, 9000].map((count) => changed(signed(), TRANSFORM, transform(list(count))))
    },
  },
  W11: {
    messages: () => {
      const object = (inside: string) => `<ds:Object>${inside}</ds:Object></ds:Signature>`
      const manifest = `<ds:Manifest>${times(500, (index) => `<ds:Reference URI="#m${index}"/>`)}</ds:Manifest>`
      return [manifest, ECHO, nested(80, () => '', 'x')].map((inside) =>
        changed(signed(), '</ds:Signature>', object(inside)),
      )
    },
  },
  W12: {
    messages: () => {
      const text = signed()
      const block = found(text, /<wsse:Security .*<\/wsse:Security>/)
      const other = block.replace('<wsse:Security ', '<wsse:Security s:actor="" ')
      return [
        changed(text, SIGNATURE, found(text, SIGNATURE).repeat(100)),
        changed(text, block, block.repeat(2)),
        changed(text, block, block.repeat(40)),
        changed(text, block, block + other),
      ]
    },
    cost: { verifications: 8, certificates: 8 },
  },
  W13: {
    messages: () => {
      const soap = signed({ form: 'soap-dsig' })
      const signature = found(soap, SIGNATURE)
      return [
        changed(soap, signature, signature.repeat(2)),
        changed(soap, signature, ''),
        changed(soap, signature, `<ds:Signature xmlns:ds="${DS}"/>`),
        changed(soap, signature, `${signature}<x/>`),
      ]
    },
  },
}
