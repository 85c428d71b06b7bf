/** What the doctor finds around a node that speaks mail: DNS of its domains, the relay, the mailbox. */
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { says, type Values } from '../support/examined.js'
import { folderOf } from '../support/folder.js'
import { dnsServer, type Zone } from '../support/wire/dns.js'

const MAIL = {
  'smtp.domains': ['bus.example'],
  'smtp.relay': { url: 'smtp://127.0.0.1:1', from: 'bus@bus.example' },
}

const GOOD: Zone = {
  'bus.example MX': ['mx.bus.example'],
  'mx.bus.example A': ['192.0.2.25'],
  'bus.example TXT': ['unrelated', 'v=spf1 include:relay.example -all'],
  '_dmarc.bus.example TXT': ['v=DMARC1; p=reject'],
}

async function dnsSays(t: ExecutionContext, zone: Zone, values: Values = MAIL) {
  const found = await says(t, 'smtp', values, [await dnsServer(t, zone)])
  return found.filter((line) => !line.includes('smtp.relay.url'))
}

test('a mail domain whose DNS is right', async (t) => {
  t.deepEqual(await dnsSays(t, GOOD), [
    'ok smtp.domains: mail for bus.example goes to mx.bus.example (192.0.2.25)',
    'ok smtp.relay.from: SPF of bus.example: v=spf1 include:relay.example -all',
    'ok smtp.relay.from: DMARC of bus.example: p=reject',
    'note smtp.relay.dkim: this node does not sign its mail',
  ])
})

test('a mail domain that DNS does not know', async (t) => {
  t.deepEqual(await dnsSays(t, {}), [
    'warning smtp.domains: bus.example has no MX: mail for it goes to its address, or nowhere',
    'warning smtp.relay.from: bus.example has no SPF: receivers treat its mail as forged more easily',
    'note smtp.relay.from: bus.example has no DMARC of its own',
    'note smtp.relay.dkim: this node does not sign its mail',
  ])
})

test('an MX without an address, two SPF records, and DMARC without a policy', async (t) => {
  const found = await dnsSays(t, {
    'bus.example MX': ['gone.bus.example'],
    'bus.example TXT': ['v=spf1 -all', 'v=spf1 +all'],
    '_dmarc.bus.example TXT': ['v=DMARC1'],
  })
  t.deepEqual(found.slice(0, 3), [
    'error smtp.domains: the MX of bus.example, gone.bus.example, has no address',
    'error smtp.relay.from: bus.example has 2 SPF records, of which none counts',
    'error smtp.relay.from: DMARC of bus.example has no p=: v=DMARC1',
  ])
})

test('SPF that lets everybody send, and one that asks too much', async (t) => {
  const many = Array.from({ length: 11 }, (_, index) => `include:${index}.a`).join(' ')
  const open = await dnsSays(t, { ...GOOD, 'bus.example TXT': ['v=spf1 +all'] })
  t.true(open.includes('warning smtp.relay.from: SPF of bus.example lets everybody send its mail'))
  const long = await dnsSays(t, { ...GOOD, 'bus.example TXT': [`v=spf1 ${many} -all`] })
  t.true(
    long.includes('error smtp.relay.from: SPF of bus.example needs 11 lookups, and 10 are allowed'),
  )
})

test('the DKIM key in DNS: that of the private key, another one, revoked, no key, not there', async (t) => {
  const { privateKey, publicKey } = rsa()
  const folder = folderOf(t, {
    'dkim.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const key = join(folder, 'dkim.pem')
  const relay = { ...MAIL['smtp.relay'], dkim: { domain: 'bus.example', selector: 's1', key } }
  const name = 's1._domainkey.bus.example'
  const p = (type: 'spki' | 'pkcs1', of = publicKey) =>
    `p=${of.export({ type, format: 'der' }).toString('base64')}`
  const belongs = `ok smtp.relay.dkim: the key ${name} in DNS belongs to ${key}`
  const signed = 'and mail is signed by it'
  for (const [records, ...findings] of [
    [[`v=DKIM1; k=rsa; ${p('spki')}`], belongs],
    [[`v=DKIM1; ${p('pkcs1')};`], belongs],
    [
      [
        `v=DKIM1;p=${p('spki')
          .slice(2)
          .match(/.{1,64}/g)
          ?.join(' ')}`,
      ],
      belongs,
    ],
    [
      [`v=DKIM1; t=y:s; ${p('spki')}`],
      belongs,
      `warning smtp.relay.dkim: ${name} says that it is being tried (t=y): receivers treat mail as unsigned`,
    ],
    [
      [`v=DKIM1; k=rsa; ${p('spki', rsa().publicKey)}`],
      `error smtp.relay.dkim: the key ${name} in DNS does not belong to ${key}: receivers treat mail as forged`,
    ],
    [['v=DKIM1; k=rsa; p=MIIB'], `error smtp.relay.dkim: ${name} holds no RSA key, ${signed}`],
    [['v=DKIM1; p='], `error smtp.relay.dkim: ${name} is revoked, ${signed}`],
    [[p('spki'), 'p='], `error smtp.relay.dkim: ${name} has 2 records`],
    [['something'], `error smtp.relay.dkim: ${name} is not published, ${signed}`],
    [[], `error smtp.relay.dkim: ${name} is not published, ${signed}`],
  ] as const) {
    const found = await dnsSays(
      t,
      { ...GOOD, [`${name} TXT`]: records },
      { ...MAIL, 'smtp.relay': relay },
    )
    t.deepEqual(found.slice(-findings.length), findings)
  }
})

function rsa() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

test('two DMARC records are none', async (t) => {
  const found = await dnsSays(t, {
    ...GOOD,
    '_dmarc.bus.example TXT': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  })
  t.is(found[2], 'error smtp.relay.from: bus.example has 2 DMARC records, of which none counts')
})

test('a DNS server that does not answer is told, and holds nobody up for long', async (t) => {
  // Nobody listens there.
  const found = await says(t, 'smtp', MAIL, ['127.0.0.1:9'])
  const unanswered = found.filter((line) => /: DNS does not answer for the .* \(E\w+\)$/.test(line))
  t.deepEqual(
    unanswered.map((line) => line.replace(/ \(.*/, '')),
    [
      'warning smtp.domains: DNS does not answer for the MX of bus.example',
      'warning smtp.relay.from: DNS does not answer for the SPF of bus.example',
      'warning smtp.relay.from: DNS does not answer for the DMARC of bus.example',
    ],
  )
})

test('without a domain of its own and without a relay, nobody is asked', async (t) => {
  t.deepEqual(await dnsSays(t, {}, {}), [])
})

test('a relay that nobody listens at', async (t) => {
  const found = await says(t, 'smtp', MAIL, [await dnsServer(t, GOOD)])
  const [last = ''] = found.filter((line) => line.includes('smtp.relay.url'))
  t.regex(last, /^error smtp\.relay\.url: smtp:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/)
})

test('a mailbox that nobody listens at', async (t) => {
  const found = await says(t, 'smtp', {
    'smtp.mailbox': { url: 'imap://127.0.0.1:1', user: 'bus', password: 'secret' },
  })
  t.regex(found.join('\n'), /^error smtp\.mailbox\.url: imap:\/\/127\.0\.0\.1:1 cannot be used: /m)
})
