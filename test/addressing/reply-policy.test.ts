/** The policy of replies: a table of addresses, and where each of them may be sent to. */
import test from 'ava'
import { isAbsoluteIri } from '../../src/soap/addressing/iri.js'
import { type ReplyOptions, ReplyPolicy } from '../../src/soap/addressing/reply-policy.js'
import { SoapFault } from '../../src/soap/fault.js'
import { elementText } from '../../src/xml/tree.js'
import { webAddress } from '../../transports/http/address.js'
import { transportsOf } from '../support/config.js'
import { WSA } from '../support/wire/addressing.js'

const TRANSPORTS = transportsOf()

const ANY: ReplyOptions = { schemes: ['http', 'https', 'mailto'], hosts: ['*:*'], addresses: [] }
const NARROW: ReplyOptions = {
  schemes: ['https', 'mailto'],
  hosts: ['partner.example', '*.example.com', '93.184.215.14', 'localhost'],
  addresses: ['10.1.0.0/16', 'fd00:1::/32', '127.0.0.2'],
}

/** How the policy takes an address: the URL it gives, or the last subcode of its fault. */
function verdict(options: ReplyOptions, address: string): string {
  try {
    return new ReplyPolicy(options, TRANSPORTS).check(address).href
  } catch (error) {
    if (error instanceof SoapFault) return (error.subcodes.at(-1) ?? '').replace(`{${WSA}}`, '')
    throw error
  }
}

/** Refused though every host and every scheme is allowed. */
const NEVER = [
  // Private, local and special, as they are usually written.
  'http://127.0.0.1/',
  'http://127.255.255.254:8080/soap',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://198.18.0.1/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  // The same in other spellings.
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://0/',
  'http://\u2460\u2461\u2466.0.0.1/',
  'http://127\u30020\u30020\u30021/',
  'http://2852039166/',
  // IPv6, and IPv4 within.
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[2001:2::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::1]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  // Names of this machine, and names that end in a dot.
  'http://localhost/',
  'http://LOCALHOST/',
  'http://a.localhost/',
  'http://localhost./',
  'http://example.com./',
  // What is no such URL.
  'http://',
  'http:',
  'http:///example.com/',
  'http:example.com',
  'http:\\\\example.com\\',
  'http://example.com\\@evil.example/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://@example.com/',
  'http://example.com:/',
  'http://example.com:0/',
  'http://example.com:99999/',
  'http://example.com:80a/',
  'http://exam%70le.com/',
  'http://exa mple.com/',
  'http://example.com/a b',
  'http://example.com/\r\nX: y',
  'http://-example.com/',
  'http://a..example/',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://256.256.256.256/',
  // Other schemes.
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'redis://example.com/',
  'javascript:alert(1)',
  'memory:node',
  'urn:example:reply',
  'httpx://example.com/',
  // Mailboxes.
  'mailto:',
  'mailto:a',
  'mailto:a@b',
  'mailto:@example.com',
  'mailto:a@example.com?bcc=c@evil.example',
  'mailto:a@example.com,b@example.com',
  'mailto:g:a@example.com,b@example.com;',
  'mailto:"x@evil y"@example.com',
  'mailto:"a"@example.com',
  'mailto:a@example.com\r\nBcc: c@evil.example',
  'mailto:a%0d%0aBcc:c@example.com',
  'mailto:a%40b@example.com',
  'mailto:.a@example.com',
  'mailto:a..b@example.com',
  'mailto:a@example.com.',
  'mailto:a@[127.0.0.1]',
  'mailto:a@127.0.0.1',
  'mailto:a@0x7f.1',
  'mailto:a@mail.localhost',
  `mailto:${'a'.repeat(65)}@example.com`,
  'mailto://example.com/a@example.com',
  'mailto:a@ex\u00e4mple.com',
]

for (const address of NEVER) {
  test(`refused: ${JSON.stringify(address).slice(0, 70)}`, (t) => {
    t.is(verdict(ANY, address), 'InvalidAddress')
    t.is(verdict({ ...ANY, schemes: [] }, address), 'OnlyAnonymousAddressSupported')
  })
}

/** Taken where every host and every scheme is allowed, and the URL that is sent to. */
const ALWAYS = [
  ['http://example.com/', 'http://example.com/'],
  ['HTTPS://Example.COM:8443/a?b#c', 'https://example.com:8443/a?b#c'],
  ['http://example.com', 'http://example.com/'],
  ['http://93.184.215.14/', 'http://93.184.215.14/'],
  ['http://1.1.1.1:8080/', 'http://1.1.1.1:8080/'],
  ['http://172.32.0.1/', 'http://172.32.0.1/'],
  ['http://100.128.0.1/', 'http://100.128.0.1/'],
  ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
  ['http://[::ffff:1.1.1.1]/', 'http://[::ffff:101:101]/'],
  ['http://[64:ff9b::1.1.1.1]/', 'http://[64:ff9b::101:101]/'],
  ['http://b\u00fccher.example/', 'http://xn--bcher-kva.example/'],
  ['http://under_score.example/', 'http://under_score.example/'],
  ['http://example.com/a@b', 'http://example.com/a@b'],
  ['mailto:a.b+c@Example.com', 'mailto:a.b+c@example.com'],
] as const

