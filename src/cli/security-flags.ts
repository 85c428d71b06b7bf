/** The options by which commands sign, encrypt and trust: keys and certificates from files. */
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { systemReason } from '../base/errno.js'
import type { SecurityOptions } from '../client/security-options.js'
import { WrongUsage } from './wrong-usage.js'

export interface SecurityFlags {
  readonly sign?: string
  readonly certificate?: string
  readonly security: 'wss' | 'soap-dsig'
  readonly parts?: readonly string[]
  readonly reference: 'token' | 'issuer-serial' | 'key-identifier' | 'thumbprint'
  readonly encryptTo?: string
}

export interface TrustFlags {
  readonly trust: readonly string[]
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
      new Option('--reference <form>', 'how the certificate is told')
        .choices(['token', 'issuer-serial', 'key-identifier', 'thumbprint'])
        .default('token'),
    )
    .option('--encrypt-to <file>', 'encrypt Body to the certificate in this file, in PEM')
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
  const { sign, certificate, security, parts, reference, encryptTo } = flags
  if ((sign === undefined) !== (certificate === undefined)) {
    throw new WrongUsage('the key that signs and its --certificate go together')
  }
  return {
    form: security,
    reference,
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
export function securityOf(flags: SecurityFlags & TrustFlags): {
  readonly security?: SecurityOptions
} {
  const { sign, encryptTo, trust } = flags
  if (sign === undefined && encryptTo === undefined && trust.length === 0) return {}
  const trusted = trust.length === 0 ? {} : { trust: trust.map(textIn).join('\n') }
  return { security: { ...signingOf(flags), ...trusted } }
}

/** @throws WrongUsage */
export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${systemReason(error)})`)
  }
}
