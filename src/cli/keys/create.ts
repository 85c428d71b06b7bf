/** `waybill keys create`: makes a key, and a certificate by itself or a request for one. */
import { Option } from 'commander'
import { wallTime } from '../../base/time.js'
import { DAY } from '../../config/kinds.js'
import { createPair, KEY_TYPES, type Wish } from '../../security/issue/create.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { note, printJson } from '../command/print.js'
import { time } from '../command/time.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { keyPathsOf } from './key-paths.js'
import { writeNew } from './new-files.js'

interface Flags extends ConfigOptions {
  readonly type: Wish['type']
  readonly subject: string
  readonly name: readonly string[]
  readonly valid: number
  readonly request: boolean
  readonly json: boolean
  readonly certificate?: string
  readonly key?: string
}

export function createCommand(): CliCommand {
  return withConfigOptions(new CliCommand('create'))
    .description('make a key and a certificate by itself, or a request for one')
    .addOption(new Option('--type <type>', 'kind of the key').choices(KEY_TYPES).default('rsa'))
    .requiredOption('--subject <name>', 'whose it is, such as CN=node,O=Example,C=NL')
    .option(
      '--name <name>',
      'a further name, such as DNS:node.example or URI:urn:node; may be repeated',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .addOption(
      new Option('--valid <time>', 'time that the certificate is valid, such as 730d')
        .argParser(time(7300 * DAY))
        .default(730 * DAY, '730d'),
    )
    .option('--request', 'write a request (PKCS#10) in place of the certificate', false)
    .option('--certificate <file>', 'where to. Default: security.certificate')
    .option('--key <file>', 'where the key goes. Default: security.key')
    .withExamples(
      'waybill keys create --subject CN=node,O=Example,C=NL --certificate node.pem --key node.key',
      'waybill keys create --subject CN=node.example --name DNS:node.example --request \\\n--certificate node.csr --key node.key',
    )
    .withJson('one object', {
      key: 'file of the key',
      certificate: 'file of the certificate, or of the request',
      request: 'true for a request',
    })
    .action(create)
}

async function create(flags: Flags): Promise<void> {
  const paths = await keyPathsOf(flags)
  const from = new Date(wallTime())
  const until = new Date(from.getTime() + flags.valid)
  const made = pairOf({ ...flags, names: flags.name, from, until }, flags.request)
  writeNew([
    [paths.key, made.key],
    [paths.certificate, made.certificate],
  ])
  if (flags.json) {
    printJson({ ...paths, request: flags.request })
    return
  }
  note(`${paths.key} has the key; it stays on this machine`)
  note(
    flags.request
      ? `${paths.certificate} has the request: send it to your authority, and put the certificate that comes back into its place`
      : `${paths.certificate} has the certificate: send it to your partners, and let them compare its fingerprint (waybill keys list)`,
  )
}

function pairOf(wish: Wish, asRequest: boolean): ReturnType<typeof createPair> {
  try {
    return createPair(wish, asRequest)
  } catch (error) {
    if (error instanceof TypeError) throw new WrongUsage(error.message)
    throw error
  }
}
