/** What an examination found: what was looked at, what came of it, and what to do about it. */

export type Level = 'ok' | 'note' | 'warning' | 'error'

export interface Finding {
  /** An error stops messages; a warning will, or lets in what should stay out; a note is worth to know. */
  readonly level: Level
  /** Key of the configuration that it is about. */
  readonly key: string
  /** What was looked at, and what came. */
  readonly sentence: string
  /** What to do about it. */
  readonly remedy?: string | undefined
}

type Make = (key: string, sentence: string, remedy?: string) => Finding

const maker =
  (level: Level): Make =>
  (key, sentence, remedy) => ({ level, key, sentence, remedy })

export const ok = maker('ok')
export const note = maker('note')
export const warning = maker('warning')
export const error = maker('error')

/** A place that a node listens on, as its configuration says. */
export interface ListenAddress {
  /** Key of the port. */
  readonly key: string
  readonly host: string
  readonly port: number
}

/** What is around a node, for whoever examines it. Each question has a deadline. */
export interface Surroundings {
  /** Where the configuration leads that is of the schemes of the transport: its destinations, and URLs of routes. */
  readonly destinations: readonly {
    /** Key of the URL. */
    readonly key: string
    readonly url: URL
    /** Authorities that are trusted there, in PEM. Default: those of Node.js. */
    readonly ca: string | undefined
    /** True if the certificate itself is known. */
    readonly pinned: boolean
  }[]
  readonly dns: DnsQuestions
  /** Milliseconds that each connection may take. */
  readonly patience: number
}

/** As `node:dns/promises` has them. */
export interface DnsQuestions {
  resolve4(name: string): Promise<readonly string[]>
  resolve6(name: string): Promise<readonly string[]>
  resolveMx(
    name: string,
  ): Promise<readonly { readonly exchange: string; readonly priority: number }[]>
  resolveTxt(name: string): Promise<readonly (readonly string[])[]>
}
