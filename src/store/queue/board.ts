/** The contract of a page that the library that keeps the jobs draws of them: it shows, and changes nothing. */

export interface Board {
  /** Folder of what its pages load, below `static/`. */
  readonly files: string
  /** HTML of the page at a path below that of the board; undefined if there is none. */
  page(path: string): string | undefined
  /**
   * What its pages ask for.
   *
   * @param path  below that of the board
   * @returns undefined if there is no such thing
   * @throws QueueUnavailable
   */
  answer(path: string, query: Readonly<Record<string, string>>): Promise<BoardAnswer | undefined>
}

export interface BoardAnswer {
  readonly status: number
  readonly body: unknown
}
