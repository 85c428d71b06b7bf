/** The resources of the page of the node: its machine, its certificates, its configuration, its last log lines. */
import { z } from 'zod'
import type { RecentLines } from '../../../base/recent-lines.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { certificate, moment } from '../resources/shapes.js'
import type { ConfigNow } from './config-now.js'
import { logView } from './log-view.js'
import type { Machine } from './machine.js'
import type { OwnCertificates } from './own-certificates.js'

const bytes = () => z.int().describe('In bytes.')

const machine = z.object({
  pid: z.int(),
  nodejs: z.string(),
  memory: z.object({
    resident: bytes(),
    heapUsed: bytes(),
    heapTotal: bytes(),
    heapLimit: bytes(),
    external: bytes(),
    limit: bytes(),
    constrained: z.boolean().describe('Whether the limit is that of a container.'),
  }),
  loop: z
    .object({ p50: z.number(), p99: z.number(), max: z.number(), hour: z.number() })
    .optional()
    .describe(
      'How late the event loop came round, in milliseconds: in the last minute, and at most in an hour.',
    ),
  files: z.object({ open: z.int().optional(), most: z.int().optional() }),
  disks: z.array(
    z.object({
      folders: z.array(z.object({ key: z.string(), path: z.string() })),
      free: bytes().optional(),
      size: bytes().optional(),
    }),
  ),
})

const certificates = z.object({
  certificates: z.array(certificate.extend({ use: z.string() })),
})

const configuration = z.object({
  keys: z.array(
    z.object({
      key: z.string(),
      value: z.string(),
      default: z.boolean(),
      changed: moment().optional(),
      restart: z.boolean(),
    }),
  ),
  more: z.int(),
  restart: z.array(z.string()),
  changed: z.array(z.object({ key: z.string(), at: moment() })),
})

const log = z.object({
  level: z.string(),
  lines: z.array(
    z.object({ at: moment(), level: z.string(), sentence: z.string(), fields: z.string() }),
  ),
})

const level = z
  .enum(['all', 'warn'])
  .default('all')
  .describe('`warn` for warnings and errors, which are kept for longer.')

/** What the page of the node shows. */
export interface NodePage {
  readonly now: ConfigNow
  readonly machine: Machine
  readonly certificates: OwnCertificates
  readonly lines: Pick<RecentLines, 'all' | 'warnings'>
}

export function nodePageResources({ now, ...page }: NodePage): readonly Resource[] {
  return [
    resource({
      method: 'GET',
      path: '/api/node/machine',
      needs: 'look',
      summary: 'What the process of this node uses: memory, event loop, open files, disks.',
      takes: NO_INPUT,
      view: machine,
      handle: () => page.machine.view(),
    }),
    resource({
      method: 'GET',
      path: '/api/node/certificates',
      needs: 'look',
      summary: 'The certificates that this node shows to others.',
      takes: NO_INPUT,
      view: certificates,
      handle: () => page.certificates.view(),
    }),
    resource({
      method: 'GET',
      path: '/api/node/configuration',
      needs: 'look',
      summary: 'The configuration in effect, without its secrets.',
      takes: NO_INPUT,
      view: configuration,
      handle: () => now.view,
    }),
    resource({
      method: 'GET',
      path: '/api/node/log',
      needs: 'look',
      summary: 'The last lines of the log of this node, newest first.',
      takes: z.strictObject({ level }),
      view: log,
      handle: ({ level: lowest }) =>
        logView(now.config.log.level, lowest === 'warn' ? page.lines.warnings : page.lines.all),
    }),
  ]
}
