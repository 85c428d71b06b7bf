/** `waybill destinations`: shows the destinations of a node; pauses, resumes and tries one. */
import { momentOf } from '../../base/moment.js'
import { wallTime } from '../../base/time.js'
import { EXIT } from '../../errors.js'
import type { DestinationState, TriedView } from '../../operate/admin/api.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note, printJson, printTable, span } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { statesOf, tryOne, turn } from './in-hand.js'

interface Flags extends ConfigOptions {
  readonly json: boolean
}

export function destinationsCommand(): CliCommand {
  return new CliCommand('destinations')
    .withExamples('waybill destinations ls', 'waybill destinations pause ledger')
    .addCommand(lsCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(tryCommand())
}

function lsCommand(): CliCommand {
  return withConfigOptions(new CliCommand('ls'))
    .description(
      'list destinations: whether each is paused, by whom, its circuits, and what waits for it',
    )
    .withJson('one object a line for each destination', {
      name: 'its name in the configuration',
      configured: 'false for one that is paused, and that the configuration does not have',
      paused: '`by` and `at`, in milliseconds since 1970; null if it is not paused',
      circuits: '`url` and `state` (closed, open, trying) of each address; none without a node',
      waiting: 'messages that wait for it',
      oldest:
        'when the oldest of them was accepted, in milliseconds since 1970; null if none waits',
    })
    .withExamples('waybill destinations ls --config waybill.yaml')
    .action(async ({ json, ...options }: Flags) => {
      const { config } = await readConfig(sourcesOf(options))
      const found = await statesOf(config)
      if (!found) return
      const { all, absent } = found
      if (json) for (const { paused, oldest, ...one } of all) printJson({ ...one, paused, oldest })
      else if (all.length === 0) note('none: routes lead to URLs without a name, or nowhere')
      else printTable(HEADINGS, all.map(rowOf))
      if (absent !== undefined) note(`circuits are not shown: ${absent}`)
    })
}

const HEADINGS = ['NAME', 'CIRCUIT', 'PAUSED', 'WAITING', 'OLDEST', 'URL']

function rowOf({ name, configured, paused, circuits, waiting, oldest }: DestinationState) {
  return [
    name,
    circuits.map(({ state }) => state).join(' ') || '-',
    paused ? `by ${paused.by} since ${momentOf(paused.at)}` : '-',
    String(waiting),
    oldest === undefined ? '-' : span(Math.max(0, wallTime() - oldest)),
    configured ? circuits.map(({ url }) => url).join(' ') || '-' : 'not in the configuration',
  ]
}

function pauseCommand(): CliCommand {
  return withConfigOptions(new CliCommand('pause'))
    .description(
      'send nothing to a destination, from any node, until it is resumed; what is stored for it waits',
    )
    .argument('<name>', 'name of the destination')
    .withJson('one object', { destination: 'its name', paused: 'true' })
    .withExits(NOT_THERE)
    .withExamples('waybill destinations pause ledger')
    .action(async (name: string, { json, ...options }: Flags) => {
      const { config } = await readConfig(sourcesOf(options))
      if (!(await turn(config, 'pause', name))) return
      if (json) printJson({ destination: name, paused: true })
      else note(`paused: nothing is sent to ${name} until waybill destinations resume ${name}`)
    })
}

function resumeCommand(): CliCommand {
  return withConfigOptions(new CliCommand('resume'))
    .description('send to a destination again, what waits for it first')
    .argument('<name>', 'name of the destination')
    .withJson('one object', { destination: 'its name', paused: 'false' })
    .withExits(NOT_THERE)
    .withExamples('waybill destinations resume ledger')
    .action(async (name: string, { json, ...options }: Flags) => {
      const { config } = await readConfig(sourcesOf(options))
      if (!(await turn(config, 'resume', name))) return
      if (json) printJson({ destination: name, paused: false })
      else note(`resumed: what waits for ${name} is sent, the oldest first`)
    })
}

function tryCommand(): CliCommand {
  return withConfigOptions(new CliCommand('try'))
    .description(
      'have the running node send the message that has waited longest, though the destination is paused or its circuit open',
    )
    .argument('<name>', 'name of the destination')
    .withJson('one object', {
      destination: 'its name',
      outcome: 'delivered, failed, not-sent, under-way or nothing-waits',
      id: 'id of the job; null if none waits',
      cause: 'why it was not delivered; null if it was',
    })
    .withExits({ ...NOT_THERE, 69: 'no node runs, or the message was not delivered' })
    .withExamples('waybill destinations try ledger')
    .action(async (name: string, { json, ...options }: Flags) => {
      const { config } = await readConfig(sourcesOf(options))
      const tried = await tryOne(config, name)
      if (!tried) return
      const { destination, outcome, id, cause } = tried
      if (outcome === 'failed' || outcome === 'not-sent') process.exitCode = EXIT.unavailable
      if (json) printJson({ destination, outcome, id, cause })
      else note(sentenceOf(tried))
    })
}

const NOT_THERE = { 65: 'there is no such destination' }

function sentenceOf({ destination, outcome, id, cause }: TriedView): string {
  switch (outcome) {
    case 'delivered':
      return `delivered: ${destination} has taken ${id}`
    case 'failed':
      return `failed: ${id}: ${cause ?? 'no cause is there'}`
    case 'not-sent':
      return `not sent: ${id}: ${cause ?? 'something else held it up'}`
    case 'under-way':
      return `under way: the attempt of ${id} has not ended yet; see waybill queue ls ${id}`
    case 'nothing-waits':
      return `nothing waits for ${destination}: there is no message to try it with`
  }
}
