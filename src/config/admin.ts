/** The part of the configuration about the admin listener: where it is, who may do what there, and how each is known. */
import { z } from 'zod'
import { hashedPassword, hashedToken } from './hashed.js'
import { type DeepReadonly, host, port, text } from './kinds.js'
import { named } from './peers.js'
import { addressHeader, proxies } from './proxies.js'
import { tlsKeys, tlsPair } from './tls.js'

const operator = z.strictObject({
  may: z
    .enum(['look', 'read', 'change'])
    .default('change')
    .describe(
      'What this operator may do: look at metadata, numbers and problems; read contents of messages as well; change things as well.',
    ),
  operations: z
    .array(z.string().regex(/^\{[^{}\s]+\}[^{}\s]+$/, 'expected {namespace}Name or {namespace}*'))
    .optional()
    .describe(
      'Operations to whose messages read or change is limited, as {namespace}Name or {namespace}*. Default: no limit.',
    ),
  destinations: z
    .array(text())
    .optional()
    .describe(
      'Destinations to whose messages read or change is limited, beside those of operations. Default: no limit.',
    ),
  token: hashedToken().optional().describe('Token of a program, as sha256:hex.'),
  password: hashedPassword()
    .optional()
    .describe('Password for the console, as sha256:hex or scrypt:salt:key.'),
  certificates: z
    .array(text())
    .optional()
    .describe('Subjects, common names or SHA-256 fingerprints of TLS client certificates.'),
})

const tls = z.strictObject({ ...tlsPair, ...tlsKeys })

export const admin = z.strictObject({
  host: host().default('127.0.0.1').describe('Address of the admin listener.'),
  port: port()
    .default(8081)
    .describe('Port of the admin listener: health, metrics, console; 0 takes a free one.'),
  hosts: z
    .array(text())
    .default([])
    .describe('Names by which browsers reach it, beside localhost and addresses.'),
  operators: z
    .record(named(), operator)
    .default({})
    .describe(
      'Who may use it, by names of your choice, beside who can read the token in stateDir.',
    ),
  tls: tls.optional().describe('Certificate of the admin listener, which speaks HTTPS with it.'),
  openMetrics: z
    .boolean()
    .default(false)
    .describe('Show /metrics to everybody who reaches the listener.'),
  proxies: proxies(),
  proxyHeader: addressHeader().describe(
    'Header field of those proxies that has the address of the client; from others it counts for nothing.',
  ),
})

export type AdminConfig = DeepReadonly<z.output<typeof admin>>

/** What operators prove themselves with has to be there, and to be asked for. */
export function checkAdmin({
  value,
  issues,
}: z.core.ParsePayload<{
  readonly admin: AdminConfig
  readonly destinations: Readonly<Record<string, unknown>>
}>): void {
  const { operators, tls: secure } = value.admin
  const complain = (path: readonly string[], input: unknown, message: string) =>
    issues.push({ code: 'custom', path: ['admin', ...path], input, message })
  for (const [name, operator] of Object.entries(operators)) {
    const { token: own, password, certificates } = operator
    if (own === undefined && password === undefined && !certificates) {
      complain(['operators', name], {}, 'expected token, password or certificates')
    }
    if (certificates && (secure?.clientAuthentication ?? 'none') === 'none') {
      complain(
        ['operators', name, 'certificates'],
        certificates,
        'expected admin.tls.clientAuthentication with it',
      )
    }
    const limit = operator.operations ? 'operations' : 'destinations'
    if (operator.may === 'look' && operator[limit]) {
      complain(['operators', name, limit], operator[limit], 'expected may: read or change with it')
    }
    for (const one of operator.destinations ?? []) {
      if (Object.hasOwn(value.destinations, one)) continue
      complain(['operators', name, 'destinations'], one, 'expected names in destinations')
    }
  }
}
