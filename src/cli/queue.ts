/** `waybill queue`: shows the queue; pauses, trims, checks it and backs it up. */
import { resolve } from 'node:path'
import { printable } from '../base/printable.js'
import { EXIT } from '../errors.js'
import { LISTED_STATES, type ListedState, readMoment, readState } from '../queue/listing.js'
import { CliCommand } from './command.js'
import { type ConfigOptions, withConfigOptions } from './config-options.js'
import { argument, type JobFilters, queryOf, withJobFilters } from './job-filters.js'
import { listJobs } from './list-jobs.js'
import { withAdmin } from './open-admin.js'
import { note, printFields, printJson, span } from './print.js'
import { WrongUsage } from './wrong-usage.js'

export function queueCommand(): CliCommand {
  return new CliCommand('queue')
    .withExamples('waybill queue stats', 'waybill queue ls --state waiting')
    .addCommand(statsCommand())
    .addCommand(lsCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(trimCommand())
    .addCommand(checkCommand())
    .addCommand(backupCommand())
}

interface StatsFlags extends ConfigOptions {
  readonly json: boolean
}

function statsCommand(): CliCommand {
  return withConfigOptions(new CliCommand('stats'))
    .description('how many jobs there are in each state, and how long the oldest has waited')
    .option('--json', 'print one JSON object', false)
    .withExamples('waybill queue stats', 'waybill queue stats --config waybill.yaml --json')
    .action((flags: StatsFlags) =>
      withAdmin(flags, async (admin) => {
        const stats = await admin.stats()
        if (flags.json) return printJson(stats)
        printFields([
          ['backend', stats.backend],
          ['paused', stats.paused ? 'yes: no node takes jobs' : 'no'],
          ['waiting', String(stats.waiting)],
          ['oldest waits', stats.oldest === undefined ? undefined : span(stats.oldest)],
          ['delayed', String(stats.delayed)],
          ['suspended', String(stats.suspended)],
          ['running', String(stats.running)],
          ['done', String(stats.done)],
          ['dead', String(stats.dead)],
        ])
      }),
    )
}

interface ListFlags extends ConfigOptions, JobFilters {
  readonly state?: readonly ListedState[]
  readonly json: boolean
}

function lsCommand(): CliCommand {
  return withJobFilters(withConfigOptions(new CliCommand('ls')))
    .description('list jobs, newest first; 100 unless --limit says otherwise')
    .argument('[ids...]', 'only jobs with these ids')
    .option(
      '--state <state>',
      `only jobs in this state: ${LISTED_STATES.join(', ')}; may be repeated`,
      (text: string, before: readonly ListedState[] = []) => [...before, argument(readState)(text)],
    )
    .option('--json', 'print one JSON object a line', false)
    .withExamples(
      'waybill queue ls --state waiting --state delayed',
      'waybill queue ls --to partner.example --since 1h --limit 20',
    )
    .action((ids: readonly string[], flags: ListFlags) => {
      const query = { ...queryOf(flags, ids), state: flags.state }
      return withAdmin(flags, (admin) => listJobs(admin, query, flags.json))
    })
}

function pauseCommand(): CliCommand {
  return withConfigOptions(new CliCommand('pause'))
    .description('stop nodes from taking jobs; messages are still accepted')
    .withExamples('waybill queue pause')
    .action((flags: ConfigOptions) =>
      withAdmin(flags, async (admin) => {
        await admin.pause()
        note('paused: no node takes jobs until waybill queue resume')
      }),
    )
}

function resumeCommand(): CliCommand {
  return withConfigOptions(new CliCommand('resume'))
    .description('let nodes take jobs again')
    .withExamples('waybill queue resume')
    .action((flags: ConfigOptions) =>
      withAdmin(flags, async (admin) => {
        await admin.resume()
        note('resumed')
      }),
    )
}

interface TrimFlags extends ConfigOptions {
  readonly olderThan?: number
  readonly all: boolean
}

function trimCommand(): CliCommand {
  return withConfigOptions(new CliCommand('trim'))
    .description(
      'remove finished jobs and their answers; their messages are no longer recognized as duplicates',
    )
    .option(
      '--older-than <time>',
      'jobs that ended before then: 2h for so long ago, or a date',
      argument(readMoment),
    )
    .option('--all', 'all finished jobs', false)
    .withExamples('waybill queue trim --older-than 7d')
    .action(async ({ olderThan, all, ...flags }: TrimFlags) => {
      if ((olderThan !== undefined) === all) throw new WrongUsage('say --older-than, or --all')
      await withAdmin(flags, async (admin) => {
        note(`trimmed ${await admin.trim(olderThan ?? Date.now() + 1)}`)
      })
    })
}

function checkCommand(): CliCommand {
  return withConfigOptions(new CliCommand('check'))
    .description('check that everything stored is undamaged; exits with 65 if it is not')
    .withExamples('waybill queue check')
    .action((flags: ConfigOptions) =>
      withAdmin(flags, async (admin) => {
        const faults = await admin.check()
        for (const fault of faults) process.stdout.write(`${printable(fault)}\n`)
        note(faults.length === 0 ? 'all is whole' : `${faults.length} faults`)
        if (faults.length > 0) process.exitCode = EXIT.dataError
      }),
    )
}

function backupCommand(): CliCommand {
  return withConfigOptions(new CliCommand('backup'))
    .description('write the whole queue into a new file, while the node runs')
    .argument('<file>', 'path of a file that does not exist yet')
    .withExamples('waybill queue backup /var/backups/waybill-queue.db')
    .action((file: string, flags: ConfigOptions) =>
      withAdmin(flags, async (admin) => {
        await admin.backup(resolve(file))
        note(`written: ${file}`)
      }),
    )
}
