/** `waybill queue`: shows the queue and its jobs; pauses, trims, checks it and backs it up. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { printable } from '../../base/printable.js'
import { wallTime } from '../../base/time.js'
import { EXIT } from '../../errors.js'
import {
  LISTED_STATES,
  type ListedState,
  readMoment,
  readState,
} from '../../store/queue/listing.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { argument, type JobFilters, queryOf, withJobFilters } from '../command/job-filters.js'
import { JOB_KEYS, listJobs } from '../command/list-jobs.js'
import { withAdmin } from '../command/open-admin.js'
import { note, printFields, printJson, span } from '../command/print.js'
import { during } from '../command/progress.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { showCommand } from '../dead/show.js'

export function queueCommand(): CliCommand {
  return new CliCommand('queue')
    .withExamples('waybill queue stats', 'waybill queue ls --state waiting')
    .addCommand(statsCommand())
    .addCommand(lsCommand())
    .addCommand(showCommand('queue'))
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(trimCommand())
    .addCommand(checkCommand())
    .addCommand(backupCommand())
}

interface PrintingFlags extends ConfigOptions {
  readonly json: boolean
}

function statsCommand(): CliCommand {
  return withConfigOptions(new CliCommand('stats'))
    .description('how many jobs there are in each state, and how long the oldest has waited')
    .withJson('one object', {
      backend: 'what keeps the jobs',
      paused: 'true if no node takes jobs',
      waiting: 'jobs that may be taken',
      delayed: 'jobs that wait for their next attempt',
      suspended: 'jobs that wait for an answer',
      running: 'jobs that nodes run',
      done: 'finished jobs that are kept',
      dead: 'dead letters',
      oldest: 'age of the oldest job that waits, in milliseconds; null if none does',
      oldestUndelivered:
        'milliseconds since the oldest was accepted that waits, is delayed or runs; null if none does',
      attachmentBytes: 'bytes of attachments that the embedded queue keeps; not there for Redis',
    })
    .withExamples('waybill queue stats', 'waybill queue stats --config waybill.yaml --json')
    .action((flags: PrintingFlags) =>
      withAdmin(flags, async (admin) => {
        const stats = await admin.stats()
        if (flags.json) return printJson(stats)
        printFields([
          ['backend', stats.backend],
          ['paused', stats.paused ? 'yes: no node takes jobs' : 'no'],
          ['waiting', String(stats.waiting)],
          ['oldest waits', stats.oldest === undefined ? undefined : span(stats.oldest)],
          [
            'undelivered',
            stats.oldestUndelivered === undefined
              ? undefined
              : `the oldest for ${span(stats.oldestUndelivered)}`,
          ],
          ['delayed', String(stats.delayed)],
          ['suspended', String(stats.suspended)],
          ['running', String(stats.running)],
          ['done', String(stats.done)],
          ['dead', String(stats.dead)],
        ])
      }),
    )
}

interface ListFlags extends PrintingFlags, JobFilters {
  readonly state?: readonly ListedState[]
}

function lsCommand(): CliCommand {
  return withJobFilters(withConfigOptions(new CliCommand('ls')))
    .description('list jobs, newest first; 100 unless --limit says otherwise')
    .argument('[ids...]', 'only jobs with these ids')
    .addOption(
      new Option('--state <state>', 'only jobs in this state; may be repeated')
        .choices(LISTED_STATES)
        .argParser((text: string, before: readonly ListedState[] = []) => [
          ...before,
          argument(readState)(text),
        ]),
    )
    .withJson('one object a line for each job', JOB_KEYS)
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
    .withJson('one object', { paused: 'true' })
    .withExamples('waybill queue pause')
    .action((flags: PrintingFlags) =>
      withAdmin(flags, async (admin) => {
        await admin.pause()
        if (flags.json) printJson({ paused: true })
        else note('paused: no node takes jobs until waybill queue resume')
      }),
    )
}

function resumeCommand(): CliCommand {
  return withConfigOptions(new CliCommand('resume'))
    .description('let nodes take jobs again')
    .withJson('one object', { paused: 'false' })
    .withExamples('waybill queue resume')
    .action((flags: PrintingFlags) =>
      withAdmin(flags, async (admin) => {
        await admin.resume()
        if (flags.json) printJson({ paused: false })
        else note('resumed')
      }),
    )
}

interface TrimFlags extends PrintingFlags {
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
    .withJson('one object', { trimmed: 'how many were removed' })
    .withExamples('waybill queue trim --older-than 7d')
    .action(async ({ olderThan, all, ...flags }: TrimFlags) => {
      if ((olderThan !== undefined) === all) throw new WrongUsage('say --older-than, or --all')
      await withAdmin(flags, async (admin) => {
        const before = olderThan ?? wallTime() + 1
        const progress = { what: 'trimming', quiet: flags.json }
        const trimmed = await during(progress, () => admin.trim(before))
        if (flags.json) printJson({ trimmed })
        else note(`trimmed ${trimmed}`)
      })
    })
}

function checkCommand(): CliCommand {
  return withConfigOptions(new CliCommand('check'))
    .description('check that everything stored is undamaged; exits with 65 if it is not')
    .withJson('one object', {
      whole: 'true if nothing is damaged',
      faults: 'what is damaged, a sentence each',
    })
    .withExits({ 65: 'something is damaged' })
    .withExamples('waybill queue check')
    .action((flags: PrintingFlags) =>
      withAdmin(flags, async (admin) => {
        const progress = { what: 'checking', quiet: flags.json }
        const faults = await during(progress, () => admin.check())
        if (faults.length > 0) process.exitCode = EXIT.dataError
        if (flags.json) return printJson({ whole: faults.length === 0, faults })
        for (const fault of faults) process.stdout.write(`${printable(fault)}\n`)
        note(faults.length === 0 ? 'the queue is intact' : `${faults.length} faults`)
      }),
    )
}

function backupCommand(): CliCommand {
  return withConfigOptions(new CliCommand('backup'))
    .description('write the whole queue into a new file, while the node runs')
    .argument('<file>', 'path of a file that does not exist yet')
    .withJson('one object', { file: 'path of the backup', bytes: 'its size' })
    .withExamples('waybill queue backup /var/backups/waybill-queue.db')
    .action((file: string, flags: PrintingFlags) =>
      withAdmin(flags, async (admin) => {
        const path = resolve(file)
        await during({ what: 'writing the backup', quiet: flags.json }, () => admin.backup(path))
        if (flags.json) printJson({ file: path, bytes: statSync(path).size })
        else note(`written: ${file}`)
      }),
    )
}
