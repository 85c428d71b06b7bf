/** The options by which commands sign, encrypt and trust: keys and certificates from files. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { systemReason } from '../../base/errno.js'
import { passwordAt } from '../../base/password-at.js'
import type { SecurityOptions } from '../../client/security-options.js'
import { WEAK } from '../../config/peers.js'
import { SUITES } from '../../config/policies.js'
import type { SuiteName } from '../../security/suite.js'
import type { WeakAlgorithm } from '../../security/weak.js'
import { WrongUsage } from '../command/wrong-usage.js'

export interface SecurityFlags {
  readonly sign?: string
  readonly certificate?: string
  readonly security: 'wss' | 'soap-dsig'
  readonly parts?: readonly string[]
  readonly reference: 'token' | 'issuer-serial' | 'key-identifier' | 'thumbprint'
  readonly encryptTo?: string
  readonly order: 'sign-first' | 'encrypt-first'
}

export interface TrustFlags {
  readonly trust: readonly string[]
}

/** What only a request has, or its answer. */
export interface CallSecurityFlags extends SecurityFlags, TrustFlags {
  readonly user?: string
  readonly userPassword?: string
  readonly passwordType: 'digest' | 'text'
  readonly timestamp: boolean
  readonly allow: readonly WeakAlgorithm[]
  readonly suite?: SuiteName
}

/** @param sign  the flag of the key, where another one would be clearer */
export function withSecurityOptions<Of extends Command>(command: Of, sign = '--sign <file>'): Of {
  return command
    .option(sign, 'sign with the private key in this file, in PEM')
    .option('--certificate <file>', 'certificate of that key, and those of its issuers, in PEM')
    .addOption(
      new Option('--security <form>', 'WS-Security, or an entry of SOAP-DSIG')
        .choices(['wss', 'soap-dsig'])
        .default('wss'),
    )
    .option(
      '--parts <names>',
      'parts that are signed, with commas between them: Body, Timestamp, Addressing, {namespace}Name',
      (names: string) => names.split(/,(?![^{]*\})/),
    )
    .addOption(
      new Option('--reference <form>', 'how the certificate is referenced')
        .choices(['token', 'issuer-serial', 'key-identifier', 'thumbprint'])
        .default('token'),
    )
    .option('--encrypt-to <file>', 'encrypt Body to the certificate in this file, in PEM')
    .addOption(
      new Option('--order <order>', 'sign and then encrypt, or sign what was encrypted')
        .choices(['sign-first', 'encrypt-first'])
        .default('sign-first'),
    )
}

export function withCallSecurityOptions<Of extends Command>(command: Of): Of {
  withSecurityOptions(command)
    .option('--user <name>', 'name of a UsernameToken of WS-Security')
    .option('--user-password <where>', 'its password: env:NAME or file:path')
    .addOption(
      new Option('--password-type <type>', 'PasswordDigest, or PasswordText, over TLS only')
        .choices(['digest', 'text'])
        .default('digest'),
    )
    .option('--no-timestamp', 'send no Timestamp of WS-Security')
  withTrustOption(
    command,
    'take only answers signed with a certificate in this file, or by one of its authorities; may be repeated',
  )
  command.addOption(
    new Option('--suite <name>', 'algorithm suite of requests and answers').choices(
      SUITES.filter((name) => name !== 'strong'),
    ),
  )
  return command.addOption(
    new Option(
      '--allow <algorithm>',
      'take this weak algorithm in answers; may be repeated: see docs/security.md',
    )
      .choices(WEAK)
      .default([])
      .argParser(weakAlgorithm),
  )
}

function weakAlgorithm(name: string, before: readonly WeakAlgorithm[]): readonly WeakAlgorithm[] {
  const algorithm = WEAK.find((one) => one === name)
  if (algorithm) return [...before, algorithm]
  throw new InvalidArgumentError(`Allowed choices are ${WEAK.join(', ')}.`)
}

export function withTrustOption<Of extends Command>(command: Of, description: string): Of {
  return command.option(
    '--trust <file>',
    description,
    (file: string, before: readonly string[]) => [...before, file],
    [],
  )
}

/** @throws WrongUsage */
export function signingOf(flags: SecurityFlags): SecurityOptions {
  const { sign, certificate, security, parts, reference, encryptTo, order } = flags
  if ((sign === undefined) !== (certificate === undefined)) {
    throw new WrongUsage('the key that signs and its --certificate go together')
  }
  return {
    form: security,
    reference,
    order,
    ...(parts && { sign: parts }),
    ...(encryptTo !== undefined && { encryptTo: textIn(encryptTo) }),
    ...(sign !== undefined &&
      certificate !== undefined && {
        key: { key: textIn(sign), certificate: textIn(certificate) },
      }),
  }
}

/**
 * @returns nothing if no flag asks for it
 * @throws WrongUsage
 */
export function securityOf(flags: CallSecurityFlags): { readonly security?: SecurityOptions } {
  const { sign, encryptTo, trust, timestamp, allow, suite } = flags
  const user = userOf(flags)
  if (![sign, encryptTo, trust[0], user].some((one) => one !== undefined)) {
    if (allow.length === 0 && suite === undefined) return {}
    throw new WrongUsage(
      '--allow and --suite need --trust, --sign or --encrypt-to: there is nothing that they are about',
    )
  }
  const trusted = trust.length === 0 ? {} : { trust: trust.map(textIn).join('\n') }
  const dated = timestamp ? {} : { timestamp }
  return { security: { ...signingOf(flags), ...trusted, ...dated, allow, suite, user } }
}

function userOf({ user, userPassword, passwordType }: CallSecurityFlags): SecurityOptions['user'] {
  if (user === undefined && userPassword === undefined) return undefined
  if (user === undefined || userPassword === undefined) {
    throw new WrongUsage('--user and --user-password go together')
  }
  try {
    return { name: user, password: passwordAt(userPassword), form: passwordType }
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

/** @throws WrongUsage */
export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${systemReason(error)})`)
  }
}
