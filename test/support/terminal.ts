/** Runs a command on a terminal of its own, as `script` of util-linux makes one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanEnvironment, MAIN } from './nodes/cli.js'
import { Waiting } from './waiting.js'

export interface OnTerminal {
  readonly process: ChildProcess
  /** Waits until the terminal has got it. */
  shown(what: RegExp): Promise<void>
  /** @returns all that the terminal got, and the exit code */
  ended(): Promise<{ readonly code: number | null; readonly text: string }>
}

/**
 * @param redirect  of the shell, such as `>out.txt`: what of the command does not go to the terminal
 */
export function onTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  redirect = '',
): OnTerminal {
  const quoted = [process.execPath, MAIN, ...args].map((one) => `'${one}'`).join(' ')
  const child = spawn(
    'script',
    ['-qec', `stty cols 100; exec ${quoted} ${redirect}`, '/dev/null'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: cleanEnvironment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...environment }),
    },
  )
  const waiting = new Waiting()
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    waiting.changed()
  })
  const closed = once(child, 'close')
  closed.then(([code]) => waiting.over(new Error(`it has ended with ${code}: ${text}`)))
  return {
    process: child,
    shown: async (what) => {
      await waiting.until(
        () => what.test(text) || undefined,
        () => text.slice(-200),
      )
    },
    ended: async () => {
      const [code]: readonly (number | null)[] = await closed
      return { code: code ?? null, text }
    },
  }
}
