/** `waybill queue`: shows what the queue holds, and pauses and resumes it. */
import { Command, InvalidArgumentError } from 'commander'
import type { ListedState } from '../queue/queue.js'
import { readConfig } from '../read-config.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { type JobFilters, queryOf, withJobFilters } from './job-filters.js'
import { listJobs } from './list-jobs.js'
import { withDesk } from './open-desk.js'
import { note, printFields, printJson, span } from './print.js'

const STATES: readonly ListedState[] = ['waiting', 'delayed', 'running', 'done', 'dead']

export function queueCommand(): Command {
  return new Command('queue')
    .description('show what the queue holds; pause and resume it')
    .addCommand(statsCommand())
    .addCommand(lsCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
}

interface StatsFlags extends ConfigOptions {
  readonly json: boolean
}

function statsCommand(): Command {
  return withConfigOptions(new Command('stats'))
    .description('how many jobs there are in each state, and how long the oldest has waited')
    .option('--json', 'print one JSON object', false)
    .action((flags: StatsFlags) =>
      withDesk(readConfig(sourcesOf(flags)), async (desk) => {
        const stats = await desk.stats()
        if (flags.json) return printJson(stats)
        printFields([
          ['backend', stats.backend],
          ['paused', stats.paused ? 'yes: no node takes jobs' : 'no'],
          ['waiting', String(stats.waiting)],
          ['oldest waits', stats.oldest === undefined ? undefined : span(stats.oldest)],
          ['delayed', String(stats.delayed)],
          ['running', String(stats.running)],
          ['done', String(stats.done)],
          ['dead', String(stats.dead)],
        ])
      }),
    )
}

interface ListFlags extends ConfigOptions, JobFilters {
  readonly state: readonly ListedState[]
  readonly json: boolean
}

function lsCommand(): Command {
  return withJobFilters(withConfigOptions(new Command('ls')))
    .description('list jobs, newest first; 100 unless --limit says otherwise')
    .argument('[ids...]', 'only jobs with these ids')
    .option(
      '--state <state>',
      `only jobs in this state: ${STATES.join(', ')}; may be repeated`,
      oneMore,
      [],
    )
    .option('--json', 'print one JSON object a line', false)
    .action((ids: readonly string[], flags: ListFlags) => {
      const query = {
        ...queryOf(flags),
        ...(ids.length > 0 && { ids }),
        ...(flags.state.length > 0 && { states: flags.state }),
      }
      return withDesk(readConfig(sourcesOf(flags)), (desk) => listJobs(desk, query, flags))
    })
}

function pauseCommand(): Command {
  return withConfigOptions(new Command('pause'))
    .description('let no node take jobs; messages are accepted as before')
    .action((flags: ConfigOptions) =>
      withDesk(readConfig(sourcesOf(flags)), async (desk) => {
        await desk.pause()
        note('paused: no node takes jobs until waybill queue resume')
      }),
    )
}

function resumeCommand(): Command {
  return withConfigOptions(new Command('resume'))
    .description('let nodes take jobs again')
    .action((flags: ConfigOptions) =>
      withDesk(readConfig(sourcesOf(flags)), async (desk) => {
        await desk.resume()
        note('resumed')
      }),
    )
}

function oneMore(text: string, before: readonly ListedState[]): readonly ListedState[] {
  const state = STATES.find((known) => known === text)
  if (!state) throw new InvalidArgumentError(`expected one of ${STATES.join(', ')}`)
  return [...before, state]
}
