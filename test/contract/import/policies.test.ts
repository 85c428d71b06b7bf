/** What policies of a contract ask for is written with its client; what a sender cannot meet is named, and nothing is passed over. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SUITES } from '../../../src/config/policies.js'
import { clientFiles } from '../../../src/contract/import/client.js'
import { lineOf } from '../../../src/contract/import/policy/finding.js'
import { planOf } from '../../../src/contract/import/policy/plan.js'
import { isSpoken } from '../../../src/contract/import/policy/suites.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeWsdl } from '../../../src/contract/wsdl/write.js'
import { folderOf } from '../../support/folder.js'
import { compile } from '../../types/compile.js'
import {
  binding,
  definitions,
  ORDER_MESSAGES,
  ORDER_SCHEMAS,
  PORT_TYPE,
  SERVICE,
} from '../wsdl/documents.js'

const SP12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'
const SP11 = 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy'
const WSP15 = 'http://www.w3.org/ns/ws-policy'
const WSP12 = 'http://schemas.xmlsoap.org/ws/2004/09/policy'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'

/** Which versions of the two specifications a document is written in. */
const VERSIONS = [
  ['WS-Policy 1.5, WS-SecurityPolicy 1.2', WSP15, SP12],
  ['WS-Policy 1.2, WS-SecurityPolicy 1.1', WSP12, SP11],
] as const

interface Written {
  readonly wsp?: string
  readonly sp?: string
  readonly address?: string
  /** Content of the policies of input and output. */
  readonly input?: string
  readonly output?: string
}

/** A document whose binding refers to a policy. */
function document(
  assertions: string,
  { wsp = WSP15, sp = SP12, address = 'https://orders.example/soap', input, output }: Written = {},
): string {
  const policy = (content: string, id = '') =>
    `<wsp:Policy xmlns:wsp="${wsp}" xmlns:sp="${sp}" xmlns:wsu="${WSU}"${id}>${content}</wsp:Policy>`
  const bound = binding()
    .replace('<s:binding', `<wsp:PolicyReference xmlns:wsp="${wsp}" URI="#P"/><s:binding`)
    .replace('<w:input>', `<w:input>${input === undefined ? '' : policy(input)}`)
    .replace('<w:output>', `<w:output>${output === undefined ? '' : policy(output)}`)
  const service = SERVICE.replace('http://orders.example/soap', address)
  return definitions(
    policy(assertions, ' wsu:Id="P"') +
      ORDER_SCHEMAS +
      ORDER_MESSAGES +
      PORT_TYPE +
      bound +
      service,
  )
}

/** The client, and what is found beside. */
function imported(t: ExecutionContext, wsdl: string) {
  const contracts = readContracts(join(folderOf(t, { 'orders.wsdl': wsdl }), 'orders.wsdl'))
  const [contract, ...others] = contracts
  if (!contract) throw new Error('there is no contract')
  const files = clientFiles({
    called: contracts,
    contracts: [contract, ...others],
    name: 'orders',
    module: 'waybill',
  })
  const texts = Object.fromEntries(files.map(({ path, content }) => [path, String(content)]))
  t.deepEqual(compile(t, texts, { noEmit: true }).errors, [])
  const findings = (planOf(contract)?.findings ?? []).map(
    (one) => `${one.kind} ${one.assertion}: ${one.why}`,
  )
  const client = texts['orders.client.ts'] ?? ''
  for (const one of planOf(contract)?.findings ?? []) {
    t.true(unwrapped(client).includes(lineOf(one)), `${lineOf(one)} stands in\n${client}`)
  }
  return { client, findings }
}

const unwrapped = (text: string) => text.replace(/\n \* /g, ' ')

/** What the function returns, without line breaks. */
function options(client: string): string {
  const [, found = 'no function'] =
    /return \{\n( {4}[\s\S]*?)\n {2}\}/.exec(client.slice(client.indexOf('Security(keys'))) ?? []
  return found.replace(/\s+/g, ' ').trim()
}

const one = (assertions: string) =>
  `<wsp:ExactlyOne><wsp:All>${assertions}</wsp:All></wsp:ExactlyOne>`
