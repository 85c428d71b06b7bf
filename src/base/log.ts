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

const nothing = () => undefined

/** For work whose result is shown, and that is no exchange. */
export const NO_LOG: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
