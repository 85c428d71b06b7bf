/** What operators see and do of a queue in SQLite. */
import { WaybillError } from '../../../errors.js'
import { idsFrom } from '../../ids.js'
import type { KeyMeant } from '../../journal/keys/query.js'
import type { Edit, JobDetail, QueueAdmin, QueueStats } from '../admin.js'
import { answered } from '../answered.js'
import type { BlobStore } from '../blobs.js'
import { putTogether } from '../content.js'
import { FIND_PAGE } from '../finding.js'
import { type Found, type JobQuery, type JobSummary, newestFirst } from '../listing.js'
import type { JobPage, PageQuery } from '../page.js'
import type { PausedDestination, Pauses, TriedJob, WaitingMessages } from '../pauses.js'
import type { QueueChannel } from './channel.js'
import { MAX_JOBS_MOVED, type Requests, type Searched } from './requests.js'

/** Milliseconds that an operator waits at most. */
const ADMIN_TIMEOUT = 60_000

export class SqliteAdmin implements QueueAdmin {
  readonly #channel: QueueChannel
  readonly #backend: string
  readonly #blobs: BlobStore
  readonly #pauses: Pauses

  /**
   * @param backend  what keeps the jobs, for people to read
   * @param pauses   what this process goes by
   */
  constructor(channel: QueueChannel, backend: string, blobs: BlobStore, pauses: Pauses) {
    this.#channel = channel
    this.#backend = backend
    this.#blobs = blobs
    this.#pauses = pauses
  }

  async stats(): Promise<QueueStats> {
    return { backend: this.#backend, ...(await this.#ask(() => this.#channel.request('stats'))) }
  }

  list(query: JobQuery): Promise<readonly JobSummary[]> {
    return this.#ask(() => this.#channel.request('list', query))
  }

  page(query: PageQuery): Promise<JobPage> {
    return this.#ask(() => this.#channel.request('page', query))
  }

  async find(text: string, most: number, keys: readonly KeyMeant[] = []): Promise<Found> {
    const ids = idsFrom(text)
    const meant = { ids, keys }
    const jobs = [...(await this.list({ ids }))]
    let looked = 0
    let before: number | undefined = Number.MAX_SAFE_INTEGER
    while (before !== undefined && looked < most) {
      const page: Searched = await this.#page(meant, before, Math.min(FIND_PAGE, most - looked))
      jobs.push(...page.jobs.filter(({ id }) => !jobs.some((one) => one.id === id)))
      looked += page.looked
      before = page.before
    }
    return { jobs: newestFirst(jobs), looked, all: before === undefined }
  }

  async show(id: string): Promise<JobDetail | undefined> {
    const shown = await this.#ask(() => this.#channel.request('show', id))
    if (!shown) return undefined
    const { head, content, ...rest } = shown
    const { body, attachments = [] } = putTogether(head, content, this.#blobs)
    return { ...rest, body, attachments }
  }

  replay(id: string) {
    return this.#ask(() => this.#channel.request('replay', id))
  }

  replace(id: string, edit: Edit) {
    return this.#ask(() => this.#channel.request('replace', id, edit))
  }

  remove(id: string) {
    return this.#ask(() => this.#channel.request('remove', id))
  }

  pause(): Promise<void> {
    return this.#ask(() => this.#channel.request('pause', true))
  }

  resume(): Promise<void> {
    return this.#ask(() => this.#channel.request('pause', false))
  }

  async pauseDestination(name: string, by: string): Promise<PausedDestination> {
    this.#pauses.set(await this.#ask(() => this.#channel.request('pauseDestination', name, by)))
    const paused = this.#pauses.of(name)
    if (!paused) throw new Error('a pause that was written is not there')
    return paused
  }

  async resumeDestination(name: string): Promise<void> {
    this.#pauses.set(await this.#ask(() => this.#channel.request('resumeDestination', name)))
    let woken = MAX_JOBS_MOVED
    while (woken === MAX_JOBS_MOVED) {
      woken = await this.#ask(() => this.#channel.request('wake', name))
    }
  }

  pausedDestinations(): Promise<readonly PausedDestination[]> {
    return this.#ask(() => this.#channel.request('pausedDestinations'))
  }

  waitingFor(way: string): Promise<WaitingMessages> {
    return this.#ask(() => this.#channel.request('waitingFor', way))
  }

  tryOne(way: string): Promise<TriedJob | undefined> {
    return this.#ask(() => this.#channel.request('tryOne', way))
  }

  trim(before: number): Promise<number> {
    return this.#ask(() => this.#channel.request('trim', before))
  }

  /** As long as it takes: every byte that is kept is looked at. */
  check(): Promise<readonly string[]> {
    return this.#channel.request('check')
  }

  /** As long as it takes. */
  backup(file: string): Promise<void> {
    return this.#channel.request('backup', file)
  }

  #page(...args: Parameters<Requests['search']>): Promise<Searched> {
    return this.#ask(() => this.#channel.request('search', ...args))
  }

  /** An operator is told what is wrong with the file; a sender would be told to try again. */
  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answered(ADMIN_TIMEOUT, ask)
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof WaybillError ? cause : error
    }
  }
}
