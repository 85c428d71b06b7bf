/** A program of the tests as a process, and the lines that it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Waiting } from './waiting.js'

interface Teardown {
  teardown(clean: () => void): void
}

export interface Speaking {
  readonly process: ChildProcess
  readonly lines: readonly string[]
  /** Waits until the lines are so. */
  until(is: (lines: readonly string[]) => boolean): Promise<void>
  /** Ends it at once, and waits until all it has said is read. */
  kill(): Promise<void>
}

/**
 * @param program  its path from `test/support/`
 * @param shell    what is done before it, in a shell
 */
export function speaking(
  t: Teardown,
  program: string,
  args: readonly string[],
  shell = '',
): Speaking {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const command = ['-c', `${shell} exec "$0" "$@"`, process.execPath, path, ...args]
  const child = spawn('sh', command, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  t.teardown(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Waiting()
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    waiting.changed()
  })
  child.on('exit', (code) => waiting.over(new Error(`it has ended with ${code}`)))
  return {
    process: child,
    lines,
    until: async (is) => {
      await waiting.until(
        () => is(lines) || undefined,
        () => lines.slice(-3).join(),
      )
    },
    kill: async () => {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}
