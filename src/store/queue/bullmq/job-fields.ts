/** What the scripts take to create a job, in their order. */
import { randomId } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import type { Kept } from '../blobs.js'
import { takenApart } from '../content.js'
import type { DirectRun, Job, RetryPlan } from '../job.js'
import { piecesOf } from '../pieces.js'
import { storable } from '../storable.js'
import type { RedisBlobs } from './blobs.js'
import { putPieces } from './content.js'
import { FORMAT, PLAIN_FORMAT, type StoredJob, storedOptions } from './stored-job.js'
import { digestOf, toStoredId } from './stored-names.js'

export interface JobFields {
  readonly fields: readonly (string | number | Buffer)[]
  /** Removes what was written of it, should it not be created. */
  readonly drop: () => Promise<void>
}

interface Store {
  readonly redis: Connection
  readonly blobs: RedisBlobs
  key(name: string): string
}

/** A job on its way into Redis, or what is kept of a run that is no job. */
export interface NewJob {
  readonly job: Job | DirectRun
  readonly plan: RetryPlan
  /** Its attachments. */
  readonly kept: Kept
  /** Id of the dead letter that it takes the place of. */
  readonly replaces?: string | undefined
}

/** Writes all pieces of its content but the first, which goes with the fields. */
export async function fieldsOf(store: Store, stored: NewJob): Promise<JobFields> {
  const { job, plan, kept, replaces } = stored
  const { head, content } = takenApart(job, kept)
  const key = store.key(`content.${randomId()}`)
  const data: StoredJob = {
    v: head.attachments || job.packaging ? FORMAT : PLAIN_FORMAT,
    head: storable(head),
    content: key,
    plan,
    replaces,
  }
  const pieces = piecesOf(content)
  const apart = pieces.length > 1
  if (apart) await putPieces(store.redis, key, pieces, 0)
  const { id, kind, accepted, claim, awaits, lane } = job
  const fields = [
    toStoredId(id),
    kind,
    JSON.stringify(data),
    storedOptions(plan),
    accepted,
    key,
    claim ? store.key(`claim.${digestOf(claim.key)}`) : '',
    claim?.digest ?? '',
    awaits === undefined ? '' : store.key(`awaits.${digestOf(awaits)}`),
    lane === undefined ? '' : store.key(`lane.${digestOf(lane)}`),
    apart ? '1' : '0',
    apart ? '' : Buffer.from(content),
    store.blobs.keysOf(kept),
  ]
  const drop = async () => {
    if (apart) await store.redis.del(key)
  }
  return { fields, drop }
}
