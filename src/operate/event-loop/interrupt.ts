/** Asks the main thread where it is while it is busy, from another thread: by an interrupt of V8, without a pause. */
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { BundleMaps } from '../../base/written-at.js'
import type { Frame } from './frames.js'

/**
 * Runs in the main thread, between two steps of what it does, in a regular expression too. It uses no regular
 * expression, and puts what it changes back.
 */
const EXPRESSION = `(() => {
  const { stackTraceLimit } = Error
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  try {
    Error.stackTraceLimit = 100
    Error.prepareStackTrace = (_, sites) =>
      sites
        .map((site) =>
          [site.getFunctionName(), site.getFileName(), site.getLineNumber(), site.getColumnNumber()].join('\\0'),
        )
        .join('\\x01')
    return new Error().stack
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (before) Object.defineProperty(Error, 'prepareStackTrace', before)
    else delete Error.prepareStackTrace
  }
})()`

/** Between two frames, and between name, file, line and column of one. */
const BETWEEN = { frames: '\x01', fields: '\0' } as const

export class Interrupt {
  readonly #session = new Session()
  #connected = true

  /**
   * Connects to the main thread, and disconnects with its answer.
   *
   * @param timeout   milliseconds after which V8 ends the question, once it runs
   * @param answered  called with the frames, innermost first; undefined if they could not be read. It may take as
   *   long as the main thread is in code that is not JavaScript
   * @throws Error where this Node.js, or its permissions, have no inspector
   */
  constructor(timeout: number, answered: (frames: readonly Frame[] | undefined) => void) {
    this.#session.connectToMainThread()
    const question = { expression: EXPRESSION, silent: true, timeout }
    this.#session.post('Runtime.evaluate', question, (error, answer) => {
      if (!this.#connected) return
      this.close()
      answered(error ? undefined : framesOf(answer))
    })
  }

  /** Disconnects; there is no answer any more. */
  close(): void {
    if (!this.#connected) return
    this.#connected = false
    this.#session.disconnect()
  }
}

/** @param answer  of `Runtime.evaluate` */
function framesOf(answer: unknown): readonly Frame[] | undefined {
  const text = fieldOf(fieldOf(answer, 'result'), 'value')
  if (typeof text !== 'string') return undefined
  const maps = new BundleMaps()
  return text.split(BETWEEN.frames).flatMap((frame) => {
    const [name = '', file = '', line = '', column = ''] = frame.split(BETWEEN.fields)
    // What has no file is built in, or was made of a text.
    if (file === '') return []
    const at = maps.writtenAt({ file: pathOf(file), line: Number(line), column: Number(column) })
    return [{ name: name || '(anonymous)', file: at.file, line: at.line }]
  })
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}
