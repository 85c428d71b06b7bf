/** What the policies of the configuration ask of the messages of an operation, as a WSDL can say it. */
import type { Needs, ProtectedParts } from '../../contract/wsdl/policy/needs.js'
import type { Level, Policies, Policy, Sends } from '../../security/policies.js'
import { suiteOf } from '../../security/suite.js'
import type { ClarkName } from '../../xml/tree.js'
import type { DescribedPolicyPort } from './ports.js'

/** By what a MAC is made is a secret of two, which no policy can name: who needs one knows it. */
const BY_CERTIFICATE: readonly Level[] = ['signature', 'non-repudiation']

/** @param entry  name of the body entry; undefined for an empty Body */
export function needsOf(
  policies: Policies,
  plugin: string,
  { over, secure }: DescribedPolicyPort,
  entry: ClarkName | undefined,
): Needs {
  const held = policies.of({
    transport: over,
    path: plugin,
    mailboxes: [],
    operation: entry,
    route: undefined,
  })
  const asks = (...levels: readonly Level[]) =>
    held.some(({ require }) => levels.some((level) => require.includes(level)))
  const signing = held.filter(({ require }) => require.some((one) => BY_CERTIFICATE.includes(one)))
  const endorsing = signing.filter(({ leavesBodyOut }) => leavesBodyOut)
  // One that covers Body covers what the others ask for, too.
  const signature = signing.length > endorsing.length
  const endorsed = endorsing.length > 0 && !signature ? all(endorsing, 'signed') : undefined
  const client = asks('client-certificate')
  const sends = sendsOf(held)
  const signs = sends !== undefined && sends.sign.length > 0
  return {
    transport: client ? 'client-certificate' : asks('tls') ? 'tls' : undefined,
    password: asks('password'),
    signature,
    endorsed,
    request: { signed: signature ? counting(signing) : [], encrypted: all(held, 'encrypted') },
    response: answered(sends),
    encryptsFirst: sends?.order === 'encrypt-first',
    timestamps: (signs && sends.timestamp !== false) || endorsed?.includes('Timestamp') === true,
    token: signs && !sends.mac && sends.reference === 'token',
    confirms: signs && (signature || endorsed !== undefined),
    suite: suiteOf(held)?.name,
    secure,
  }
}

const all = (held: readonly Policy[], parts: 'signed' | 'encrypted'): readonly string[] => [
  ...new Set(held.flatMap((policy) => policy[parts])),
]

/** Blocks of WS-Addressing that nobody has signed are left out: a client that has them signs them. */
const counting = (signing: readonly Policy[]): readonly string[] => [
  ...new Set([...all(signing, 'signed'), 'Addressing']),
]

/** By what answers are sealed, where its form is that of WS-Security: the first policy that says it decides. */
function sendsOf(held: readonly Policy[]): Sends | undefined {
  const sends = held.find((policy) => policy.sends)?.sends
  return sends?.form === 'wss' ? sends : undefined
}

function answered(sends: Sends | undefined): ProtectedParts {
  if (!sends) return { signed: [], encrypted: [] }
  return { signed: sends.mac ? [] : sends.sign, encrypted: sends.encrypt }
}
