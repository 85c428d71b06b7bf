/** Compiles the C of the suite, mounts its file systems, and says why if that cannot be done. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { pause } from './moments.js'

export function run(command: string, ...parameters: readonly string[]): string {
  return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The first of the conditions that is not met, as a reason; undefined if all are. */
function unmet(conditions: Readonly<Record<string, () => unknown>>): string | undefined {
  for (const [reason, meets] of Object.entries(conditions)) {
    try {
      meets()
    } catch {
      return reason
    }
  }
  return undefined
}

const must = (holds: boolean) => {
  if (!holds) throw new Error('it does not hold')
}
const root = () => must(process.getuid?.() === 0)

/** Why there is no loop device to be had; undefined if there is. */
export function noLoop(): string | undefined {
  return unmet({
    'only root may mount': root,
    'there is no mkfs.ext4': () => run('mkfs.ext4', '-V'),
    'there is no loop device': () => run('losetup', '-f'),
  })
}

/** Why no process can have mounts of its own; undefined if one can. */
export function noMounts(): string | undefined {
  return unmet({
    'only root may mount': root,
    'there is no setpriv': () => run('setpriv', '--version'),
    'there are no mount namespaces': () =>
      run('unshare', '--mount', 'mount', '--make-rprivate', '/'),
  })
}

/** Why no process of another user can run this program; undefined if one can. */
export function noOtherUser(user: number): string | undefined {
  const as = ['--reuid', String(user), '--regid', String(user), '--clear-groups']
  return unmet({
    'other users may not run Node.js': () => run('setpriv', ...as, process.execPath, '--version'),
    'other users may not read the project': () =>
      run('setpriv', ...as, 'test', '-r', fileURLToPath(import.meta.url)),
  })
}

/** Why no library can be put before a process; undefined if one can. */
export function noPreload(): string | undefined {
  return unmet({
    'only Linux has LD_PRELOAD': () => must(process.platform === 'linux'),
    'there is no gcc': () => run('gcc', '--version'),
  })
}

/** Why the recorder of writes cannot be mounted; undefined if it can. */
export function noRecorder(): string | undefined {
  return unmet({
    'only root may mount': root,
    'there is no gcc': () => run('gcc', '--version'),
    'there is no libfuse3-dev': () => run('pkg-config', '--exists', 'fuse3'),
    'there is no /dev/fuse': () => must(existsSync('/dev/fuse')),
    'there is no fusermount3': () => run('fusermount3', '--version'),
  })
}

/** Declares a test, which is left out for a reason if there is one. */
export function testUnless(
  reason: string | undefined,
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
): void {
  if (reason === undefined) test.serial(title, body)
  else test.serial.skip(`${title} (left out: ${reason})`, body)
}

function sourceOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Path of the library that makes writes fail. */
export function failingIo(t: ExecutionContext): string {
  const library = join(folderOf(t, {}), 'failing-io.so')
  run('gcc', '-O2', '-shared', '-fPIC', sourceOf('failing-io.c'), '-o', library, '-ldl')
  return library
}

export interface Recorder {
  /** Where it is mounted. */
  readonly folder: string
  /** What it has written down. */
  readonly record: string
  unmount(): Promise<void>
}

export async function recorder(t: ExecutionContext): Promise<Recorder> {
  const base = folderOf(t, {})
  const [program, backing, folder, record] = ['recordfs', 'backing', 'mounted', 'record'].map(
    (name) => join(base, name),
  ) as [string, string, string, string]
  const flags = run('pkg-config', '--cflags', '--libs', 'fuse3').trim().split(/\s+/)
  run('gcc', '-O2', sourceOf('recordfs.c'), '-o', program, ...flags)
  mkdirSync(backing)
  mkdirSync(folder)
  let child: ChildProcess | undefined = spawn(program, [backing, record, folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = once(child, 'exit')
  const unmount = async () => {
    if (!child) return
    child = undefined
    run('umount', folder)
    await gone
  }
  t.teardown(unmount)
  // There is no event for it: whoever mounts it is another process.
  while (!isMounted(folder)) {
    if (child.exitCode !== null) throw new Error(`recordfs exited with ${child.exitCode}`)
    await pause(10)
  }
  return { folder, record, unmount }
}

function isMounted(folder: string): boolean {
  return readFileSync('/proc/self/mounts', 'utf8').includes(` ${folder} `)
}

/** An ext4 file system in a file. */
export function makeImage(image: string, mebibytes: number): void {
  run('truncate', '-s', `${mebibytes}M`, image)
  run('mkfs.ext4', '-q', '-m', '0', image)
}

/**
 * Mounts an image; unmounted, and its device with it, at the end of the test if not before.
 *
 * @returns unmounts it
 */
export function mountImage(
  t: ExecutionContext,
  image: string,
  at: string,
  options = 'loop',
): () => void {
  mkdirSync(at, { recursive: true })
  run('mount', '-o', options, image, at)
  let mounted = true
  const unmount = (...how: readonly string[]) => {
    if (mounted) run('umount', ...how, at)
    mounted = false
  }
  // A test that has failed may have left a process that has its files open.
  t.teardown(() => unmount('-l'))
  return () => unmount()
}

/** Has a mounted ext4 meet an error: by its options it is read-only from now on, until it is mounted anew. */
export function breakMounted(at: string): void {
  const device = basename(run('findmnt', '-n', '-o', 'SOURCE', at).trim())
  writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
}

/** Repairs an image that is not mounted. */
export function repair(image: string): void {
  // It exits with 1 where it has mended something.
  run('sh', '-c', 'e2fsck -fy "$1" || [ $? = 1 ]', 'sh', image)
}
