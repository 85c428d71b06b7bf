/** `waybill verify`: checks the security blocks of an envelope in a file, and explains the verdict step by step. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { wallTime } from '../../base/time.js'
import { servedVersions } from '../../config/served-versions.js'
import { EXIT } from '../../errors.js'
import { SecurityFailure } from '../../security/failure.js'
import type { OwnKey, Trust } from '../../security/keys.js'
import { isSecurityBlock, type OpeningStep, opening, proveUsers } from '../../security/open.js'
import { trustFrom } from '../../security/peers/trust-from.js'
import { markingUnsigned } from '../../security/signed-scopes.js'
import { trustIn } from '../../security/trust/certificates.js'
import { readOwnKeys, readTrust } from '../../security/trust/read.js'
import type { ConfiguredTrust } from '../../security/trust/trust.js'
import { unsignedValues } from '../../security/unsigned-values.js'
import { isCovered, type Tied } from '../../security/verdict.js'
import { DEFAULT_ENVELOPE_LIMITS, type Envelope } from '../../soap/envelope.js'
import { SoapFault } from '../../soap/fault.js'
import { readHeaderBlock } from '../../soap/header-block.js'
import { SoapVersions } from '../../soap/version.js'
import { DEFAULT_XML_LIMITS } from '../../xml/limits.js'
import { atOnce } from '../../xml/walk.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { envelopeIn } from './envelope-file.js'
import { type TrustFlags, textIn, withTrustOption } from './flags.js'
import { type Result, showResult } from './verify-output.js'
import {
  type Held,
  heldBy,
  judgedBy,
  type PolicyVerdict,
  type WayFlags,
  wayFlagIn,
  weakOf,
  withWayOptions,
} from './verify-policies.js'

interface VerifyFlags extends ConfigOptions, TrustFlags, WayFlags {
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

  return withWayOptions(
    withTrustOption(
      withConfigOptions(command),
      'certificate of who signs, or of who issues theirs, in PEM; may be repeated',
    ),
  )
    .option('--key <file>', 'decrypt with the private key in this file, in PEM')
    .option('--certificate <file>', 'certificate of that key, in PEM')
    .option('--at <moment>', 'judge certificates and times as of then. Default: now', moment)
    .withJson('one object', {
      valid:
        'whether it meets the policies that are asked, and is signed as they say, or else its Body is',
      why: 'why not; null if it is valid',
      form: 'wss or soap-dsig',
      steps: 'sentence and ok of each step',
      policies: 'name, applies, met and why of each policy of the configuration',
      signatures: 'kind, peer, covers and algorithms of each that counts with the others',
      apart: 'the same of those that do not: of other peers, or not tied to these',
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
      'waybill verify signed.xml --config waybill.yaml --path orders --tls --address 192.0.2.7',
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
  /** False if nothing says that it came over TLS. */
  readonly secure: boolean
  /** Undefined if there is no configuration. */
  readonly held: Held | undefined
}

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const judging = await judgingBy(flags)
  const envelope = envelopeIn(file, judging.versions)
  const result = await resultOf(envelope, judging, flags.at ?? wallTime())
  showResult(result, flags.json)
  if (!result.valid) process.exitCode = EXIT.invalid
}

async function judgingBy(flags: VerifyFlags): Promise<Judging> {
  const { trust, key, certificate } = flags
  const sources = sourcesOf(flags)
  if (trust.length > 0) {
    const flag = wayFlagIn(flags)
    if (flag !== undefined) throw new WrongUsage(`${flag} is for the policies of --config`)
    const own = key !== undefined && certificate !== undefined ? [ownKey(key, certificate)] : []
    return {
      trust: trustIn(trust.map((one) => ({ name: basename(one), certificates: listIn(one) }))),
      keys: own,
      clockSkew: 300_000,
      strict: true,
      versions: new SoapVersions(),
      secure: true,
      held: undefined,
    }
  }
  if (sources.file === undefined && sources.settings.length === 0) {
    throw new WrongUsage('give --trust, or --config with security.peers')
  }
  const { config } = await readConfig(sources)
  const { security } = config
  const { clientCertificate } = flags
  const [shown] = clientCertificate === undefined ? [] : listIn(clientCertificate)
  const held = heldBy(security, flags, shown)
  return {
    trust: readTrust(security),
    keys: readOwnKeys(security),
    clockSkew: security.clockSkew,
    strict: security.strict,
    versions: servedVersions(config),
    secure: held.peer.tls !== undefined,
    held,
  }
}

async function resultOf(envelope: Envelope, judging: Judging, at: number): Promise<Result> {
  const steps: OpeningStep[] = []
  const explain = (step: OpeningStep): void => {
    steps.push(step)
  }
  try {
    const blocks = envelope.blocks
      .map((block) => readHeaderBlock(block, envelope.version))
      .filter(isSecurityBlock)
    const { held } = judging
    const explainedTrust = explainingTrust(judging.trust, explain)
    const trust = held ? trustFrom(explainedTrust, held.peers, held.peer.address) : explainedTrust
    const limits = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS }
    const weak = held && weakOf(held)
    const parts = { ...judging, envelope, blocks, trust, at, limits, weak, explain }
    const opened = atOnce(opening({ ...parts, fresh: true }))
    const shown = await proveUsers(opened, trust)
    const { policies, verdict } = judgedBy(opened.envelope, shown, held, trust)
    if (verdict.signatures.length > 0) reportUnsigned(opened.envelope, verdict, explain)
    const why = wrongWith(policies, isCovered(verdict, opened.envelope.body))
    return { valid: why === undefined, why, steps, verdict, policies }
  } catch (error) {
    if (!(error instanceof SecurityFailure || error instanceof SoapFault)) throw error
    explain({ sentence: error.message, ok: false })
    return { valid: false, why: error.message, steps, verdict: undefined, policies: [] }
  }
}

/** Which of these values are names, and of what type, only who reads them knows: the verdict leaves them aside. */
function reportUnsigned(
  { root }: Envelope,
  { signatures }: Tied,
  explain: (step: OpeningStep) => void,
): void {
  const marked = atOnce(markingUnsigned(root, signatures))
  for (const why of atOnce(unsignedValues(marked))) {
    explain({ sentence: `Whoever resolves it refuses the message: ${why}.`, ok: false })
  }
}

/** What must be signed is what policies say, or else Body. */
function wrongWith(policies: readonly PolicyVerdict[], signed: boolean): string | undefined {
  const unmet = policies.find(({ met }) => met === false)
  if (unmet) return `${unmet.name} does not hold: ${unmet.why}`
  if (signed || policies.some(({ signs, met }) => signs && met)) return undefined
  return 'no signature of somebody who is trusted covers Body'
}

/** Decides, and tells each step of the decision. */
function explainingTrust(trust: ConfiguredTrust, explain: (step: OpeningStep) => void): Trust {
  return {
    decide: (certificate, others, at) =>
      trust.explain(certificate, others, at, (sentence, ok) => explain({ sentence, ok })),
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
