/** `waybill sign`: signs the envelope in a file, and may encrypt it, as a node would that sends it. */
import { ClientSecurity } from '../../client/security.js'
import { readOwnKeys } from '../../security/trust/read.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { envelopeIn } from './envelope-file.js'
import { type SecurityFlags, signingOf, withSecurityOptions } from './flags.js'

interface SignFlags extends ConfigOptions, Omit<SecurityFlags, 'sign'> {
  readonly key?: string
}

export function signCommand(): CliCommand {
  const command = new CliCommand('sign').argument(
    '<file>',
    'file with the envelope; - for standard input',
  )

  return withSecurityOptions(withConfigOptions(command), '--key <file>')
    .withExamples(
      'waybill sign order.xml --key me-key.pem --certificate me.pem > signed.xml',
      'waybill sign order.xml --config waybill.yaml --security soap-dsig --parts Body',
    )
    .action(sign)
}

async function sign(file: string, flags: SignFlags): Promise<void> {
  const { key, ...others } = flags
  const signing = signingOf({ ...others, ...(key !== undefined && { sign: key }) })
  const options = signing.key ? signing : { ...signing, ...(await configuredKey(flags)) }
  if (!options.key && options.encryptTo === undefined) {
    throw new WrongUsage('give --key and --certificate, or --config with security.key')
  }
  const { source } = envelopeIn(file)
  try {
    process.stdout.write(new ClientSecurity(options).seal(source).text)
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

/** The key that the configured node signs with. */
async function configuredKey(flags: SignFlags): Promise<Pick<ReturnType<typeof signingOf>, 'key'>> {
  const sources = sourcesOf(flags)
  if (sources.file === undefined && sources.settings.length === 0) return {}
  const { config } = await readConfig(sources)
  const [own] = readOwnKeys(config.security)
  if (!own) return {}
  const certificate = [own.certificate, ...own.chain].map((one) => one.toString()).join('\n')
  const key = own.key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key: { key, certificate } }
}
