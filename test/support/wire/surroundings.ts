/** Messages in which the block for a node stands among whatever XML allows, in many encodings. */
import { CELLS } from './cells.js'
import { NS11, NS12 } from './envelopes.js'

export interface Surrounding {
  readonly name: string
  readonly soap: '1.1' | '1.2'
  /** The bytes of the text. Default: UTF-8. */
  readonly encode?: (text: string) => Buffer
  /** Content-Type that the message comes with. Default: that of the version, in UTF-8. */
  readonly type?: string
  /** What the next node gets of the text, in UTF-8. Default: all of it. */
  readonly goes?: (text: string) => string
  /** The message; `block` is where the block stands, written by `blockOf`. */
  readonly text: (key: string, block: (prefix: string) => string) => string
}

const NEXT_12 = `${NS12}/role/next`

/** @param prefix  bound to the envelope's namespace where the block stands; empty for a binding of its own */
export function blockOf(local: string, key: string, soap: '1.1' | '1.2', prefix: string): string {
  const [attribute, next, namespace] =
    soap === '1.1'
      ? ['actor', 'http://schemas.xmlsoap.org/soap/actor/next', NS11]
      : ['role', NEXT_12, NS12]
  const own = prefix === '' ? ` xmlns:own='${namespace}'` : ''
  return `<t:${local} a='"&gt;>' xmlns:t="${CELLS}"${own}\n  ${prefix || 'own'}:${attribute} = '${next.replace('//', '&#47;&#x2f;')}'>${key}</t:${local}\t>`
}

const body = (key: string) => `<q:Run xmlns:q="urn:q"><q:n>${key}</q:n></q:Run>`

const declared = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${text}`

const saysUtf8 = (text: string) => text.replace(/encoding=(["'])[^"']*\1/, 'encoding=$1UTF-8$1')

const german = (key: string, block: string) =>
  `<s:Envelope xmlns:s="${NS11}"><s:Header>${block}<o:\u00dcber xmlns:o="urn:o" ort='K\u00f6ln'>gr\u00fc\u00df&#223;</o:\u00dcber></s:Header><s:Body>${body(key)}<!-- \u00e9 --></s:Body></s:Envelope>`

const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

