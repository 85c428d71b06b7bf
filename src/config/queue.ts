/** The part of the configuration about the queue: where jobs are kept, how they are tried, its bounds. */
import { z } from 'zod'
import { parseRange } from '../soap/addressing/address-ranges.js'
import { parseAllowedHost } from '../soap/addressing/allowed-host.js'
import { count, DAY, duration, size, withLogin } from './kinds.js'
import { operationDifference, retry } from './retry.js'

const redisUrl = () =>
  withLogin(z.string().regex(/^rediss?:\/\/\S+$/, 'expected redis:// or rediss://'))

export const queue = z.strictObject({
  url: withLogin(
    z
      .string()
      .regex(
        /^(rediss?:\/\/|memory:$)\S*$/,
        'expected redis://, rediss:// or memory:, or no url for the embedded queue',
      )
      .refine(
        (url) => URL.canParse(url),
        'expected a URL that can be read, with special characters in user and password as %40',
      ),
  )
    .optional()
    .describe(
      'Where jobs are kept: redis://, rediss://, or memory:, which forgets them at the end. Default: the embedded queue, in stateDir.',
    ),
  cluster: z
    .array(redisUrl())
    .default([])
    .describe('Nodes of a Redis Cluster to begin with, as redis:// URLs; in place of url.'),
  sentinels: z
    .array(redisUrl())
    .default([])
    .describe('Redis Sentinels, as redis:// URLs; url then says user, password and database.'),
  sentinelName: z
    .string()
    .min(1)
    .default('mymaster')
    .describe('What the Sentinels call the master.'),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'expected lower-case letters, digits and -')
    .default('waybill')
    .describe('Keeps apart the queues of several nodes in one Redis.'),
  waitAtStart: z
    .boolean()
    .default(false)
    .describe(
      'Wait for a queue that cannot be reached at start; without it the node exits with 69.',
    ),
  concurrency: count(10_000).default(10).describe('Jobs that this node runs at once.'),
  wait: duration()
    .prefault('1m')
    .describe(
      'Time that a caller waits on its connection for a queued answer; then it is told that its message is accepted, and not finished.',
    ),
  retention: duration({ most: 366 * DAY })
    .prefault('1d')
    .describe('Time for which answers are kept, and duplicates known.'),
  keep: count(100_000_000).default(100_000).describe('Finished jobs kept at most.'),
  keepBytes: size({ least: 0, most: 1024 ** 4 })
    .prefault('1GiB')
    .describe('Size of finished jobs and their answers kept at most; the oldest go first.'),
  maxBytes: size({ least: 0, most: 1024 ** 5 })
    .prefault('16GiB')
    .describe(
      'Size of all attachments that the embedded queue keeps at most; beyond it senders are told to try again.',
    ),
  minFree: size({ least: 0, most: 1024 ** 4 })
    .prefault('64MiB')
    .describe(
      'Space that must stay free on the disk of the embedded queue; below, senders are told to try again.',
    ),
  maxDepth: count(1_000_000_000)
    .default(100_000)
    .describe('Jobs that may wait; beyond it senders are told to try again.'),
  maxRemembered: count(100_000_000)
    .default(1_000_000)
    .describe(
      'Signatures, nonces and ids of messages that are known at most, so that none counts twice; beyond it senders are told to try again.',
    ),
  retry: retry.prefault({}),
  operations: z
    .record(z.string(), operationDifference)
    .prefault({})
    .describe(
      'What differs from retry for an operation, by its name as {namespace}Name; over what its plugin says.',
    ),
})

/** Where peers may have answers sent: nowhere, unless it is configured. */
export const replies = (schemes: readonly string[]) =>
  z.strictObject({
    schemes: z
      .array(z.enum(schemes))
      .default([])
      .describe('Schemes of the addresses that senders may have answers sent to.'),
    hosts: z
      .array(
        z
          .string()
          .refine(
            (text) => parseAllowedHost(text) !== undefined,
            'expected a name, *.domain or *, and :port or :* behind it for other ports than the default one',
          ),
      )
      .default([])
      .describe(
        'Host names they may name, or domains as *.example.com; * is any. Without :port or :* the default port of the scheme only.',
      ),
    addresses: z
      .array(
        z
          .string()
          .refine((text) => parseRange(text) !== undefined, 'expected a range such as 10.1.0.0/16'),
      )
      .default([])
      .describe(
        'Private, loopback or other special addresses allowed nevertheless, as 10.1.0.0/16.',
      ),
  })
