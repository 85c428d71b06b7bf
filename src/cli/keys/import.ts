/** `waybill keys import`: checks a key and a certificate from elsewhere, and puts them where the configuration names them. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { systemReason } from '../../base/errno.js'
import { weaknessOf } from '../../security/trust/strength.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { note, printJson } from '../command/print.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { keyPathsOf } from './key-paths.js'
import { writeNew } from './new-files.js'

interface Flags extends ConfigOptions {
  readonly certificate?: string
  readonly key?: string
  readonly json: boolean
}

export function importCommand(): CliCommand {
  return withConfigOptions(new CliCommand('import'))
    .description('put a key and a certificate from elsewhere where the configuration names them')
    .argument('<files...>', 'files in PEM: one that has both, or one each')
    .option('--certificate <file>', 'where to. Default: security.certificate')
    .option('--key <file>', 'where the key goes. Default: security.key')
    .withExamples(
      'waybill keys import pair.pem --certificate node.pem --key node.key',
      'waybill keys import node.crt node.key --config waybill.yaml',
    )
    .withJson('one object', {
      key: 'file of the key',
      certificate: 'file of the certificate and those of its issuers',
      issuers: 'how many issuers are in it',
    })
    .action(importPair)
}

async function importPair(files: readonly string[], flags: Flags): Promise<void> {
  const paths = await keyPathsOf(flags)
  const texts = files.map(readPem)
  const certificates = texts.flatMap((text) => text.match(CERTIFICATE) ?? [])
  const [key, ...more] = texts.flatMap((text) => text.match(KEY) ?? [])
  if (key === undefined || more.length > 0) {
    throw new WrongUsage(
      `expected one private key in ${files.join(', ')}, got ${more.length + (key === undefined ? 0 : 1)}`,
    )
  }
  const ordered = inOrder(certificates.map(certificateOf), keyOf(key))
  writeNew([
    [paths.key, `${key}\n`],
    [paths.certificate, ordered.map(String).join('')],
  ])
  if (flags.json) {
    printJson({ ...paths, issuers: ordered.length - 1 })
    return
  }
  note(
    `${paths.key} has the key, ${paths.certificate} the certificate and ${ordered.length - 1} of its issuers`,
  )
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs
const KEY = /-----BEGIN (?:\w+ )*PRIVATE KEY-----.*?-----END (?:\w+ )*PRIVATE KEY-----/gs

function readPem(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${systemReason(error)})`)
  }
  const text = bytes.toString('latin1')
  if (text.includes('-----BEGIN ')) return text
  // PKCS#12 (RFC 7292 §4): a SEQUENCE; a key store of Java has a number of its own.
  const how =
    bytes[0] === 0x30
      ? `openssl pkcs12 -in ${file} -nodes -out pair.pem, and import pair.pem`
      : bytes.readUInt32BE(0) === 0xfeedfeed
        ? `keytool -importkeystore -srckeystore ${file} -destkeystore pair.p12 -deststoretype pkcs12, then openssl pkcs12 -in pair.p12 -nodes -out pair.pem, and import pair.pem`
        : 'convert it to PEM'
  throw new WrongUsage(`${file} is not in PEM; ${how}`)
}

function certificateOf(block: string): X509Certificate {
  try {
    return new X509Certificate(block)
  } catch {
    throw new WrongUsage('a certificate is damaged')
  }
}

function keyOf(block: string): KeyObject {
  if (/BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(block)) {
    throw new WrongUsage(
      'the key needs a passphrase; openssl pkey -in FILE -out key.pem takes it off',
    )
  }
  try {
    return createPrivateKey(block)
  } catch {
    throw new WrongUsage('the private key is damaged')
  }
}

/** That of the key first, each followed by its issuer. */
function inOrder(all: readonly X509Certificate[], key: KeyObject): readonly X509Certificate[] {
  const own = all.find((certificate) => certificate.checkPrivateKey(key))
  if (!own) throw new WrongUsage('no certificate belongs to the key')
  const weakness = weaknessOf(own.publicKey)
  if (weakness !== undefined) throw new WrongUsage(`the key ${weakness}`)
  const ordered = [own]
  for (let last: X509Certificate | undefined = own; last; ) {
    const below: X509Certificate = last
    last = all.find((one) => !ordered.includes(one) && below.checkIssued(one))
    if (last) ordered.push(last)
  }
  return ordered
}
