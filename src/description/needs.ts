/** What the policies of the configuration ask of the messages of an operation, as a WSDL can say it. */
import type { Needs, ProtectedParts } from '../contract/wsdl/policy/needs.js'
import type { Level, Policies, Policy } from '../security/policies.js'
import type { ClarkName } from '../xml/tree.js'
import type { ToldPort } from './ports.js'

/** By what a MAC is made is a secret of two, which no policy can name: who needs one knows it. */
const BY_CERTIFICATE: readonly Level[] = ['signature', 'non-repudiation']

/** @param entry  name of the body entry; undefined for an empty Body */
export function needsOf(
  policies: Policies,
  plugin: string,
  { over, secure }: ToldPort,
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
  return {
    transport: client ? 'client-certificate' : asks('tls') ? 'tls' : undefined,
    password: asks('password'),
    signature,
    endorsed,
    request: { signed: signature ? all(signing, 'signed') : [], encrypted: all(held, 'encrypted') },
    response: answered(held),
    encryptsFirst: held.some(({ sends }) => sends?.order === 'encrypt-first'),
    timestamps: held.some(isDated) || endorsed?.includes('Timestamp') === true,
    secure,
  }
}

const isDated = ({ sends }: Policy) => sends?.form === 'wss' && sends.timestamp !== false

const all = (held: readonly Policy[], parts: 'signed' | 'encrypted'): readonly string[] => [
  ...new Set(held.flatMap((policy) => policy[parts])),
]

/** What this node puts into answers, where its form is that of WS-Security. */
function answered(held: readonly Policy[]): ProtectedParts {
  const sends = held.flatMap((policy) => (policy.sends?.form === 'wss' ? [policy.sends] : []))
  return {
    signed: [...new Set(sends.flatMap(({ sign, mac }) => (mac ? [] : sign)))],
    encrypted: [...new Set(sends.flatMap(({ encrypt }) => encrypt))],
  }
}