for (const [address, href] of ALWAYS) {
  test(`taken: ${address}`, (t) => {
    t.is(verdict(ANY, address), href)
    t.is(verdict({ ...ANY, hosts: [] }, address), 'OnlyAnonymousAddressSupported')
    t.is(verdict({ ...ANY, hosts: ['other.example'] }, address), 'InvalidAddress')
  })
}

test('hosts of other letters are taken, and no others, once the code that reads them is compiled', (t) => {
  for (let count = 0; count < 30_000; count += 1) {
    webAddress(`http://example.com/${count}`)
    isAbsoluteIri(`http://example.com/${count}`)
  }
  const address = 'http://b\u00fccher.example/'
  t.is(webAddress(address)?.href, 'http://xn--bcher-kva.example/')
  t.true(isAbsoluteIri(address))
  // Its bytes in Latin-1 would be a letter in UTF-8.
  t.is(webAddress('http://\u00c3\u009f.example/'), undefined)
})

/** By a policy of few schemes, hosts and ranges. */
const BY_LIST = [
  ['https://partner.example/', true],
  ['https://PARTNER.example/', true],
  ['http://partner.example/', false],
  ['https://sub.partner.example/', false],
  ['https://notpartner.example/', false],
  ['https://partner.example.evil.example/', false],
  ['https://a.example.com/', true],
  ['https://a.b.example.com/', true],
  ['https://example.com/', false],
  ['https://evilexample.com/', false],
  ['https://93.184.215.14/', true],
  ['https://1.1.1.1/', false],
  ['https://10.1.2.3/', true],
  ['https://10.2.2.3/', false],
  ['https://167837955/', true],
  ['https://[::ffff:10.1.2.3]/', true],
  ['https://[64:ff9b::10.1.2.3]/', true],
  ['https://[::10.1.2.3]/', false],
  ['https://[fd00:1::7]/', true],
  ['https://[fd00:2::7]/', false],
  ['https://127.0.0.2/', true],
  ['https://127.0.0.1/', false],
  ['https://localhost/', false],
  ['mailto:a@partner.example', true],
  ['mailto:a@mail.example.com', true],
  ['mailto:a@example.com', false],
  ['mailto:a@evil.example', false],
] as const

for (const [address, allowed] of BY_LIST) {
  test(`by a list: ${address} is ${allowed ? 'taken' : 'refused'}`, (t) => {
    t.is(verdict(NARROW, address) !== 'InvalidAddress', allowed)
  })
}

/** The ports that each list of hosts allows, for the scheme of the address. */
const BY_PORT = [
  [['partner.example'], 'http://partner.example/', true],
  [['partner.example'], 'http://partner.example:80/', true],
  [['partner.example'], 'http://partner.example:25/', false],
  [['partner.example'], 'http://partner.example:8080/', false],
  [['partner.example'], 'http://partner.example:443/', false],
  [['partner.example'], 'https://partner.example:443/', true],
  [['partner.example'], 'https://partner.example:80/', false],
  [['partner.example:8443'], 'https://partner.example:8443/', true],
  [['partner.example:8443'], 'https://partner.example/', false],
  [['partner.example', 'partner.example:8443'], 'https://partner.example/', true],
  [['partner.example:8443'], 'https://partner.example:25/', false],
  [['partner.example:443'], 'https://partner.example/', true],
  [['partner.example:443'], 'http://partner.example:443/', true],
  [['partner.example:443'], 'http://partner.example/', false],
  [['partner.example:8443'], 'mailto:a@partner.example', false],
  [['partner.example:*'], 'mailto:a@partner.example', true],
  [['partner.example:*'], 'http://partner.example:25/', true],
  [['*.example.com:8080'], 'http://a.example.com:8080/', true],
  [['*.example.com:8080'], 'http://a.example.com/', false],
  [['*:8080'], 'http://partner.example:8080/', true],
  [['*:8080'], 'http://partner.example:25/', false],
  [['*'], 'http://partner.example:25/', false],
  [['1.1.1.1'], 'http://1.1.1.1:25/', false],
  [['1.1.1.1:8080'], 'http://1.1.1.1:8080/', true],
  [['2606:4700:4700::1111'], 'http://[2606:4700:4700::1111]/', true],
  [['2606:4700:4700::1111'], 'http://[2606:4700:4700::1111]:25/', false],
  [['[2606:4700:4700::1111]:8080'], 'http://[2606:4700:4700::1111]:8080/', true],
  // In a listed range.
  [[], 'http://10.1.2.3/', true],
  [[], 'http://10.1.2.3:25/', false],
  [['10.1.2.3:8080'], 'http://10.1.2.3:8080/', true],
  [['10.1.2.3:8080'], 'http://10.1.2.4:8080/', false],
] as const

