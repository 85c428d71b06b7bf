/** What each client is asked to do with the interop service, and what has to come of it. */

/** One row of the table. */
export interface Feature {
  /** As clients print it. */
  readonly name: string
  readonly operation: string
  /** What comes back, as text. */
  readonly expected: string
  /** Texts that say the same become one text. Default: it stays as it is. */
  readonly same?: ((actual: string) => string) | undefined
}

const LONG = Array.from({ length: 1_000 }, (_, index) => String(999 - index)).join(' ')
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('')

const numbers = (actual: string) => actual.split(' ').map(Number).join(' ')
const CODES: Readonly<Record<string, string>> = { Sender: 'Client', Receiver: 'Server' }

/** The code of a fault stands first: without its prefix, and as SOAP 1.1 has it. */
const fault = (actual: string) =>
  actual.replace(/^[^|]*?(\w+)(?= \||$)/, (_, code: string) => CODES[code] ?? code)

const moment = (actual: string) => new Date(actual).toISOString()

export const features: readonly Feature[] = [
  feature('byte and unsignedByte', 'EchoNumbers', '-128 255'),
  feature('lowest integers', 'EchoNumbers', '-32768 -2147483648 -9223372036854775808 0 0'),
  feature(
    'highest integers',
    'EchoNumbers',
    '32767 2147483647 9223372036854775807 65535 4294967295',
  ),
  feature('highest unsignedLong', 'EchoNumbers', '18446744073709551615'),
  feature('integer of 30 digits', 'EchoNumbers', '-123456789012345678901234567890'),
  feature('decimal of 30 digits', 'EchoNumbers', '123456789012345.678901234567891'),
  feature('float and double', 'EchoNumbers', '0.125 1.7976931348623157e+308', numbers),
  feature('infinity', 'EchoNumbers', 'INF -INF', (actual) =>
    actual.replace(/Infinity|inf\b/gi, 'INF'),
  ),
  feature('not a number', 'EchoNumbers', 'NaN', (actual) => actual.replace(/^nan$/i, 'NaN')),
  feature('boolean', 'EchoNumbers', 'true false'),
  feature('dateTime', 'EchoTimes', '2024-02-29T18:29:59.125Z', moment),
  feature('date', 'EchoTimes', '2024-02-29'),
  feature('time', 'EchoTimes', '23:59:58.5', (actual) => actual.replace(/0+$/, '')),
  feature('duration', 'EchoTimes', 'P1Y2M3DT4H5M6.5S'),
  feature('gYear', 'EchoTimes', '2024'),
  feature('white space', 'EchoTexts', '  two  blanks,\ta tab\nand a line '),
  feature('markup characters', 'EchoTexts', '<a href="x">&amp; \'b\' ]]></a>'),
  feature('characters beyond the basic plane', 'EchoTexts', '𝄞 grüß 日本'),
  feature('token, language and anyURI', 'EchoTexts', 'a word | de-AT | urn:x:a%20b?c=d&e'),
  feature('QName', 'EchoTexts', '{urn:example:interop}Shape'),
  feature('base64Binary', 'EchoBytes', BYTES),
  feature('hexBinary', 'EchoBytes', BYTES),
  feature('attributes', 'EchoPerson', '7 Annie retired'),
  feature('default of an attribute', 'EchoPerson', 'active'),
  feature('optional members', 'EchoPerson', 'present; absent'),
  feature('repeated members', 'EchoPerson', 'a@x b@x c@x'),
  feature('structures three deep', 'EchoPerson', 'Rome 41.9 12.5'),
  feature('choice', 'Pay', 'card 1234; account DE5'),
  feature('list of none', 'Reverse', ''),
  feature('list of one', 'Reverse', 'alone'),
  feature('list of 1,000', 'Reverse', LONG),
  feature('nil', 'EchoNil', 'nil nil'),
  feature('not nil', 'EchoNil', '5 five'),
  feature('enumeration', 'Convert', 'EUR'),
  feature('simple content with an attribute', 'Convert', '21 USD', (actual) =>
    actual.replace(/\.0+ /, ' '),
  ),
  feature('derived type sent and received', 'Enclose', 'Square disc 4', (actual) =>
    actual.replace(/\.0$/, ''),
  ),
  feature('base type sent and received', 'Enclose', 'Shape dot'),
  feature('restricted types', 'Reserve', 'AB123 3 Ann'),
  feature('value out of its type', 'Reserve', 'Client', fault),
  feature('tree', 'Mirror', 'a(c(e d) b)'),
  feature('mixed content', 'Annotate', 'one <two> three'),
  feature('any content', 'Annotate', '{urn:example:other}extra 42'),
  feature('empty request and answer', 'Ping', ''),
  feature('declared fault', 'Fail', 'There is no tea. | tea 0'),
  feature('declared fault of another type', 'Fail', 'That is too much. | 12.5 EUR'),
  feature('undeclared fault', 'Fail', 'Server | The shop is closed.', fault),
  feature('header block of a request', 'Greet', 'Hello, Ann'),
  feature('header block of an answer', 'Greet', 'Ann 7'),
  feature('one-way', 'Remark', ''),
  feature('members without namespace', 'Locate', 'Rome 4'),
  feature('bare simple type', 'Shout', 'HELLO'),
  feature('MTOM sent', 'Store', '1'),
  // The size, and the sum of the bytes.
  feature('MTOM received', 'Store', '16384 2088960'),
  feature('attachment sent', 'Attach', '1 256'),
  feature('answer of 1 MiB', 'Repeat', '1048576'),
  feature('rpc/literal', 'Concat', 'one & two'),
  feature('encoded array of structs', 'Rank', 'Cid 9.5, Ann 10.25, Bob 11', (actual) =>
    actual.replaceAll(/\.0\b/g, ''),
  ),
  feature('multi-reference sent', 'Lead', 'true'),
  feature('multi-reference received', 'Lead', 'Ann Ann'),
]

function feature(
  name: string,
  operation: string,
  expected: string,
  same?: Feature['same'],
): Feature {
  return { name, operation, expected, same }
}
