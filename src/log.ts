/** The log: one JSON object per line, safe to read in a terminal whatever a peer sent. */
import sonic from 'sonic-boom'
import { jsonString, MemberWriter } from './base/json-text.js'
import { Lines } from './base/lines.js'
import { LEVELS, type Level, type Logger, type WrittenLevel } from './base/log.js'
import { printableJson } from './base/printable.js'
import type { RecentLines } from './base/recent-lines.js'
import { wallTime } from './base/time.js'

/**
 * @param write   where each line goes; standard output by default, with the lines of a turn together
 * @param recent  keeps the last lines. Default: none are kept
 */
export function createLog(
  level: Level,
  write: (line: string, level: WrittenLevel) => void = toStandardOutput(),
  recent?: RecentLines,
): Logger {
  const add = (line: string, of: WrittenLevel) => {
    const shown = isAscii(line) ? line : printableJson(line)
    write(shown, of)
    recent?.keep(shown)
  }
  const members = new MemberWriter()
  return new JsonLogger({ level, add, members, last: { at: Number.NaN, time: '' } })
}

/** What JSON has escaped beside ASCII does nothing in a terminal but DEL. */
function isAscii(line: string): boolean {
  return Buffer.byteLength(line) === line.length && !line.includes('\u007f')
}

function toStandardOutput(): (line: string, level: WrittenLevel) => void {
  const sink = new sonic.SonicBoom({ fd: 1, sync: true })
  const lines = new Lines((several) => sink.write(several))
  // Most lines may wait for the end of a turn. What has gone wrong is written at once.
  return (line, level) => lines.add(line, level === 'info' || level === 'debug')
}

/** What all loggers of a log share. */
interface Shared {
  level: Level
  readonly members: MemberWriter
  /** The time of the last line, as it stands there. */
  last: { readonly at: number; readonly time: string }
  add(line: string, level: WrittenLevel): void
}

class JsonLogger implements Logger {
  readonly #shared: Shared
  readonly #parent: JsonLogger | undefined
  readonly #fields: object
  /** The fields of the logger and of its parents as they stand in a line. */
  #members: string | undefined

  constructor(shared: Shared, parent?: JsonLogger, fields: object = {}) {
    this.#shared = shared
    this.#parent = parent
    this.#fields = fields
  }

  get level(): Level {
    return this.#shared.level
  }

  set level(level: Level) {
    this.#shared.level = level
  }

  writes(level: Level): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(this.#shared.level)
  }

  child(fields: object): Logger {
    return new JsonLogger(this.#shared, this, fields)
  }

  debug(fields: object, sentence?: string): void {
    if (this.writes('debug')) this.#write('debug', fields, sentence)
  }

  info(fields: object, sentence?: string): void {
    if (this.writes('info')) this.#write('info', fields, sentence)
  }

  warn(fields: object, sentence?: string): void {
    if (this.writes('warn')) this.#write('warn', fields, sentence)
  }

  error(fields: object, sentence?: string): void {
    if (this.writes('error')) this.#write('error', fields, sentence)
  }

  line(level: WrittenLevel, members: string, sentence?: string): void {
    const msg = sentence === undefined ? '' : `,"msg":${jsonString(sentence)}`
    const head = `{"level":"${level}","time":"${this.#time()}"`
    this.#shared.add(`${head}${this.#own()}${members}${msg}}\n`, level)
  }

  /** A plugin in JavaScript may log a sentence alone, or an error. */
  #write(level: WrittenLevel, fields: unknown, sentence: unknown): void {
    const text = typeof fields === 'string' ? fields : sentence
    const own = fields instanceof Error ? { err: fields } : fields
    const members = typeof own === 'object' && own !== null ? this.#membersOf(own) : ''
    this.line(level, members, text === undefined ? undefined : String(text))
  }

  /** Many lines are of the same millisecond. */
  #time(): string {
    const at = wallTime()
    if (at !== this.#shared.last.at) this.#shared.last = { at, time: new Date(at).toISOString() }
    return this.#shared.last.time
  }

  #own(): string {
    const parent = this.#parent === undefined ? '' : this.#parent.#own()
    this.#members ??= parent + this.#membersOf(this.#fields)
    return this.#members
  }

  #membersOf<Fields extends object>(fields: Fields): string {
    let members = ''
    for (const name in fields) {
      if (!Object.hasOwn(fields, name)) continue
      members += this.#member(fields, name)
    }
    return members
  }

  /** What cannot be written is named in its place: no line is lost for one of its fields. */
  #member<Fields extends object>(fields: Fields, name: keyof Fields & string): string {
    const { members } = this.#shared
    const isError = name === 'err' || name === 'error'
    try {
      return members.member(name, isError ? serialized(fields[name]) : fields[name])
    } catch {
      return members.member(name, (isError && inShort(() => fields[name])) || '(not JSON)')
    }
  }
}

/** An error in short, whatever it is made of. */
function inShort(read: () => unknown): object | undefined {
  try {
    const error = read()
    return error instanceof Error ? { type: error.name, message: String(error.message) } : undefined
  } catch {
    return undefined
  }
}

/** What is known of an error beside its sentence; anything else that a library hangs on may be secret. */
const EXPECTED = ['code', 'errno', 'syscall', 'address', 'port', 'path'] as const

/** Causes of causes that are written: some go round in a circle. */
const DEPTH = 8

/** An error with its stack and causes; what is no error is written as it is. */
function serialized(thrown: unknown, depth = DEPTH): unknown {
  if (!(thrown instanceof Error)) return thrown
  if (depth === 0) return thrown.message
  const { name, message, stack, cause } = thrown
  const fields = Object.entries(thrown).filter(([key]) => EXPECTED.some((one) => one === key))
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(fields),
    ...(cause !== undefined && { cause: serialized(cause, depth - 1) }),
    ...(thrown instanceof AggregateError && {
      errors: thrown.errors.map((one) => serialized(one, depth - 1)),
    }),
  }
}
