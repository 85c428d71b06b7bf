/** Whom a request is from that a proxy has passed on; and that nobody else is believed. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test from 'ava'
import { Proxies } from '../../../transports/http/admission/proxies.js'
import { certificates } from '../../support/security/certificates.js'

const { rsa, ec } = certificates()
const PROXY = '10.0.0.1'
const HEADERS = { address: 'X-Forwarded-For' } as const
const CERTIFIED = { ...HEADERS, certificate: 'X-Client-Cert', verified: 'X-Client-Verify' } as const
const escaped = (pem: string) => encodeURIComponent(pem)

function from(
  headers: Readonly<Record<string, string>>,
  address: string = PROXY,
  proxyHeaders: object = HEADERS,
) {
  const request = new IncomingMessage(new Socket())
  for (const [name, value] of Object.entries(headers)) request.headers[name.toLowerCase()] = value
  const proxies = new Proxies({
    proxies: ['10.0.0.0/24', '2001:db8::/32'],
    proxyHeaders: { ...HEADERS, ...proxyHeaders },
  })
  return proxies.peerOf(request, { address })
}

test('the address is the one that the listed proxy saw', (t) => {
  t.deepEqual(from({ 'X-Forwarded-For': '192.0.2.7' }), { address: '192.0.2.7' })
  t.is(from({ 'X-Forwarded-For': '2001:db9::7' }).address, '2001:db9::7')
  t.is(from({ 'X-Forwarded-For': '[2001:db9::7]:443' }).address, '2001:db9::7')
  t.is(from({ 'X-Forwarded-For': '192.0.2.7:5000' }).address, '192.0.2.7')
  t.is(from({ 'X-Forwarded-For': '192.0.2.7' }, '2001:db8::5').address, '192.0.2.7')
  t.is(from({ 'X-Forwarded-For': '192.0.2.7' }, '::ffff:10.0.0.9').address, '192.0.2.7')
})

test('what a client wrote before the proxy saw it counts for nothing', (t) => {
  t.is(from({ 'X-Forwarded-For': '127.0.0.1, 192.0.2.7' }).address, '192.0.2.7')
  t.is(from({ 'X-Forwarded-For': '127.0.0.1, 10.0.0.2, 192.0.2.7, 10.0.0.3' }).address, '192.0.2.7')
})

test('an address that is not listed is not believed, whatever it sends', (t) => {
  const headers = {
    'X-Forwarded-For': '192.0.2.7',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'for=192.0.2.7;proto=https',
    'X-Client-Cert': escaped(rsa.pem),
    'X-Client-Verify': 'SUCCESS',
  }
  t.deepEqual(from(headers, '203.0.113.5', CERTIFIED), { address: '203.0.113.5' })
})

test('what is no address leaves the address unknown, so that no rule for networks holds', (t) => {
  for (const forwarded of [
    'unknown',
    '_hidden',
    '',
    'localhost',
    '1.2.3',
    '192.0.2.7,',
    'fe80::1%eth0',
  ]) {
    t.is(from({ 'X-Forwarded-For': forwarded }).address, undefined, forwarded)
  }
  const many = Array.from({ length: 33 }, () => '10.0.0.2').join(',')
  t.is(from({ 'X-Forwarded-For': `192.0.2.7,${many}` }).address, undefined)
})

test('a proxy that says nothing sends for itself', (t) => {
  t.deepEqual(from({}), { address: PROXY })
})

test('TLS is what the proxy says of its client, not what it speaks itself', (t) => {
  const tls = (proto: string) =>
    from({ 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': proto }).tls?.protocol
  t.is(tls('https'), 'TLS')
  t.is(tls('http'), undefined)
  t.is(tls(''), undefined)
  t.is(tls('https,http'), undefined)
  const request = new IncomingMessage(new Socket())
  request.headers['x-forwarded-for'] = '192.0.2.7'
  const proxies = new Proxies({ proxies: ['10.0.0.0/24'], proxyHeaders: HEADERS })
  const own = { protocol: 'TLSv1.3' }
  t.deepEqual(proxies.peerOf(request, { address: PROXY, tls: own, certificate: ['proxy'] }), {
    address: '192.0.2.7',
  })
})

test('RFC 7239: Forwarded tells address and protocol, if it is the one that is configured', (t) => {
  const by = (Forwarded: string) => from({ Forwarded }, PROXY, { address: 'Forwarded' })
  t.deepEqual(by('for=192.0.2.7;proto=https;by=10.0.0.1'), {
    address: '192.0.2.7',
    tls: { protocol: 'TLS' },
  })
  t.is(by('For="[2001:db9::7]:4711"').address, '2001:db9::7')
  t.is(by('for=127.0.0.1;proto=https, for=192.0.2.7;proto=http').address, '192.0.2.7')
  t.is(by('for=127.0.0.1;proto=https, for=192.0.2.7;proto=http').tls, undefined)
  t.is(by('for=192.0.2.7;proto=https, for=10.0.0.2').address, '192.0.2.7')
  for (const wrong of [
    'for=unknown',
    'for=',
    'for',
    'for=a;for=192.0.2.7',
    'for="192.0.2.7',
    'x',
    ',',
    'by=10.0.0.2',
  ]) {
    t.is(by(wrong).address, undefined, wrong)
  }
  t.is(from({ Forwarded: 'for=192.0.2.7' }).address, PROXY)
  t.is(from({ 'X-Forwarded-For': '192.0.2.7' }, PROXY, { address: 'Forwarded' }).address, PROXY)
})

test('a client certificate counts if the proxy has verified it, by headers that are configured', (t) => {
  const forwarded = (headers: object, proxyHeaders: object = CERTIFIED) =>
    from(
      { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https', ...headers },
      PROXY,
      proxyHeaders,
    )
  const shown = { 'X-Client-Cert': escaped(rsa.pem), 'X-Client-Verify': 'SUCCESS' }
  const peer = forwarded(shown)
  t.is(peer.tls?.certificate?.subject, 'CN=rsa,O=Example,C=NL')
  t.deepEqual(peer.certificate, ['rsa', rsa.certificate.fingerprint256])
  for (const wrong of [
    { ...shown, 'X-Client-Verify': 'NONE' },
    { ...shown, 'X-Client-Verify': 'FAILED:expired' },
    { ...shown, 'X-Client-Verify': 'SUCCESS, SUCCESS' },
    { 'X-Client-Cert': escaped(ec.pem) },
    { ...shown, 'X-Client-Cert': 'rubbish' },
    { ...shown, 'X-Client-Cert': '%' },
    { ...shown, 'X-Client-Cert': '' },
    { ...shown, 'X-Forwarded-Proto': 'http' },
  ]) {
    t.is(forwarded(wrong).tls?.certificate, undefined, JSON.stringify(wrong).slice(0, 60))
    t.is(forwarded(wrong).certificate, undefined)
  }
  t.is(forwarded(shown, HEADERS).tls?.certificate, undefined)
})
