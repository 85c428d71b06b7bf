/** `waybill dead`: lists, shows, replays, edits and removes dead letters. */
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { isFiltered, type JobFilters, queryOf, withJobFilters } from '../command/job-filters.js'
import { JOB_KEYS, listJobs } from '../command/list-jobs.js'
import { withAdmin } from '../command/open-admin.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { CHANGED_KEYS, type Change, changeMatching, changeThese } from './change.js'
import { editCommand, replaceWith } from './edit.js'
import { showCommand } from './show.js'

export function deadCommand(): CliCommand {
  return new CliCommand('dead')
    .withExamples('waybill dead ls --since 1d', 'waybill dead replay --all --dry-run')
    .addCommand(lsCommand())
    .addCommand(showCommand('dead'))
    .addCommand(
      changeCommand('replay', 'replay')
        .description('run dead letters again: same id, same bytes, all attempts again')
        .option('--with <file>', 'send one of them with this envelope, as a new message')
        .withExamples(
          'waybill dead replay --cause ECONNREFUSED --dry-run',
          'waybill dead replay --all',
          'waybill dead replay 01a2039e-63e5-7d3e-950e-6acc69d6a90d --with envelope.xml',
        ),
    )
    .addCommand(editCommand())
    .addCommand(
      changeCommand('rm', 'remove')
        .description('remove dead letters for good, and print which')
        .withExamples(
          'waybill dead rm --until 2026-01-01 --dry-run',
          'waybill dead rm 01a2039e-63e5-7d3e-950e-6acc69d6a90d',
        ),
    )
}

interface ListFlags extends ConfigOptions, JobFilters {
  readonly json: boolean
}

function lsCommand(): CliCommand {
  return withJobFilters(withConfigOptions(new CliCommand('ls')))
    .description('list dead letters, newest first; 100 unless --limit says otherwise')
    .argument('[ids...]', 'only those with these ids')
    .withJson('one object a line for each dead letter', JOB_KEYS)
    .withExamples('waybill dead ls', 'waybill dead ls --operation Add --since 2h --json')
    .action((ids: readonly string[], flags: ListFlags) => {
      const query = { ...queryOf(flags, ids), state: ['dead'] as const }
      return withAdmin(flags, (admin) => listJobs(admin, query, flags.json))
    })
}

interface ChangeFlags extends ConfigOptions, JobFilters {
  readonly with?: string
  readonly all: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

function changeCommand(name: string, act: Change['act']): CliCommand {
  return withJobFilters(withConfigOptions(new CliCommand(name)))
    .withExits({ 65: 'one of them is not there, or not dead' })
    .argument('[ids...]', 'ids of dead letters; or give filters, or --all')
    .option('--all', 'every dead letter', false)
    .option('--dry-run', 'print what would be done, without doing it', false)
    .withJson('one object a line for each dead letter', CHANGED_KEYS)
    .action(async (ids: readonly string[], flags: ChangeFlags) => {
      const query = queryOf(flags, ids)
      const { all, limit, dryRun, json } = flags
      refuseAmbiguous(ids.length > 0, isFiltered(query), all)
      if (ids.length > 0 && limit !== undefined) throw new WrongUsage('--limit goes with filters')
      if (flags.with !== undefined) {
        const [id] = ids
        const { with: file } = flags
        if (id === undefined || ids.length > 1 || dryRun) {
          throw new WrongUsage('--with goes with one id, and without --dry-run')
        }
        return withAdmin(flags, (admin, config) => replaceWith(admin, id, file, { config, json }))
      }
      const change = { act, dryRun, json }
      await withAdmin(flags, async (admin) => {
        process.exitCode =
          ids.length > 0
            ? await changeThese(admin, ids, change)
            : await changeMatching(admin, query, change)
      })
    })
}

/** Requires exactly one way of choosing, so that a mistake does not empty the queue. */
function refuseAmbiguous(...ways: readonly boolean[]): void {
  if (ways.filter(Boolean).length !== 1) {
    throw new WrongUsage('say which dead letters: ids, or filters, or --all')
  }
}
