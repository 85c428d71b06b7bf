/** Finds the process that listens on a port, as Linux tells it in /proc. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { codeOf } from '../../base/errno.js'

export interface Holder {
  /** For people to read: its number and its command. */
  readonly name: string
  /** True if its command is that of a node. */
  readonly isNode: boolean
  /** What it has open: files, sockets, pipes, as the links in /proc name them. */
  readonly open: readonly string[]
}

/** @returns undefined where the system does not tell */
export function holderOf(port: number): Holder | undefined {
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeningOn(port, file)),
  )
  if (sockets.size === 0) return undefined
  const id = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && holds(`/proc/${name}/fd`, sockets),
  )
  if (id === undefined) return undefined
  const words = (read(`/proc/${id}/cmdline`) ?? '').split('\0').filter((word) => word !== '')
  const command = words.join(' ').slice(0, 100)
  const isNode = words.includes('serve') && /waybill|main\.js/.test(command)
  return { name: `process ${id} (${command})`, isNode, open: opened(`/proc/${id}/fd`) }
}

/** proc(5): local address and port in hexadecimal, state 0A for one that listens, the inode as tenth field. */
function listeningOn(port: number, file: string): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return (read(file) ?? '').split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/)
    const [, local = '', , state] = fields
    return local.endsWith(`:${hex}`) && state === '0A' ? `socket:[${fields[9]}]` : []
  })
}

function holds(folder: string, sockets: ReadonlySet<string>): boolean {
  return opened(folder).some((one) => sockets.has(one))
}

function opened(folder: string): readonly string[] {
  return names(folder).map((name) => target(`${folder}/${name}`))
}

/** Processes of others tell nothing, and some have ended meanwhile. */
const SILENT = new Set(['EACCES', 'EPERM', 'ENOENT', 'ESRCH'])

function names(folder: string): readonly string[] {
  return quietly(() => readdirSync(folder)) ?? []
}

function target(link: string): string {
  return quietly(() => readlinkSync(link)) ?? ''
}

function read(file: string): string | undefined {
  return existsSync(file) ? quietly(() => readFileSync(file, 'utf8')) : undefined
}

function quietly<Value>(look: () => Value): Value | undefined {
  try {
    return look()
  } catch (error) {
    if (SILENT.has(codeOf(error))) return undefined
    throw error
  }
}
