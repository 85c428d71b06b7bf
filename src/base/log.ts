/** The interface of the log: every part of the program writes its lines by it. */

/**
 * The methods of a logger that plugins use: `fields` become keys of the line, `sentence` its `msg`. Every
 * line of an exchange's log has the exchange id, every line of a plugin's own log the plugin's name.
 */
export interface Log {
  debug(fields: object, sentence?: string): void
  info(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
}

/** From the least to the most serious; at `silent` nothing is written. */
export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type Level = (typeof LEVELS)[number]

/** One that a line can have. */
export type WrittenLevel = Exclude<Level, 'silent'>

/** What the program itself has of its log. */
export interface Logger extends Log {
  /** From which level on lines are written, by this logger, its parents and its children. */
  level: Level
  writes(level: Level): boolean
  /** Writes a line, whatever the level; `members` are its fields as JSON, each with a comma before it. */
  line(level: WrittenLevel, members: string, sentence?: string): void
  /** One whose lines have these fields, too. */
  child(fields: object): Logger
}

const nothing = () => undefined

/** For work whose result is shown, and that is no exchange. */
export const NO_LOG: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