const nested = (name: string, content = '', attributes = '') =>
  `<sp:${name}${attributes}><wsp:Policy>${content}</wsp:Policy></sp:${name}>`
const suite = (name: string) => nested('AlgorithmSuite', `<sp:${name}/>`)
const tls = (more = '') =>
  nested(
    'TransportBinding',
    `${nested('TransportToken', '<sp:HttpsToken RequireClientCertificate="false"/>')}${suite('Basic256')}${nested('Layout', '<sp:Lax/>')}${more}`,
  )
const user = (content = '', around = 'SupportingTokens', sp = SP12) =>
  nested(
    around,
    nested(
      'UsernameToken',
      `<sp:WssUsernameToken10/>${content}`,
      ` sp:IncludeToken="${sp}/IncludeToken/AlwaysToRecipient"`,
    ),
  )
const x509 = (around: string, included = 'AlwaysToRecipient', content = '') =>
  nested(
    around,
    nested(
      'X509Token',
      `<sp:WssX509V3Token10/>${content}`,
      ` sp:IncludeToken="${SP12}/IncludeToken/${included}"`,
    ),
  )
const asymmetric = (more = '', initiator = x509('InitiatorToken')) =>
  nested(
    'AsymmetricBinding',
    `${initiator}${x509('RecipientToken', 'Never')}${suite('Basic256Sha256')}${nested('Layout', '<sp:Lax/>')}${more}`,
  )

for (const [name, wsp, sp] of VERSIONS) {
  test(`${name}: a password as text over TLS, without a Timestamp, is met by options and nothing else`, (t) => {
    const { client, findings } = imported(
      t,
      document(one(tls() + user('', 'SignedSupportingTokens', sp)), { wsp, sp }),
    )
    t.deepEqual(findings, [])
    t.is(options(client), "user: { ...keys.user, form: 'text' }, timestamp: false,")
    t.regex(
      client,
      /import type \{ ContractClient, SecurityOptions, Sender, UseOptions \} from 'waybill'/,
    )
  })
}

test('a digest, and a Timestamp', (t) => {
  const { client, findings } = imported(
    t,
    document(one(tls('<sp:IncludeTimestamp/>') + user('<sp:HashPassword/>'))),
  )
  t.deepEqual([findings, options(client)], [[], "user: { ...keys.user, form: 'digest' },"])
})

test('an address without TLS, and a certificate for TLS, are told to whoever calls', (t) => {
  const { findings } = imported(
    t,
    document(one(tls().replace('="false"', '="true"') + user()), {
      address: 'http://orders.example/',
    }),
  )
  t.deepEqual(findings, [
    'yours TransportBinding: the address must be an https: URL',
    'yours TransportBinding/TransportToken/HttpsToken/RequireClientCertificate: give createSender the certificate: http: { certificate, key }',
  ])
})

test('a password as text without TLS is not met', (t) => {
  const { findings } = imported(t, document(one(user()), { address: 'http://orders.example/' }))
  t.deepEqual(findings, [
    'unmet SupportingTokens/UsernameToken: a password as text is sent over TLS only',
  ])
})

