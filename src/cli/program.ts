/** The command line: every command with its options. */
import { Command } from 'commander'
import { packageVersion } from '../base/version.js'
import { SHIPPED_TRANSPORTS } from '../config/schema.js'
import { shippedTransport } from '../plugins/load-transports.js'
import { callCommand } from './call.js'
import { configCommand } from './config.js'
import { deadCommand } from './dead.js'
import { planCommand } from './plan.js'
import { queueCommand } from './queue.js'
import { serveCommand } from './serve.js'

const EXIT_CODES = `
Exit codes: 0 done, 64 wrong usage, 65 the peer found an error in the message, or would, or a job does not
exist, 69 an address is in use or cannot be reached, 70 the peer or this program failed, 74 the output
cannot be written, 76 the answer is no SOAP envelope, 77 not permitted, 78 the configuration is wrong.
`

export async function createProgram(): Promise<Command> {
  const transports = await Promise.all(SHIPPED_TRANSPORTS.map(shippedTransport))
  return new Command('waybill')
    .description(
      'A SOAP node: takes SOAP 1.1 and 1.2 envelopes and runs the operations of its plugins.',
    )
    .version(packageVersion())
    .addCommand(inherit(serveCommand()))
    .addCommand(inherit(callCommand(transports)))
    .addCommand(inherit(planCommand()))
    .addCommand(inherit(configCommand()))
    .addCommand(inherit(queueCommand()))
    .addCommand(inherit(deadCommand()))
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
}

/** Makes commander throw on wrong usage, so that one place reports it. */
function inherit(command: Command): Command {
  for (const nested of command.commands) inherit(nested)
  return command.exitOverride()
}
