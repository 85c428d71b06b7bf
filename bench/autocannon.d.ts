/** What this benchmark uses of autocannon 8, which comes without types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly connections: number
    /** Seconds, fractions allowed. */
    readonly duration?: number
    /** Requests, in place of a duration. */
    readonly amount?: number
    /** Makes each request anew. */
    readonly requests?: readonly { setupRequest(request: object): object }[]
    /** Milliseconds between samples; a run ends at a sample. Default 1000. */
    readonly sampleInt?: number
  }

  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
  }

  type OnResponse = (client: unknown, status: number, bytes: number, milliseconds: number) => void

  interface Run extends PromiseLike<Result> {
    on(event: 'response', listener: OnResponse): this
  }

  export default function autocannon(options: Options): Run
}