test('certificates on both sides: parts, order, references and what answers must have', (t) => {
  const parts =
    '<sp:SignedParts><sp:Body/><sp:Header Namespace="http://www.w3.org/2005/08/addressing"/><sp:Header Name="Known" Namespace="urn:x"/></sp:SignedParts>'
  const { client, findings } = imported(
    t,
    document(
      one(
        asymmetric(
          '<sp:IncludeTimestamp/><sp:EncryptBeforeSigning/><sp:OnlySignEntireHeadersAndBody/>',
          x509('InitiatorToken', 'Never', '<sp:RequireThumbprintReference/>'),
        ) + nested('Wss11', '<sp:MustSupportRefThumbprint/><sp:RequireSignatureConfirmation/>'),
      ),
      {
        input: `${parts}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
        output: '<sp:SignedParts><sp:Body/></sp:SignedParts>',
      },
    ),
  )
  t.deepEqual(findings, [])
  t.is(
    options(client),
    "key: keys.key, encryptTo: keys.encryptTo, trust: keys.trust, sign: ['Body', 'Addressing', '{urn:x}Known', 'Timestamp'], " +
      "reference: 'thumbprint', encrypt: ['Body'], order: 'encrypt-first', signed: ['Body'], confirmed: true, suite: 'Basic256Sha256',",
  )
})

test('over TLS a certificate signs the Timestamp, and what is named with it', (t) => {
  const endorsing = nested(
    'EndorsingSupportingTokens',
    `<sp:X509Token sp:IncludeToken="${SP12}/IncludeToken/AlwaysToRecipient"><wsp:Policy><sp:WssX509V3Token10/></wsp:Policy></sp:X509Token><sp:SignedParts><sp:Header Name="To" Namespace="http://www.w3.org/2005/08/addressing"/></sp:SignedParts>`,
  )
  const { client } = imported(t, document(one(tls('<sp:IncludeTimestamp/>') + endorsing)))
  t.regex(
    options(client),
    /^key: keys\.key, sign: \['\{http:\/\/www\.w3\.org\/2005\/08\/addressing\}To', 'Timestamp'\], suite: 'Basic256',$/,
  )
})

test('the WSDL of a node names its suite to a sender, and says where it is strong', (t) => {
  const plain = join(folderOf(t, { 'orders.wsdl': document('') }), 'orders.wsdl')
  const served = (suite: string | undefined) =>
    writeWsdl(readContracts(plain), {
      location: () => 'http://orders.example/soap',
      needs: () => ({
        ...{ transport: undefined, password: false, signature: true, timestamps: true },
        ...{ secure: false, token: true, confirms: true, suite },
        request: { signed: ['Body'], encrypted: ['Body'] },
        response: { signed: ['Body'], encrypted: ['Body'] },
      }),
    })
  for (const suite of ['Basic128', 'Basic256GCM']) {
    const { client, findings } = imported(t, served(suite))
    t.deepEqual(findings, [])
    t.regex(options(client), new RegExp(`suite: '${suite}',$`))
  }
  const { client, findings } = imported(t, served(undefined))
  t.deepEqual(findings, [])
  t.notRegex(options(client), /suite/)
  t.regex(options(client), /confirmed: true,$/)
})

test('every suite that a policy of a node can have is spoken by a sender', (t) => {
  for (const name of SUITES) t.is(isSpoken(name), name !== 'strong', name)
  for (const name of ['TripleDes', 'Basic256Rsa15', 'Basic256Sha256Rsa15', 'Basic256GCMx']) {
    t.false(isSpoken(name))
  }
})

test('the first alternative that can be met is taken', (t) => {
  const kerberos = nested('SymmetricBinding', nested('ProtectionToken', nested('KerberosToken')))
  const { client, findings } = imported(
    t,
    document(
      `<wsp:ExactlyOne><wsp:All>${kerberos}</wsp:All><wsp:All>${tls()}${user('<sp:HashPassword/>')}</wsp:All><wsp:All>${tls()}${user()}</wsp:All></wsp:ExactlyOne>`,
    ),
  )
  t.deepEqual(findings, [])
  t.regex(options(client), /form: 'digest'/)
})

const UNMET: readonly (readonly [assertions: string, named: readonly string[]])[] = [
  [
    nested('SymmetricBinding', nested('ProtectionToken', nested('SecureConversationToken'))),
    ['SymmetricBinding'],
  ],
  [tls() + nested('SupportingTokens', nested('IssuedToken')), ['SupportingTokens/IssuedToken']],
  [
    tls() + nested('SignedSupportingTokens', nested('SamlToken')),
    ['SignedSupportingTokens/SamlToken'],
  ],
  [
    tls() + nested('EndorsingSupportingTokens', nested('KerberosToken')),
    ['EndorsingSupportingTokens/KerberosToken'],
  ],
  [tls() + user('<sp:NoPassword/>'), ['SupportingTokens/UsernameToken/NoPassword']],
  [tls('<sp:Surprise/>'), ['TransportBinding/Surprise']],
  [`${tls()}<x:Odd xmlns:x="urn:x"/>`, ['{urn:x}Odd']],
  [`${tls()}<sp:SignedElements><sp:XPath>/*</sp:XPath></sp:SignedElements>`, ['SignedElements']],
  [
    asymmetric().replace('<sp:Basic256Sha256/>', '<sp:TripleDesRsa15/>') +
      '<sp:SignedParts><sp:Body/></sp:SignedParts>',
    ['AlgorithmSuite/TripleDesRsa15'],
  ],
  [
    '<wsam:Addressing><wsp:Policy><wsam:NonAnonymousResponses/></wsp:Policy></wsam:Addressing>',
    ['Addressing/NonAnonymousResponses'],
  ],
  [
    '<wsp:PolicyReference URI="http://elsewhere.example/policy"/>',
    ['the policy http://elsewhere.example/policy'],
  ],
]

for (const [assertions, named] of UNMET) {
  test(`what cannot be met, or is not known, is named with its place: ${named.join()}`, (t) => {
    const { client, findings } = imported(t, document(one(assertions)))
    const unmet = findings.filter((line) => line.startsWith('unmet '))
    t.deepEqual(
      unmet.map((line) => line.replace(/^unmet (.*?): (?!\/\/).*$/, '$1')),
      named,
    )
    t.regex(client, /\(orders\.wsdl:\d+\): /)
  })
}

test('what is optional is left out where it cannot be met, and met where it can', (t) => {
  const optional = (text: string) => text.replace(/^<(\S+?)([ >])/, '<$1 wsp:Optional="true"$2')
  const { client, findings } = imported(
    t,
    document(
      one(tls() + optional(user()) + optional(nested('SupportingTokens', nested('IssuedToken')))),
    ),
  )
  t.deepEqual(findings, ['yours SupportingTokens: it is optional, and left out'])
  t.regex(options(client), /form: 'text'/)
})

test('policies of faults, and answers that must go elsewhere, are looked at, too', (t) => {
  const wsdl = document(one(tls()))
    .replace('<w:input>', '<wsaw:Anonymous>prohibited</wsaw:Anonymous><w:input>')
    .replace(
      '</w:output>\n    </w:operation></w:binding>',
      `</w:output><w:fault name="F"><wsp:Policy xmlns:wsp="${WSP15}"><x:Odd xmlns:x="urn:x"/></wsp:Policy></w:fault></w:operation></w:binding>`,
    )
  t.deepEqual(imported(t, wsdl).findings, [
    'unmet {urn:x}Odd: this sender does not know it',
    'unmet Anonymous: answers come back on the connection',
  ])
})

test('policies that refer to each other in a circle end', (t) => {
  const { findings } = imported(t, document('<wsp:PolicyReference URI="#P"/>'))
  t.deepEqual(findings, ['unmet the policy #P: it is in none of the documents'])
})

test('policies that each refer twice to the next one are not followed without end', (t) => {
  const referTo = (name: string) => `<wsp:PolicyReference URI="#${name}"/>`.repeat(2)
  const policies = Array.from(
    { length: 40 },
    (_, index) =>
      `<wsp:Policy xmlns:wsp="${WSP15}" xmlns:wsu="${WSU}" wsu:Id="P${index}">${referTo(`P${index + 1}`)}</wsp:Policy>`,
  )
  const last = `<wsp:Policy xmlns:wsp="${WSP15}" xmlns:wsu="${WSU}" wsu:Id="P40"><wsp:All/></wsp:Policy>`
  const wsdl = document(referTo('P0')).replace('</w:definitions>', `${policies.join('')}${last}$&`)
  t.deepEqual(imported(t, wsdl).findings, [
    'unmet a policy: not all of its alternatives and references are looked at',
  ])
})

test('a contract without policies has no options for security', (t) => {
  const { client } = imported(
    t,
    definitions(ORDER_SCHEMAS + ORDER_MESSAGES + PORT_TYPE + binding() + SERVICE),
  )
  t.notRegex(client, /Security/)
})
