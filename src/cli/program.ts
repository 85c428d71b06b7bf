/** The command line: every command, each loaded when it is asked for. */
import type { Command } from 'commander'
import { nearest } from '../base/nearest-word.js'
import { packageVersion } from '../base/version.js'
import { CliCommand } from './command/command.js'
import { WrongUsage } from './command/wrong-usage.js'

const EXITS = {
  1: 'a file is not valid, the doctor found an error, or status has a problem that is one',
  64: 'wrong usage',
  65: 'the peer found an error in the message, or would, or a job does not exist',
  69: 'an address is in use or cannot be reached',
  70: 'the peer or this program failed',
  74: 'the output cannot be written',
  76: 'the answer is no SOAP envelope',
  77: 'not permitted',
  78: 'the configuration is wrong',
}

/** Of commands that work whether a node runs or not. */
const OPENS = 'opens the store itself, and needs no token'

/** What the help says of each command, and how the rest of it is loaded. */
const COMMANDS: Readonly<
  Record<string, readonly [string, (args: readonly string[]) => Promise<CliCommand>]>
> = {
  init: [
    'write a new project: a node with one typed operation, its test and its configuration',
    async () => (await import('./init/init.js')).initCommand(),
  ],
  serve: [
    'run the node in the foreground, until SIGTERM or SIGINT; SIGHUP reloads its configuration',
    async () => (await import('./node/serve.js')).serveCommand(),
  ],
  console: [
    'print a link that logs in to the console of the node, once and for a minute',
    async () => (await import('./node/console.js')).consoleCommand(),
  ],
  call: [
    'call an operation and print its named results',
    async (args) => {
      const { callCommand } = await import('./call/call.js')
      const { transportsFor } = await import('./call/transports.js')
      return callCommand(await transportsFor(args))
    },
  ],
  find: [
    `show what happened to a message, by an id of it, from the journal, the queue and the quarantine; ${OPENS}`,
    async () => (await import('./exchanges/find.js')).findCommand(),
  ],
  exchanges: [
    `list, show and export what the journal keeps of messages; ${OPENS}`,
    async () => (await import('./exchanges/exchanges.js')).exchangesCommand(),
  ],
  tail: [
    `print what happens to messages, as it happens; ${OPENS}`,
    async () => (await import('./exchanges/tail.js')).tailCommand(),
  ],
  plan: [
    'print listeners, actors, operations, header handlers, routes and queue in effect, without starting the node',
    async () => (await import('./plan/plan.js')).planCommand(),
  ],
  status: [
    'ask the node that runs what it is, how its queue is, and what is wrong',
    async () => (await import('./node/status.js')).statusCommand(),
  ],
  doctor: [
    'look for what is wrong with the configuration, its keys, this machine and the node that runs',
    async () => (await import('./node/doctor.js')).doctorCommand(),
  ],
  alerts: [
    'send a test alert, as operators get them',
    async () => (await import('./node/alerts.js')).alertsCommand(),
  ],
  keys: [
    'make, import and list keys and certificates, and show whose a certificate is',
    async () => (await import('./keys/keys.js')).keysCommand(),
  ],
  config: [
    'check or print the configuration',
    async () => (await import('./node/config.js')).configCommand(),
  ],
  validate: [
    'check XML files by a schema, and print what is wrong with each of them',
    async () => (await import('./contract/validate.js')).validateCommand(),
  ],
  sign: [
    'sign the envelope in a file, and encrypt it on request',
    async () => (await import('./security/sign.js')).signCommand(),
  ],
  verify: [
    'check the signatures of the envelope in a file, check it against policies, and explain the verdict step by step',
    async () => (await import('./security/verify.js')).verifyCommand(),
  ],
  wsdl: [
    'print the WSDL of a plugin, or of all, without starting the node',
    async () => (await import('./contract/wsdl.js')).wsdlCommand(),
  ],
  types: [
    'write the types of a schema in TypeScript',
    async () => (await import('./contract/types.js')).typesCommand(),
  ],
  import: [
    'write a plugin for a WSDL document: its types, and a handler for each operation to fill in',
    async () => (await import('./contract/import.js')).importCommand(),
  ],
  sample: [
    'write a sample message of an element',
    async () => (await import('./contract/sample.js')).sampleCommand(),
  ],
  queue: [
    `show the queue; pause, trim, check and back it up; ${OPENS}`,
    async () => (await import('./queue/queue.js')).queueCommand(),
  ],
  dead: [
    `list, show, replay, edit and remove dead letters, jobs that have failed for good; ${OPENS}`,
    async () => (await import('./dead/dead.js')).deadCommand(),
  ],
  completion: [
    'print a script by which a shell completes commands, options and values',
    async () =>
      (await import('./completion/completion.js')).completionCommand(() => createProgram([], true)),
  ],
  evidence: [
    `list, show, verify and export what is kept of messages under non-repudiation; ${OPENS}`,
    async () => (await import('./evidence/evidence.js')).evidenceCommand(),
  ],
}

/**
 * @param args  as the person gave them: they say which command is loaded
 * @param all   load all of them, to describe them or to complete them
 */
export async function createProgram(args: readonly string[], all = false): Promise<CliCommand> {
  const program = new CliCommand('waybill')
    .description(
      'A SOAP node: takes SOAP 1.1 and 1.2 envelopes and runs the operations of its plugins.',
    )
    .version(packageVersion())
    .withExits(EXITS)
    .helpCommand(false)
    .withExamples(
      'waybill init my-node',
      'waybill serve --config waybill.yaml',
      "waybill call http://127.0.0.1:8080/soap '{urn:example:calculator}Add' a=1 b=2",
    )
    .exitOverride()
  const [first, second] = args
  const wanted = first === 'help' ? second : first
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = all || name === wanted ? await load(args) : new CliCommand(name)
    program.addCommand(inherit(command.description(description)))
  }
  return program.addCommand(inherit(helpOf(program)))
}

/** `waybill help queue ls` is `waybill queue ls --help`. */
function helpOf(program: CliCommand): CliCommand {
  return new CliCommand('help')
    .description('describe a command: what it does, its options, examples')
    .argument('[command...]', 'which')
    .withExamples('waybill help call', 'waybill help queue trim')
    .action((names: readonly string[]) => {
      let found: Command = program
      for (const name of names) {
        const next = found.commands.find((one) => one.name() === name)
        if (!next) throw new WrongUsage(unknownCommand(name, found))
        found = next
      }
      found.outputHelp()
    })
}

function unknownCommand(name: string, { commands }: Command): string {
  const meant = nearest(
    name,
    commands.map((one) => one.name()),
  )
  return `unknown command '${name}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`
}

/** Makes commander throw on wrong usage, so that one place reports it. */
function inherit<Of extends Command>(command: Of): Of {
  for (const nested of command.commands) inherit(nested)
  return command.exitOverride()
}