export const SURROUNDINGS: readonly Surrounding[] = [
  {
    name: 'prefixes that stand for other things elsewhere',
    soap: '1.2',
    text: (key, block) =>
      `<t:Envelope xmlns:t="${NS12}" xmlns:own="urn:other"><t:Header xmlns:s="urn:not-soap"><s:A xmlns:s="urn:a" xmlns:t="urn:b"><t:s xmlns:s="${NS12}" s:role="${NEXT_12}"/></s:A>${block('')}<t:B xmlns:t="urn:t" t:role="${NEXT_12}"/></t:Header><t:Body xmlns:t="${NS12}">${body(key)}</t:Body></t:Envelope>`,
  },
  {
    name: 'default namespaces, set and taken back',
    soap: '1.1',
    text: (key, block) =>
      `<Envelope xmlns="${NS11}"><Header><A xmlns="urn:a"><B xmlns=""/></A>${block('')}<C xmlns="urn:c"/></Header><Body><Run xmlns=""><n>${key}</n></Run></Body></Envelope>`,
  },
  {
    name: 'CDATA and comments that look like tags',
    soap: '1.2',
    text: (key, block) =>
      `<!-- <s:Envelope> --><s:Envelope xmlns:s="${NS12}"><!-- <s:Header/> --><s:Header><!-- </s:Header> - --><o:A xmlns:o="urn:o"><![CDATA[</s:Header><t:Taken>]] ]><!-- ]]></o:A><!-- ${blockOf('Taken', key, '1.2', 's')} -->${block('s')}<!----></s:Header><!--x--><s:Body><!-- </s:Body> -->${body(key)}<![CDATA[ ]]></s:Body></s:Envelope><!-- </s:Envelope> -->`,
  },
  {
    name: 'white space of every kind, within tags and between them',
    soap: '1.1',
    text: (key, block) =>
      `\n\t <s:Envelope\n xmlns:s\t=\n"${NS11}"\t>\r\n\r\n<s:Header\n>\t\t${block('s')}\n\n \r<o:A\n\txmlns:o = "urn:o"\n/>\r\n</s:Header\n>\n<s:Body >${body(key)}\r</s:Body\t></s:Envelope \n>\n\n`,
  },
  {
    name: 'lines that end with CRLF',
    soap: '1.2',
    text: (key, block) =>
      `<?xml version="1.0" encoding="UTF-8"?>\r\n<s:Envelope xmlns:s="${NS12}">\r\n  <s:Header>\r\n    ${block('s')}\r\n    <o:A xmlns:o="urn:o">a\r\nb</o:A>\r\n  </s:Header>\r\n  <s:Body>\r\n    ${body(key)}\r\n  </s:Body>\r\n</s:Envelope>\r\n`,
  },
  {
    name: 'attributes with > and both quotes, and character references',
    soap: '1.1',
    text: (key, block) =>
      `<s:Envelope xmlns:s='${NS11}' xmlns:o='urn:o' o:a='>"/>' o:b="'/>"><s:Header o:c=">/s:Header>"><o:A b='"' a="'&quot;&apos;&#10;&#xA;"/>${block('s')}<o:B a=">"/></s:Header><s:Body o:d='>/s:Body>'>${body(key)}<o:C>&lt;&#60;&#x3c;&amp;&#13;&gt;]]&gt;</o:C></s:Body></s:Envelope>`,
  },
  {
    name: 'characters of two, three and four bytes before and behind',
    soap: '1.2',
    text: (key, block) =>
      `<s:Envelope xmlns:s="${NS12}"><s:Header><o:\u00dc\u4e2d xmlns:o="urn:o">\u00e9\u20ac\u{1F600}\u{10FFFD}</o:\u00dc\u4e2d>${block('s')}<o:A xmlns:o="urn:o" a="\u{1F600}"/></s:Header><s:Body>${body(key)}<!--\u2028\ufeff--></s:Body></s:Envelope>`,
  },
  {
    name: 'a declaration of UTF-8 in small letters, and standalone',
    soap: '1.1',
    text: (key, block) =>
      `<?xml version='1.0'  encoding = 'utf-8' standalone="yes" ?>\n${german(key, block('s'))}`,
  },
  {
    // XML 1.0 §4.3.3: the mark is "not part of either the markup or the character data".
    name: 'a byte order mark of UTF-8, which stays behind',
    soap: '1.1',
    text: (key, block) => german(key, block('s')),
    encode: (text) => Buffer.from(`\ufeff${text}`),
  },
  {
    name: 'ISO-8859-1 by its declaration',
    soap: '1.1',
    type: 'text/xml',
    text: (key, block) => declared('ISO-8859-1', german(key, block('s'))),
    encode: (text) => Buffer.from(text, 'latin1'),
    goes: saysUtf8,
  },
  {
    name: 'ISO-8859-1 by its charset, and nothing declared',
    soap: '1.1',
    type: 'text/xml; charset=iso-8859-1',
    text: (key, block) => german(key, block('s')),
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  {
    name: 'ISO-8859-1 by its charset, UTF-8 by its declaration',
    soap: '1.1',
    type: 'text/xml; charset=iso-8859-1',
    text: (key, block) => declared('UTF-8', german(key, block('s'))),
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  {
    // RFC 7303 §3: the charset is right; what then goes on says so too.
    name: 'UTF-8 by its charset, ISO-8859-1 by its declaration',
    soap: '1.1',
    text: (key, block) => declared('ISO-8859-1', german(key, block('s'))),
    goes: saysUtf8,
  },
  {
    name: 'US-ASCII by its declaration in single quotes, with standalone',
    soap: '1.1',
    type: 'text/xml',
    text: (key, block) =>
      `<?xml version='1.0' encoding='US-ASCII' standalone='no'?><s:Envelope xmlns:s="${NS11}"><s:Header>${block('s')}</s:Header><s:Body>${body(key)}</s:Body></s:Envelope>`,
    goes: saysUtf8,
  },
  {
    name: 'UTF-16 with a mark, little-endian',
    soap: '1.1',
    type: 'text/xml',
    text: (key, block) => declared('UTF-16', german(key, block('s'))),
    encode: (text) => utf16(`\ufeff${text}`, false),
    goes: saysUtf8,
  },
  {
    name: 'UTF-16 without a mark, big-endian, by charset and declaration',
    soap: '1.1',
    type: 'text/xml; charset=utf-16be',
    text: (key, block) => declared('utf-16be', german(key, block('s'))),
    encode: (text) => utf16(text, true),
    goes: saysUtf8,
  },
]
