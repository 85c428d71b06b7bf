/** Hostile Timestamps, users and other children of a security block. */
import { WSSE, WSU } from '../../../../src/security/names.js'
import { changed, type Rows, signed, times } from './row.js'

const USER = { name: 'alice', password: 'open sesame', form: 'digest' } as const
const timed = () => signed({ sign: ['Body', 'Timestamp'], timestamp: 60_000 })
const plain = (timestamp: string) =>
  changed(
    signed({ sign: [], key: undefined, timestamp: 60_000 }),
    /<wsu:Timestamp.*<\/wsu:Timestamp>/,
    timestamp,
  )
const dated = (created: string, expires = created) =>
  `<wsu:Timestamp xmlns:wsu="${WSU}"><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
const user = () => signed({ sign: [], key: undefined, user: USER })
const TEXT =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText'
const asText = (name: string, password: string) =>
  `<wsse:UsernameToken xmlns:wsse="${WSSE}"><wsse:Username>${name}</wsse:Username><wsse:Password Type="${TEXT}">${password}</wsse:Password></wsse:UsernameToken>`
const NOW = () => new Date().toISOString()

export const TOKENS: Rows = {
  W32: {
    messages: () => {
      const one = dated(NOW())
      return [2, 60, 1000].map((count) => plain(one.repeat(count)))
    },
  },
  W33: {
    messages: () =>
      [
        '99999-01-01T00:00:00Z',
        '-0001-01-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-01-01T25:61:61Z',
        '2026-01-01T00:00:00+99:99',
        `2026-01-01T00:00:00.${'9'.repeat(100_000)}Z`,
        '0',
        'NaN',
        '',
        '1e99',
      ].map((moment) => plain(dated(moment))),
  },
  W34: {
    messages: () => [
      ...[10, 60].map((count) =>
        changed(
          user(),
          /<wsse:UsernameToken.*<\/wsse:UsernameToken>/,
          times(count, (index) => asText('alice', `guess ${index}`)),
        ),
      ),
      changed(
        user(),
        /<wsse:UsernameToken.*<\/wsse:UsernameToken>/,
        times(500, () => asText('alice', 'guess')),
      ),
      changed(
        user(),
        /<wsse:UsernameToken.*<\/wsse:UsernameToken>/,
        asText('alice', 'x'.repeat(200_000)),
      ),
      changed(
        user(),
        /<wsse:UsernameToken.*<\/wsse:UsernameToken>/,
        asText('x'.repeat(200_000), 'x'),
      ),
      changed(
        user(),
        /<wsse:UsernameToken.*<\/wsse:UsernameToken>/,
        asText('a&#10;b\u202e\u2028', 'x'),
      ),
    ],
  },
  W35: {
    messages: () => [
      changed(user(), /(<wsse:Nonce [^>]*>)[^<]*/, `<wsse:Nonce>${'A'.repeat(200_000)}`),
      changed(user(), /(<wsse:Nonce [^>]*>)[^<]*/, '<wsse:Nonce>!'),
      changed(
        user(),
        /(<wsse:Password [^>]*#PasswordDigest">)[^<]*/,
        '<wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">AAAA',
      ),
      changed(user(), /<wsse:Nonce.*<\/wsse:Nonce>/, ''),
      changed(user(), /<wsu:Created>[^<]*/, '<wsu:Created>2001-01-01T00:00:00Z'),
      changed(user(), '<wsse:Username>alice', '<wsse:Username>__proto__'),
      changed(
        user(),
        '</wsse:UsernameToken>',
        '<wsse11:Salt xmlns:wsse11="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd">AAAA</wsse11:Salt><wsse11:Iteration xmlns:wsse11="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd">999999999</wsse11:Iteration></wsse:UsernameToken>',
      ).replace(/<wsse:Password.*<\/wsse:Password>/, ''),
    ],
  },
  W36: {
    messages: () => {
      const inside = (text: string) => changed(timed(), '<wsu:Timestamp', `${text}<wsu:Timestamp`)
      return [
        inside('<x/>'.repeat(1000)),
        inside(
          `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${'<x>'.repeat(80)}${'</x>'.repeat(80)}</saml:Assertion>`,
        ),
        inside('<wsse:BinarySecurityToken ValueType="urn:x">AAAA</wsse:BinarySecurityToken>'),
        inside(
          times(
            1000,
            (index) =>
              `<wsse11:SignatureConfirmation xmlns:wsse11="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd" Value="${index}"/>`,
          ),
        ),
      ]
    },
  },
}
