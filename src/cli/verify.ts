/** `waybill verify`: checks the security blocks of an envelope in a file, and explains the verdict step by step. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { EXIT } from '../errors.js'
import { SecurityFailure } from '../security/failure.js'
import type { OwnKey, Trust } from '../security/keys.js'
import { isSecurityBlock, type OpeningStep, opening, proveUsers } from '../security/open.js'
import { trustIn } from '../security/trust/certificates.js'
import { readOwnKeys, readTrust } from '../security/trust/read.js'
import type { ConfiguredTrust } from '../security/trust/trust.js'
import { isCovered } from '../security/verdict.js'
import { DEFAULT_ENVELOPE_LIMITS, type Envelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { readHeaderBlock } from '../soap/header-block.js'
import { SoapVersions } from '../soap/version.js'
import { DEFAULT_XML_LIMITS } from '../xml/limits.js'
import { atOnce } from '../xml/walk.js'
import { CliCommand } from './command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { envelopeIn } from './envelope-file.js'
import { readConfig } from './read-config.js'
import { type TrustFlags, textIn, withTrustOption } from './security-flags.js'
import { type Result, showResult } from './verify-output.js'
import { WrongUsage } from './wrong-usage.js'

interface VerifyFlags extends ConfigOptions, TrustFlags {
  readonly key?: string
  readonly certificate?: string
  readonly at?: number
  readonly json: boolean
}

export function verifyCommand(): CliCommand {
  const command = new CliCommand('verify').argument(
    '<file>',
    'file with the envelope; - for standard input',
  )

  return withTrustOption(
    withConfigOptions(command),
    'certificate of who signs, or of who issues theirs, in PEM; may be repeated',
  )
    .option('--key <file>', 'decrypt with the private key in this file, in PEM')
    .option('--certificate <file>', 'certificate of that key, in PEM')
    .option('--at <moment>', 'judge certificates and times as of then. Default: now', moment)
    .withJson('one object', {
      valid: 'whether Body is signed by somebody who is trusted',
      why: 'why not; null if it is valid',
      form: 'wss or soap-dsig',
      steps: 'sentence and ok of each step',
      signatures: 'kind, peer, covers and algorithms of each',
      users: 'peers whose password it had',
      created: 'of the timestamp',
      expires: 'of the timestamp',
      decrypted: 'names of what came encrypted',
      confirmed: 'signatures of the request that it confirms',
      ignored: 'what did not count, and why',
    })
    .withExits({ 1: 'the envelope is not valid' })
    .withExamples(
      'waybill verify signed.xml --trust partner.pem',
      'waybill verify signed.xml --config waybill.yaml --at 2026-03-01T12:00:00Z',
    )
    .action(verify)
}

/** What messages are judged by. */
interface Judging {
  readonly trust: ConfiguredTrust
  readonly keys: readonly OwnKey[]
  readonly clockSkew: number
  readonly strict: boolean
  readonly versions: SoapVersions
}

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const judging = await judgingBy(flags)
  const envelope = envelopeIn(file, judging.versions)
  const result = await resultOf(envelope, judging, flags.at ?? Date.now())
  showResult(result, flags.json)
  if (!result.valid) process.exitCode = EXIT.invalid
}

async function judgingBy(flags: VerifyFlags): Promise<Judging> {
  const { trust, key, certificate } = flags
  const sources = sourcesOf(flags)
  if (trust.length > 0) {
    const own = key !== undefined && certificate !== undefined ? [ownKey(key, certificate)] : []
    return {
      trust: trustIn(trust.map((one) => ({ name: basename(one), certificates: listIn(one) }))),
      keys: own,
      clockSkew: 300_000,
      strict: true,
      versions: new SoapVersions(),
    }
  }
  if (sources.file === undefined && sources.settings.length === 0) {
    throw new WrongUsage('give --trust, or --config with security.peers')
  }
  const { config } = await readConfig(sources)
  const { security, soap } = config
  return {
    trust: readTrust(security),
    keys: readOwnKeys(security),
    clockSkew: security.clockSkew,
    strict: security.strict,
    versions: new SoapVersions(soap.namespaces, soap.lenient),
  }
}

async function resultOf(envelope: Envelope, judging: Judging, at: number): Promise<Result> {
  const steps: OpeningStep[] = []
  const tell = (step: OpeningStep): void => {
    steps.push(step)
  }
  try {
    const blocks = envelope.blocks
      .map((block) => readHeaderBlock(block, envelope.version))
      .filter(isSecurityBlock)
    const trust = told(judging.trust, tell)
    const limits = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS }
    const given = { ...judging, envelope, blocks, trust, at, limits, tell }
    const opened = atOnce(opening({ ...given, fresh: true, secure: true }))
    const verdict = await proveUsers(opened, judging.trust)
    const valid = isCovered(verdict, opened.envelope.body)
    const why = valid ? undefined : 'no signature of somebody who is trusted covers Body'
    return { valid, why, steps, verdict }
  } catch (error) {
    if (!(error instanceof SecurityFailure || error instanceof SoapFault)) throw error
    tell({ sentence: error.message, ok: false })
    return { valid: false, why: error.message, steps, verdict: undefined }
  }
}

/** Decides, and tells each step of the decision. */
function told(trust: ConfiguredTrust, tell: (step: OpeningStep) => void): Trust {
  return {
    decide: (certificate, others, at) =>
      trust.explain(certificate, others, at, (sentence, ok) => tell({ sentence, ok })),
    find: (reference) => trust.find(reference),
    sharedKey: (name) => trust.sharedKey(name),
    digestPassword: (user) => trust.digestPassword(user),
    checkPassword: (user, password) => trust.checkPassword(user, password),
    allows: (algorithm, peer) => trust.allows(algorithm, peer),
    encryptTo: (peer) => trust.encryptTo(peer),
  }
}

function ownKey(key: string, certificate: string): OwnKey {
  const [own, ...chain] = listIn(certificate)
  try {
    if (own) return { key: createPrivateKey(textIn(key)), certificate: own, chain }
  } catch {
    throw new WrongUsage(`${key}: expected a private key in PEM`)
  }
  throw new WrongUsage(`${certificate}: expected a certificate in PEM`)
}

function listIn(file: string): readonly X509Certificate[] {
  const blocks = textIn(file).match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs)
  try {
    if (blocks) return blocks.map((block) => new X509Certificate(block))
  } catch {
    throw new WrongUsage(`${file}: a certificate in it is damaged`)
  }
  throw new WrongUsage(`${file}: expected certificates in PEM`)
}

function moment(text: string): number {
  const at = Date.parse(text)
  if (Number.isFinite(at)) return at
  throw new InvalidArgumentError('expected a moment such as 2026-03-01T12:00:00Z')
}