for (const [hosts, address, allowed] of BY_PORT) {
  test(`by a port: ${address} is ${allowed ? 'taken' : 'refused'} by [${hosts}]`, (t) => {
    const options = { ...ANY, hosts, addresses: ['10.1.0.0/16'] }
    t.is(verdict(options, address) !== 'InvalidAddress', allowed)
  })
}

test('a host that is none is refused when the policy is made', (t) => {
  for (const host of [
    'a:0',
    'a:65536',
    'a:http',
    'a:',
    ':80',
    'a.',
    'a b',
    'http://a',
    '[a]:80',
    '[::1',
    '::1]:80',
    '**',
    '*a',
    '',
  ]) {
    t.throws(
      () => new ReplyPolicy({ ...ANY, hosts: [host] }, TRANSPORTS),
      { instanceOf: TypeError },
      host,
    )
  }
})

test('a policy without schemes, or without hosts and ranges, is closed', (t) => {
  const closed = { schemes: [], hosts: [], addresses: [] }
  for (const options of [
    closed,
    { ...closed, schemes: ['http'] },
    { ...closed, hosts: ['*'], addresses: ['0.0.0.0/0'] },
  ]) {
    t.is(verdict(options, 'http://example.com/'), 'OnlyAnonymousAddressSupported')
    t.is(verdict(options, 'nonsense'), 'OnlyAnonymousAddressSupported')
  }
})

test('local names need loopback in a listed range as well', (t) => {
  const options = { schemes: ['http'], hosts: ['localhost'], addresses: ['127.0.0.0/8'] }
  t.is(verdict(options, 'http://localhost/'), 'http://localhost/')
  t.is(verdict({ ...options, hosts: ['*'] }, 'http://a.localhost/'), 'http://a.localhost/')
  t.is(verdict({ ...options, hosts: [] }, 'http://localhost/'), 'InvalidAddress')
  t.is(verdict({ ...options, addresses: ['::1'] }, 'http://localhost/'), 'http://localhost/')
  t.is(verdict({ ...options, addresses: ['10.0.0.0/8'] }, 'http://localhost/'), 'InvalidAddress')
})

test('the fault names the block and shows the address, and no more', (t) => {
  const error = t.throws(
    () => new ReplyPolicy(ANY, TRANSPORTS).check('http://127.0.0.1/x', 'FaultTo'),
    {
      instanceOf: SoapFault,
    },
  )
  t.deepEqual(
    error?.binding?.details.map((detail) => [detail.local, elementText(detail)]),
    [
      ['ProblemHeaderQName', 'wsa:FaultTo'],
      ['ProblemIRI', 'http://127.0.0.1/x'],
    ],
  )
  t.notRegex(error?.message ?? '', /127|private|loopback|range/i)
})

test('an address that a name resolved to is checked by itself', (t) => {
  const { allowsAddress } = new ReplyPolicy(NARROW, TRANSPORTS)
  for (const address of [
    '1.1.1.1',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
    '10.1.0.0',
    '127.0.0.2',
  ]) {
    t.true(allowsAddress(address), address)
  }
  for (const address of [
    '10.0.255.255',
    '10.2.0.0',
    '127.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fe80::1%lo',
    '2606:4700:4700::1111%lo',
    'localhost',
    '',
    '1.1.1',
  ]) {
    t.false(allowsAddress(address), address)
  }
})

test('a range of IPv6 says nothing about IPv4', (t) => {
  const { allowsAddress } = new ReplyPolicy({ ...NARROW, addresses: ['::/0'] }, TRANSPORTS)
  t.true(allowsAddress('fd00::1'))
  t.false(allowsAddress('127.0.0.1'))
  t.false(allowsAddress('10.0.0.1'))
})

test('an invalid range is refused when the policy is made', (t) => {
  for (const range of [
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    '::1%lo',
    'localhost',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '1.2.3.4/-1',
    '',
  ]) {
    t.throws(
      () => new ReplyPolicy({ ...ANY, addresses: [range] }, TRANSPORTS),
      { instanceOf: TypeError },
      range,
    )
  }
})
